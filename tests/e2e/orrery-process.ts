import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { MessageRegistry } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode } from "@orrery/sim/host";
import { onTestFinished } from "vitest";
import { connectWs } from "../../packages/server/src/gateway/ws-link.ts";

export const root = resolve(import.meta.dirname, "../..");
export const node24 = join(root, "node_modules/node/bin/node");
export const cli = join(root, "packages/server/src/cli.mjs");

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real command to its end. */
export function orrery(...args: string[]): Promise<Ended> {
  return new OrreryProcess(args).ended;
}

/** Starts `orrery run` on a free port and waits until it can be reached. It is stopped at the end of the test. */
export function serving(...args: string[]): Promise<OrreryProcess & { readonly url: string }> {
  return reachable("run", ...args);
}

/** Starts `orrery play` in the same way. */
export function playing(...args: string[]): Promise<OrreryProcess & { readonly url: string }> {
  return reachable("play", ...args);
}

async function reachable(...args: string[]): Promise<OrreryProcess & { readonly url: string }> {
  const server = new OrreryProcess([...args, "--port", "0"]);
  onTestFinished(() => server.stop("SIGKILL").then(() => undefined));
  return Object.assign(server, { url: await server.address() });
}

/** Returns a client of a server, like pages and tools. It disconnects at the end of the test. */
export async function clientOf({ url }: { readonly url: string }, name = ""): Promise<Node> {
  const address = `${url.replace("http", "ws")}ws?name=${encodeURIComponent(name)}`;
  const node = await connectNode(await connectWs(address), new MessageRegistry());
  onTestFinished(() => node[Symbol.dispose]());
  return node;
}

/** Returns a folder for this test, removed at its end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "orrery-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A run of the command `orrery` under Node 24; by default the repository's, in the repository's folder. */
export class OrreryProcess {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  #stdout = "";
  #stderr = "";

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}, { entry = cli, cwd = root } = {}) {
    const child = spawn(node24, [entry, ...args], {
      cwd,
      env: { ...process.env, ORRERY_SERVER: "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => (this.#stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#stderr += text));
    this.ended = once(child, "close").then(([status]) => ({
      status: status as number | null,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Complete lines of stdout. */
  get lines(): string[] {
    return this.#stdout.split("\n").slice(0, -1);
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Waits for output; fails with all of it if the process ends before. */
  async linesUntil(condition: (lines: readonly string[]) => boolean): Promise<string[]> {
    while (!condition(this.lines)) {
      const { stdout } = this.#child;
      await Promise.race([new Promise((next) => stdout.once("data", next)), this.ended]);
      const ended = this.#child.exitCode ?? this.#child.signalCode;
      if (ended !== null && !condition(this.lines)) {
        throw new Error(`it ended with ${ended}:\n${this.#stdout}${this.#stderr}`);
      }
    }
    return this.lines;
  }

  /** Waits for the address that `orrery run` prints first. */
  async address(): Promise<string> {
    const [line] = await this.linesUntil((lines) => lines.length > 0);
    return /http:\/\/[\d.:]+\//.exec(line!)![0];
  }

  stop(signal: NodeJS.Signals = "SIGINT"): Promise<Ended> {
    this.#child.kill(signal);
    return this.ended;
  }
}

/** For the contents of a world: it runs no default systems. */
export const onlyNamed =
  "<gz:policies><include_server_config_plugins>false</include_server_config_plugins></gz:policies>";
