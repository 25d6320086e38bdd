import type { gz, orrery } from "@orrery/msgs";
import { expect, onTestFinished, test } from "vitest";
import { worldPose } from "../entities/find.ts";
import { identityPose } from "../base/pose.ts";
import { moveEdit, removeEdit } from "../commands/make-edit.ts";
import { World } from "../ecs/world.ts";
import { applyUpdate } from "../stream/apply-state.ts";
import { StateTap } from "../stream/state-tap.ts";
import { box, ground } from "../testing/boxes.ts";
import { reasonOf } from "../testing/commands.ts";
import { connected } from "../testing/connected.ts";
import { loadEditable } from "../testing/insertions.ts";
import type { TestSim, TestSimOptions } from "../testing/test-sim.ts";
import type { Node } from "../transport/node.ts";
import { nextTurn } from "./schedule/next-turn.ts";

/** Two falling boxes, everything that a viewer receives about them, and two connected people. */
class Watched {
  readonly sim: TestSim;
  readonly mirror = new World();
  readonly states: { readonly inputs: number; readonly a: number; readonly b: number }[] = [];
  readonly ann: Node;
  readonly bob: Node;
  readonly #tap: StateTap;

  static async load(options: TestSimOptions = {}): Promise<Watched> {
    const world = ground + box("a", "0 0 9 0 0 0") + box("b", "3 0 9 0 0 0");
    const sim = await loadEditable(world, { history: { enabled: true }, ...options });
    onTestFinished(() => sim[Symbol.dispose]());
    const watched = new Watched(sim);
    for (const node of [watched.ann, watched.bob]) {
      await node.until(() => node.services().some(({ name }) => name === "/world/test/command"));
    }
    return watched;
  }

  private constructor(sim: TestSim) {
    this.sim = sim;
    this.#tap = new StateTap(sim.runner.world);
    this.ann = connected(sim, "ann");
    this.bob = connected(sim, "bob");
    this.pass();
  }

  /** Makes a pass, and receives the state after it, if there are changes. */
  pass(): void {
    const { runner } = this.sim;
    runner.pass();
    const update = this.#tap.take({ exact: runner.state.paused, watch: [], numbers: runner.numbers });
    if (update === undefined) return;
    applyUpdate(this.mirror, update);
    const z = (name: string): number => worldPose(this.mirror, this.sim.entity(name)).z;
    this.states.push({ inputs: update.numbers.inputs, a: z("a"), b: z("b") });
  }

  ask(who: Node, service: string, request: object): Promise<gz.Boolean> {
    return who.request(`/world/test/${service}`, request, { response: "gz.msgs.Boolean" });
  }

  move(who: Node, name: string, z: number): Promise<gz.Boolean> {
    return this.ask(who, "command", { edits: [this.to(name, z)] });
  }

  to(name: string, z: number): orrery.Edit {
    return moveEdit(this.sim.entity(name), { ...identityPose, x: name === "a" ? 0 : 3, z });
  }

  /** Waits until everything sent has reached the world's inbox. */
  async arrived(count: number): Promise<void> {
    while (this.sim.runner.bus.inbox.size < count) await nextTurn();
  }

  async answered(request: Promise<gz.Boolean>): Promise<gz.Boolean> {
    let isOver = false;
    void request.then(() => (isOver = true));
    while (!isOver) {
      this.pass();
      await nextTurn();
    }
    return request;
  }
}

function countIn({ header }: gz.Boolean): number {
  return Number(header?.data?.find(({ key }) => key === "inputs")?.value?.[0]);
}

