import { readFileSync } from "node:fs";
import { TestSim } from "@orrery/sim/testing";
import { ZstdPacker } from "../../packages/server/src/logs/zstd-packer.ts";
import { quartiles, threadCpu, type Bench } from "../harness.ts";
import { Client } from "./client.ts";
import { ServedWorld } from "./served-world.ts";

const COMMANDS = Number(process.env["FLAT_COMMANDS"] ?? 10_000);
/** Number of commands that are measured, at the beginning and at the end. */
const WINDOW = 100;
const BUDGET = 1.2;
const FOLLOW_HZ = 100;
const FOLLOW_SECONDS = 5;

/**
 * Measures whether the ten-thousandth command costs as much as the tenth, and what a program costs that moves something
 * all the time.
 */
export async function measureFlatCost(bench: Bench): Promise<void> {
  await measureCommands(bench, "commands", (world, i) => world.move(i));
  await measureCommands(bench, "branches", (world, i) => {
    world.move(i);
    world.undo(i);
  });
  await measureFollowing(bench);
}

/** Measures a command after as many others as the name says, with its undo if there is one. */
async function measureCommands(bench: Bench, name: string, act: (world: SmallWorld, i: number) => void): Promise<void> {
  using world = await SmallWorld.open();
  const times: number[] = [];
  for (let i = 0; i < COMMANDS; i++) {
    const before = threadCpu();
    act(world, i);
    times.push((threadCpu() - before) / 1000);
    world.sim.run({ steps: 1 });
    // Packed keyframes are returned then, as in a server.
    if (i % 16 === 0) await new Promise(setImmediate);
  }
  const [early, late] = [times.slice(10, 10 + WINDOW), times.slice(-WINDOW)];
  bench.figure({
    name: `undo/a command after ${COMMANDS} ${name} ÷ after 10`,
    ours: quartiles(late).median,
    reference: quartiles(early).median,
    budget: BUDGET,
    unit: "ms",
  });
  bench.note(
    `  ${Math.round(world.sim.runner.timeline.bytes / 1e6)} MB are kept, a change is ${world.changeBytes} bytes`,
  );
}

/** A world in this thread, with everything that a server does for a command. */
class SmallWorld implements Disposable {
  readonly sim: TestSim;
  changeBytes = 0;

  static async open(): Promise<SmallWorld> {
    const sdf = readFileSync(new URL("../../worlds/shapes.sdf", import.meta.url), "utf8");
    const sim = await TestSim.load(sdf, {
      history: { enabled: true },
      defaultSystems: ["physics", "user-commands"],
      nowMs: () => performance.now(),
      packer: new ZstdPacker(),
    });
    return new SmallWorld(sim);
  }

  private constructor(sim: TestSim) {
    this.sim = sim;
    sim.node.subscribe(`${sim.runner.topicPrefix}/history/changes`, "orrery.msgs.HistoryChange", ({ bytes }) => {
      this.changeBytes = bytes.length;
    });
    sim.run({ steps: 10 });
  }

  move(i: number): void {
    const header = { data: [{ key: "command_id", value: [`bench:${i}`] }] };
    const position = { x: 0, y: 0, z: 1 + (i % 10) / 10 };
    this.#ask("set_pose", "gz.msgs.Pose", { header, name: "ramp", position });
  }

  undo(i: number): void {
    this.#ask("history/undo_redo", "orrery.msgs.UndoRedo", { id: `bench:${i}`, undo: true });
  }

  #ask(service: string, type: string, value: object): void {
    this.sim.request(`${this.sim.runner.topicPrefix}/${service}`, type, { ...value });
    this.sim.runner.pass();
  }

  [Symbol.dispose](): void {
    this.sim[Symbol.dispose]();
  }
}

/**
 * Measures a program that moves something a hundred times per second, in a world that would otherwise keep up with
 * time.
 */
async function measureFollowing(bench: Bench): Promise<void> {
  await using served = await ServedWorld.start(
    readFileSync(new URL("../../worlds/shapes.sdf", import.meta.url), "utf8"),
  );
  using client = await Client.connect(served);
  await client.until(() => client.steps >= 100);
  const [first, from] = [client.steps, performance.now()];
  for (let i = 0; performance.now() - from < FOLLOW_SECONDS * 1000; i++) {
    void client.command({ edits: [{ pose: { name: "ramp", position: { z: 1 + (i % 50) / 100 } } }] });
    const waitMs = from + ((i + 1) * 1000) / FOLLOW_HZ - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  const factor = client.steps - first;
  bench.figure({
    name: `undo/real-time factor with set_pose at ${FOLLOW_HZ} Hz`,
    ours: factor / (performance.now() - from),
    unit: "",
  });
}
