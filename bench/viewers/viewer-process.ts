// Viewers of one server, in a process of their own: URL WORLD COUNT. Each has a mirror of the world, like a page.
import { messages } from "@orrery/msgs";
import { connectWs } from "../../packages/server/src/gateway/ws-link.ts";
import { World, type Node } from "@orrery/sim";
import {
  assertNever,
  applyState,
  connectNode,
  decodeChunk,
  PoseScratch,
  STREAM_TYPE,
  streamName,
} from "@orrery/sim/host";
import { Pose, SimClock } from "@orrery/sim/components";
import type { ToViewers, ViewersReport } from "./protocol.ts";

const [url = "", worldName = "", count = "1"] = process.argv.slice(2);
/** A process that was stopped finds its timers due before it has read its answers. */
const PATIENCE_MS = 3_600_000;
let isWatching = false;
let report = emptyReport();

function emptyReport(): { -readonly [K in keyof ViewersReport]: ViewersReport[K] } {
  return { chunks: 0, wholes: 0, bytes: 0, poseBytes: 0, moved: 0, joinMs: 0, version: 0, largestLeap: 0 };
}

async function view(): Promise<void> {
  const opened = performance.now();
  const node: Node = await connectNode(await connectWs(`${url.replace("http", "ws")}ws`), messages);
  const world = new World();
  const state = { epoch: 0, after: 0, exact_after: 0 };
  const none: Uint8Array = new Uint8Array();
  const scratch = new PoseScratch();
  let last = { changes: none, poses: none, watched: none };
  /** Interval between the last two states. */
  let intervalMs = 1000 / 30;
  for (let hasJoined = false; ;) {
    while (!isWatching && hasJoined) {
      // As much work as watching: real viewers do their work on other machines, not on the server's.
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
      applyState(world, decodeChunk(last, scratch), { whole: false });
    }
    const askedMs = performance.now();
    const chunk = await node.request(streamName(worldName), state, { ...STREAM_TYPE, timeoutMs: PATIENCE_MS });
    intervalMs = performance.now() - askedMs;
    const {
      epoch = 0,
      version = 0,
      whole = false,
      exact = false,
      changes = none,
      poses = none,
      watched = none,
    } = chunk;
    const before = stepsOf(world);
    const delta = decodeChunk({ changes, poses, watched }, scratch);
    if (!whole && poses.length > 0) last = { changes: none, poses, watched };
    applyState(world, delta, { whole });
    Object.assign(state, { epoch, after: version, ...(exact ? { exact_after: version } : {}) });
    report.chunks++;
    report.version = Math.max(report.version, version);
    report.bytes += changes.length + poses.length + watched.length;
    if (whole) {
      report.wholes++;
      report.joinMs = Math.max(report.joinMs, performance.now() - opened);
    } else {
      report.largestLeap = Math.max(report.largestLeap, stepsOf(world) - before);
      report.poseBytes += poses.length;
      if (poses.length > 0) report.moved += delta.set.findLast(({ component }) => component === Pose)!.entities.length;
    }
    // A busy server may have had nothing to send for a second.
    if (whole && !hasJoined) joined();
    hasJoined ||= whole;
  }
}

let open = Number(count);
function joined(): void {
  if (--open === 0) process.send!({ kind: "joined" });
}

function stepsOf(world: World): number {
  for (const [, { steps }] of world.query(SimClock)) return steps;
  return 0;
}

process.on("message", (message: ToViewers) => {
  switch (message.kind) {
    case "watch":
      isWatching = true;
      return;
    case "rest":
      isWatching = false;
      return;
    case "report":
      process.send!(report);
      report = emptyReport();
      return;
    default:
      assertNever(message);
  }
});
process.on("disconnect", () => process.exit(0));
await Promise.all(Array.from({ length: Number(count) }, view));
