import { readFileSync } from "node:fs";
import type { orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { expect, test } from "vitest";
import { isSoak, soak } from "../soak.ts";
import { clientOf, serving } from "./orrery-process.ts";

const VIEWERS = 5;
const ITEMS = 100;
/** Simulated seconds at 1 kHz: six, or ten minutes in which memory is looked at. */
const SECONDS = isSoak ? 600 : soak(60);
/** Of what grows once: buffers of connections, compiled code. */
const WARM_UP = SECONDS / 4;
/** What the server may need more at the end than after the warm-up. */
const MAX_GROWTH_MB = 48;

/** What one viewer has got. */
interface Got {
  count: number;
  firstStep: number;
  lastStep: number;
  lastTime: number;
  readonly problems: string[];
}

/** Watches items, and checks each sample as it comes. `iterations` must be the first item. */
async function view(node: Node, items: readonly string[]): Promise<Got> {
  const { samples_topic = "" } = await node.request(
    "/introspection/quadruped/set_filter",
    { items },
    { response: "orrery.msgs.IntrospectionFilter" },
  );
  const got: Got = { count: 0, firstStep: NaN, lastStep: NaN, lastTime: 0, problems: [] };
  const take = ({ steps = [], times = [], values = [], sequence = 0 }: orrery.ItemSamples): void => {
    if (sequence !== got.count) got.problems.push(`sample ${sequence} after ${got.count}`);
    for (const [i, step] of steps.entries()) {
      if (got.count > 0 && step !== got.lastStep + 1) got.problems.push(`step ${step} after ${got.lastStep}`);
      if (values[i] !== step) got.problems.push(`step ${step} has the values of step ${values[i]}`);
      if (got.count++ === 0) got.firstStep = step;
      [got.lastStep, got.lastTime] = [step, times[i]!];
    }
  };
  node.subscribe(samples_topic, "orrery.msgs.ItemSamples", ({ value }) => take(value));
  return got;
}

function memoryMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}

test(
  `[IT1] five viewers of a hundred items at 1 kHz get the sample of every step once and in order, for ${SECONDS} s`,
  { timeout: SECONDS * 10_000 + 60_000 },
  async () => {
    // What the past takes grows with time, up to its own limit.
    const server = await serving("quadruped", "--no-history");
    const nodes = await Promise.all(Array.from({ length: VIEWERS }, () => clientOf(server)));
    const { items = [] } = await nodes[0]!.request(
      "/introspection/quadruped/items",
      { words: ["dog::"] },
      { response: "orrery.msgs.IntrospectionItems" },
    );
    const available = items.flatMap(({ name = "", unavailable = "" }) => (unavailable === "" ? [name] : []));
    const watched = ["iterations", ...available].slice(0, ITEMS);
    expect(watched).toHaveLength(ITEMS);
    const all = await Promise.all(nodes.map((node) => view(node, watched)));
    const reach = async (seconds: number): Promise<void> => {
      const fewest = (): number => Math.min(...all.map(({ count }) => count));
      await expect.poll(fewest, { timeout: SECONDS * 10_000, interval: 50 }).toBeGreaterThan(seconds * 1000);
    };
    await reach(WARM_UP);
    const before = memoryMb(server.pid);
    await reach(SECONDS);
    const after = memoryMb(server.pid);
    for (const { count, firstStep, lastStep, lastTime, problems } of all) {
      expect(problems).toEqual([]);
      expect(lastStep - firstStep + 1).toBe(count);
      expect(lastTime).toBeCloseTo(lastStep / 1000, 9);
    }
    console.log(
      `${all[0]!.count} samples for each viewer, memory ${before.toFixed(0)} MB, then ${after.toFixed(0)} MB`,
    );
    if (isSoak) expect(after - before).toBeLessThan(MAX_GROWTH_MB);
  },
);
