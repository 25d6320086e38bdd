import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { node24, OrreryProcess, root, temporaryFolder } from "../e2e/orrery-process.ts";
import { PLACE_TAKERS_TOKEN } from "./attackers/strangers.ts";
import type { Outcome } from "./crowd-process.ts";
import type { Target } from "./ground.ts";

const TOKENS = { viewer: "for-viewers", operator: "for-operators", admin: "for-admins" };
/** Small, so that it is full after two minutes, and intentional memory does not look like a leak. */
const HISTORY_MEGABYTES = 16;

/** A server in a process of its own, to be attacked. */
export interface Besieged extends Target {
  readonly process: OrreryProcess;
}

/** Starts `orrery run` with a sample world. It is stopped at the end of the test. */
export async function besieged(world: string): Promise<Besieged> {
  const config = join(temporaryFolder(), "config.json");
  const tokens = Object.fromEntries(Object.entries(TOKENS).map(([role, token]) => [role, [token]]));
  tokens["viewer"]!.push(PLACE_TAKERS_TOKEN);
  writeFileSync(config, JSON.stringify({ tokens, history: { megabytes: HISTORY_MEGABYTES } }));
  const process = new OrreryProcess(["run", `worlds/${world}.sdf`, "--port", "0", "--config", config]);
  onTestFinished(() => process.stop("SIGKILL").then(() => undefined));
  const [line] = await process.linesUntil((lines) => lines.length > 0);
  return { process, port: Number(/:(\d+)\//.exec(line!)![1]), tokens: TOKENS, prefix: `/world/${world}` };
}

/** Returns the resident memory of a process, in MB; `undefined` on machines that do not tell. */
export function memoryOf({ pid }: OrreryProcess): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(file, "utf8"))?.[1]) / 1024;
}

/** The attackers, in one process beside the server. It is stopped at the end of the test. */
export class Crowd {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  #stdout = "";
  #stderr = "";

  /** Starts all attackers, or the named ones. */
  constructor({ port, tokens, prefix }: Target, names: readonly string[] = []) {
    const program = join(import.meta.dirname, "crowd-process.ts");
    const target: Target = { port, tokens, prefix };
    const args = [program, JSON.stringify(target), ...names];
    this.#child = spawn(node24, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.#stdout += text));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#stderr += text));
    onTestFinished(() => void this.#child.kill("SIGKILL"));
  }

  /** Whether each has met its expected fates. */
  get haveMet(): boolean {
    if (this.#child.exitCode !== null) throw new Error(`the attackers failed: ${this.#stderr}`);
    return this.#stdout.includes("met\n");
  }

  /** Ends the attack, and resolves to the outcomes. */
  async callOff(): Promise<Outcome[]> {
    const ended = once(this.#child, "close");
    this.#child.kill("SIGTERM");
    await ended;
    const outcomes = this.#stdout.split("\n").find((line) => line.startsWith("["));
    if (outcomes === undefined) throw new Error(`the attackers failed: ${this.#stderr}`);
    return JSON.parse(outcomes) as Outcome[];
  }
}