test("[UC27][ST23] the first state that has reached the count of an answer is the first with the command in it, whoever else sends", async () => {
  const watched = await Watched.load();
  const sent = [watched.move(watched.ann, "a", 50), watched.move(watched.bob, "b", 70)];
  await watched.arrived(2);
  watched.pass();
  sent.push(watched.move(watched.ann, "a", 90));
  await watched.arrived(1);
  for (let i = 0; i < 3; i++) watched.pass();
  const [first, second, third] = (await Promise.all(sent)).map(countIn) as [number, number, number];
  expect([second - first, third - second]).toEqual([1, 1]);
  const isFirst = (count: number, has: (state: (typeof watched.states)[number]) => boolean): void =>
    expect(watched.states.findIndex(({ inputs }) => inputs >= count)).toBe(watched.states.findIndex(has));
  isFirst(first, ({ a }) => a > 40);
  isFirst(second, ({ b }) => b > 60);
  isFirst(third, ({ a }) => a > 80);
  // It falls at once, so its pose alone cannot show which state contains the command.
  expect(watched.states.every(({ a }) => a !== 50 && a !== 90)).toBe(true);
});

test("[UC27] jumps in time do not take the count back: what is done after an undo has a higher one", async () => {
  const watched = await Watched.load();
  const { ann, bob, sim } = watched;
  const before = countIn(await watched.answered(watched.move(ann, "a", 50)));
  const { id } = sim.runner.timeline.undoable()[0]!;
  expect(reasonOf(await watched.answered(watched.ask(bob, "history/undo_redo", { id, undo: true })))).toBe("");
  const gone = watched.states.at(-1)!;
  expect(gone.a).toBeLessThan(10);
  expect(gone.inputs).toBe(before + 1);
  const after = countIn(await watched.answered(watched.move(ann, "a", 60)));
  expect(after).toBe(before + 2);
  expect(watched.states.find(({ inputs }) => inputs >= after)!.a).toBeGreaterThan(50);
});

test("[UC27] a command that is refused has no count", async () => {
  const watched = await Watched.load();
  const edits = [removeEdit(watched.sim.entity("a")), { pose: { name: "zz" } }];
  const refused = await watched.answered(watched.ask(watched.ann, "command", { edits }));
  expect(reasonOf(refused)).toBe('there is no entity "zz"');
  expect(countIn(refused)).toBeNaN();
});

test("[UC27] a command that comes twice is done once, and answered with a count that has it both times", async () => {
  const watched = await Watched.load();
  const command = { id: "s:1", edits: [watched.to("a", 50)] };
  const [first, second] = [
    countIn(await watched.answered(watched.ask(watched.ann, "command", command))),
    countIn(await watched.answered(watched.ask(watched.ann, "command", command))),
  ];
  expect(second - first).toBe(1);
  expect(watched.sim.runner.timeline.undoable()).toHaveLength(1);
});

test("[UC27] a command that was pending until play, and was let go on its way, is answered with its count as well", async () => {
  const watched = await Watched.load();
  const { ann } = watched;
  const command = { id: "s:1", description: "Move a", edits: [watched.to("a", 50)] };
  const count = countIn(await watched.answered(watched.ask(ann, "pending/announce", command)));
  expect(watched.states.findIndex(({ inputs }) => inputs >= count)).toBe(watched.states.findIndex(({ a }) => a > 40));
});

test("[ST23] of a paused world, a command that changes nothing is told of by a state, once", async () => {
  const watched = await Watched.load({ paused: true });
  const count = countIn(await watched.answered(watched.move(watched.ann, "a", 9)));
  const told = watched.states.length;
  expect(watched.states.at(-1)).toEqual({ inputs: count, a: 9, b: 9 });
  watched.pass();
  expect(watched.states).toHaveLength(told);
});

test("[UC27] the count is not part of the world: inputs that change nothing leave its hash as it is", async () => {
  const [busy, calm] = [await Watched.load(), await Watched.load()];
  for (let i = 0; i < 3; i++) await busy.answered(busy.ask(busy.ann, "history/undo_redo", { id: "none", undo: true }));
  while (calm.sim.runner.now().count < busy.sim.runner.now().count) calm.pass();
  expect([busy.sim.runner.numbers.inputs, calm.sim.runner.numbers.inputs]).toEqual([3, 0]);
  expect(busy.sim.runner.hash()).toBe(calm.sim.runner.hash());
});
