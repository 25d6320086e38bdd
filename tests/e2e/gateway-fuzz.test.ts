import { once } from "node:events";
import { messages } from "@orrery/msgs";
import { Rng } from "@orrery/sim";
import { connectNode } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { connectWs } from "../../packages/server/src/gateway/ws-link.ts";
import { seedFrom } from "../../packages/sim/src/base/rng.ts";
import { soak } from "../soak.ts";
import { fuzzedPacket, helloPacket, UNKNOWN_KIND } from "./fuzzed-frames.ts";
import { OrreryProcess } from "./orrery-process.ts";

const FRAMES = soak(100_000);
const TOKENS = { viewer: "for-viewers", operator: "for-operators", admin: "for-admins" };

interface Metrics {
  readonly connections: number;
  readonly sessions: number;
  readonly topics: number;
  readonly subscriptions: number;
  readonly services: number;
  readonly memory: number;
}

async function serving(): Promise<{ process: OrreryProcess; port: number }> {
  const tokens = Object.entries(TOKENS).flatMap(([role, token]) => ["--token", `${role}=${token}`]);
  const process = new OrreryProcess(["run", "worlds/empty.sdf", "--port", "0", ...tokens]);
  onTestFinished(() => process.stop("SIGKILL").then(() => undefined));
  const [line] = await process.linesUntil((lines) => lines.length > 0);
  return { process, port: Number(/:(\d+)\//.exec(line!)![1]) };
}

async function metricsOf(port: number): Promise<Metrics> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics?token=${TOKENS.admin}`)).text();
  const sum = (name: string): number =>
    [...text.matchAll(new RegExp(`^orrery_${name}(?:\\{[^}]*\\})? (.+)$`, "gm"))].reduce(
      (all, [, n]) => all + Number(n),
      0,
    );
  return {
    connections: sum("connections"),
    sessions: sum("sessions"),
    topics: sum("topics"),
    subscriptions: sum("subscriptions"),
    services: sum("services"),
    memory: sum("memory_bytes"),
  };
}

/** Sends some fuzzed frames and then a forbidden one. Resolves to the reason for which the connection was closed. */
async function offend(port: number, rng: Rng, frames: number): Promise<string> {
  const role = rng.int(2) === 0 ? "viewer" : "operator";
  const session = rng.int(3) === 0 ? `&session=0123456789abcdef${rng.int(50)}` : "";
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?token=${TOKENS[role]}${session}`);
  const closed = once(socket, "close");
  // A socket that is closed while it still sends may see the connection reset.
  socket.on("error", () => undefined);
  await once(socket, "open");
  if (rng.int(10) > 0) socket.send(helloPacket());
  for (let frame = 0; frame < frames; frame++) socket.send(fuzzedPacket(rng));
  if (rng.int(50) === 0) socket.send("text");
  socket.send(UNKNOWN_KIND);
  const [, reason] = (await closed) as [number, Buffer];
  return reason.toString();
}

test(
  "[GW14] random and mutated frames end connections with a reason, and nothing else: no crash, no leak, nobody else notices",
  { timeout: 600_000 },
  async () => {
    const { process, port } = await serving();
    const reports: string[] = [];
    const link = await connectWs(`ws://127.0.0.1:${port}/ws?token=${TOKENS.admin}&name=Honest`);
    using honest = await connectNode(link, messages, {
      onError: ({ message }) => reports.push(message),
      onClose: (reason) => reports.push(`closed: ${reason}`),
    });
    const me = await honest.request("/orrery/session", {}, { response: "orrery.msgs.Session" });
    const before = await metricsOf(port);
    const rng = new Rng(seedFrom(5, "gateway"));
    const reasons = new Map<string, number>();
    let sent = 0;
    const offender = async (): Promise<void> => {
      while (sent < FRAMES) {
        const frames = 1 + rng.int(20);
        sent += frames;
        const reason = await offend(port, rng, frames);
        const kind = reason.replaceAll(/\d+/g, "N");
        reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
      }
    };
    const watcher = async (): Promise<void> => {
      while (sent < FRAMES) {
        expect(await honest.request("/orrery/session", {})).toEqual(me);
        await honest.request("/world/empty/pose/info", {});
      }
    };
    await Promise.all([watcher(), ...Array.from({ length: 8 }, offender)]);

    expect(reports).toEqual([]);
    expect([...reasons.keys()].filter((reason) => reason === "")).toEqual([]);
    expect([...reasons.values()].reduce((a, b) => a + b, 0)).toBeGreaterThan(FRAMES / 21);
    expect(reasons.size).toBeGreaterThan(10);
    await expect
      .poll(() => metricsOf(port), { timeout: 20_000, interval: 200 })
      .toMatchObject({
        connections: before.connections,
        sessions: before.sessions,
        topics: before.topics,
        subscriptions: before.subscriptions,
        services: before.services,
      });
    // Garbage grows by some 180 MB and then stops; a frame for which its claimed 64 MB were allocated would be noticed
    // here.
    expect((await metricsOf(port)).memory - before.memory).toBeLessThan(400e6);
    const { status } = await process.stop("SIGINT");
    expect(status).toBe(0);
  },
);
