import type { gz, orrery } from "@orrery/msgs";
import { expect, onTestFinished, test } from "vitest";
import { createEdit, moveEdit, removeEdit } from "../../commands/make-edit.ts";
import { identityPose } from "../../base/pose.ts";
import { FIRST_SESSION_ENTITY } from "../../ecs/entities.ts";
import { roomProblem } from "./pending-room.ts";
import { connected } from "../../testing/connected.ts";
import { TestSim } from "../../testing/test-sim.ts";
import type { Node } from "../../transport/node.ts";

const box = (name: string, x: number): string =>
  `<model name="${name}"><pose>${x} 0 1 0 0 0</pose><link name="link"><collision name="c"><geometry><box>
    <size>0.4 0.4 0.4</size></box></geometry></collision></link></model>`;

/** A paused world and two connected people. */
class Two implements Disposable {
  readonly sim: TestSim;
  readonly ann: Node;
  readonly bob: Node;
  readonly outcomes: orrery.PendingOutcome[] = [];
  pending: orrery.Pending = {};

  static async load(): Promise<Two> {
    const sim = await TestSim.load(box("a", 0) + box("b", 2), {
      paused: true,
      history: { enabled: true },
      defaultSystems: ["physics", "user-commands"],
    });
    onTestFinished(() => sim[Symbol.dispose]());
    const two = new Two(sim);
    for (const node of [two.ann, two.bob]) {
      await node.until(() => node.services().some(({ name }) => name === "/world/test/pending/announce"));
    }
    return two;
  }

  private constructor(sim: TestSim) {
    this.sim = sim;
    this.ann = connected(sim, "ann");
    this.bob = connected(sim, "bob");
    this.ann.subscribe("/world/test/pending", "orrery.msgs.Pending", ({ value }) => (this.pending = value));
    this.ann.subscribe("/world/test/pending/outcomes", "orrery.msgs.PendingOutcomes", ({ value: { outcomes = [] } }) =>
      this.outcomes.push(...outcomes),
    );
  }

  /** Makes passes until a request has been answered. */
  async answered<T>(request: Promise<T>): Promise<T> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    request.then(over, over);
    while (!isOver) {
      this.sim.runner.pass();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    // Includes what was published with the answer.
    this.sim.runner.pass();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return request;
  }

  async announce(who: Node, id: string, edits: readonly orrery.Edit[]): Promise<string | undefined> {
    const command: orrery.Command = {
      id,
      description: `Do ${id}`,
      timeline: this.sim.runner.timeline.timelineNumber,
      edits,
    };
    return refusalOf(
      await this.answered(who.request("/world/test/pending/announce", command, { response: "gz.msgs.Boolean" })),
    );
  }

  async ask(who: Node, service: string, request: object): Promise<string | undefined> {
    return refusalOf(
      await this.answered(who.request(`/world/test/${service}`, request, { response: "gz.msgs.Boolean" })),
    );
  }

  async play(): Promise<void> {
    const { count } = this.sim.runner.now();
    await this.ask(this.bob, "control", { pause: true, multi_step: 1 });
    if (this.sim.runner.now().count !== count + 1) throw new Error("it made no step");
  }

  z(name: string): number {
    return this.sim.poseOf(name).z;
  }

  [Symbol.dispose](): void {
    this.sim[Symbol.dispose]();
  }
}

function refusalOf({ data, header }: gz.Boolean): string | undefined {
  return data ? undefined : (header?.data?.[0]?.value?.[0] ?? "");
}

const at = (z: number) => ({ ...identityPose, z });

test("[PD1] a pending command changes nothing until the world resumes, whoever resumes it", async () => {
  const two = await Two.load();
  const { sim } = two;
  const before = sim.runner.hash();
  expect(await two.announce(two.ann, "ann:1", [moveEdit(sim.entity("a"), at(5))])).toBeUndefined();
  expect(await two.announce(two.bob, "bob:1", [moveEdit(sim.entity("b"), at(7))])).toBeUndefined();
  expect(sim.runner.hash()).toBe(before);
  expect(two.pending.commands?.map(({ id, author }) => [id, author])).toEqual([
    ["ann:1", "ann"],
    ["bob:1", "bob"],
  ]);
  await two.play();
  expect(two.z("a")).toBeCloseTo(5, 4);
  expect(two.z("b")).toBeCloseTo(7, 4);
  expect(two.pending.commands ?? []).toEqual([]);
  expect(two.outcomes.map(({ id, kind = "APPLIED" }) => [id, kind])).toEqual([
    ["ann:1", "APPLIED"],
    ["bob:1", "APPLIED"],
  ]);
});

test("[PD2] they are applied as one batch with one keyframe; each can be undone singly", async () => {
  const two = await Two.load();
  const { runner } = two.sim;
  const { timeline } = runner;
  const before = runner.hash();
  for (const [i, name] of ["a", "b", "a"].entries()) {
    await two.announce(two.ann, `ann:${i}`, [moveEdit(two.sim.entity(name), at(5 + i))]);
  }
  const kept = timeline.stretches().flatMap(({ keyframes }) => keyframes).length;
  await two.play();
  // One of them belongs to the first step.
  expect(timeline.stretches().flatMap(({ keyframes }) => keyframes).length).toBeLessThanOrEqual(kept + 1);
  expect(timeline.undoable().map(({ id }) => id)).toEqual(["ann:2", "ann:1", "ann:0"]);
  timeline.undo("ann:2", { author: "", authorName: "" });
  expect([two.z("a"), two.z("b")]).toEqual([5, 6]);
  timeline.undo("ann:0", { author: "", authorName: "" });
  expect(runner.hash()).toBe(before);
});

test("[PD3] the last one to write a component has it, and the other is told", async () => {
  const two = await Two.load();
  const a = two.sim.entity("a");
  await two.announce(two.ann, "ann:1", [moveEdit(a, at(5))]);
  await two.announce(two.bob, "bob:1", [moveEdit(a, at(9))]);
  await two.play();
  expect(two.z("a")).toBeCloseTo(9, 4);
  expect(two.outcomes[0]).toMatchObject({ id: "ann:1", kind: "OVERRIDDEN", by: "bob", author: "ann" });
  expect(two.outcomes[1]!.kind ?? "APPLIED").toBe("APPLIED");
});

test.each([
  ["before", "ann"],
  ["after", "bob"],
])("[PD4] what somebody deletes is gone, %s which somebody else changed it", async (_when, first) => {
  const two = await Two.load();
  const [a, b] = [two.sim.entity("a"), two.sim.entity("b")];
  const moving = (): Promise<unknown> => two.announce(two.ann, "ann:1", [moveEdit(a, at(5)), moveEdit(b, at(6))]);
  const deleting = (): Promise<unknown> => two.announce(two.bob, "bob:1", [removeEdit(a)]);
  await (first === "ann" ? moving() : deleting());
  const second = await (first === "ann" ? deleting() : moving());
  if (first === "bob") return expect(second).toMatch(/entity|"a"/);
  await two.play();
  expect(two.sim.runner.world.exists(a)).toBe(false);
  expect(two.z("b")).toBeCloseTo(6, 4);
  expect(two.outcomes.find(({ id }) => id === "ann:1")).toMatchObject({ kind: "OVERRIDDEN", by: "bob" });
});

test("[PD5] a withdrawn command is forgotten, with those that need it, and nothing has changed", async () => {
  const two = await Two.load();
  const before = two.sim.runner.hash();
  const id = FIRST_SESSION_ENTITY + 7;
  const sdf = `<sdf version="1.9">${box("new", 4)}</sdf>`;
  expect(await two.announce(two.ann, "ann:1", [createEdit({ sdf }, id)])).toBeUndefined();
  expect(await two.announce(two.ann, "ann:2", [moveEdit(id as never, at(3))])).toBeUndefined();
  expect(await two.ask(two.ann, "pending/withdraw", { id: "ann:1" })).toBeUndefined();
  two.sim.runner.pass();
  expect(two.pending.commands ?? []).toEqual([]);
  expect(two.outcomes).toMatchObject([{ id: "ann:2", kind: "DROPPED" }]);
  expect(two.sim.runner.hash()).toBe(before);
  expect(await two.ask(two.ann, "pending/withdraw", { id: "ann:1" })).toMatch(/no command ann:1 is pending/);
});

test("[PD6] what is made while paused keeps the ids that its session gave", async () => {
  const two = await Two.load();
  const id = FIRST_SESSION_ENTITY + 7;
  await two.announce(two.ann, "ann:1", [createEdit({ sdf: `<sdf version="1.9">${box("new", 4)}</sdf>` }, id)]);
  await two.announce(two.ann, "ann:2", [moveEdit(id as never, at(3))]);
  await two.play();
  expect(two.sim.entity("new")).toBe(id);
  expect(two.z("new")).toBeCloseTo(3, 4);
});

test("[PD7] what makes no sense is refused at once; a jump in time drops what makes none any more, and tells", async () => {
  const two = await Two.load();
  expect(await two.announce(two.ann, "ann:1", [moveEdit(999 as never, at(1))])).toMatch(/999/);
  const sdf = `<sdf version="1.9">${box("made", 4)}</sdf>`;
  await two.ask(two.bob, "create", { sdf });
  await two.announce(two.ann, "ann:2", [moveEdit(two.sim.entity("made"), at(3))]);
  await two.announce(two.ann, "ann:3", [moveEdit(two.sim.entity("a"), at(3))]);
  const [made] = two.sim.runner.timeline.undoable();
  expect(await two.ask(two.bob, "history/undo_redo", { id: made!.id, undo: true })).toBeUndefined();
  two.sim.runner.pass();
  expect(two.pending.commands?.map(({ id }) => id)).toEqual(["ann:3"]);
  expect(two.outcomes).toMatchObject([{ id: "ann:2", kind: "DROPPED", author: "ann", by: "bob" }]);
});

test("[PD8] what waits has a limit in bytes, for each and for all; who exceeds it is told, and withdrawing makes room", async () => {
  const two = await Two.load();
  const large = (name: string): orrery.Edit[] => [
    createEdit({ sdf: `<sdf version="1.9"><!--${"x".repeat(5_000_000)}-->${box(name, 5)}</sdf>` }),
  ];
  expect(await two.announce(two.ann, "ann:1", large("c"))).toBeUndefined();
  expect(await two.announce(two.ann, "ann:2", large("d"))).toBe(
    "your commands that wait would come to 10.1 MB, and 8 MB may wait; resume the world, or withdraw some",
  );
  // Commands on their way count towards the limit too.
  const both = ["bob:1", "bob:2"].map((id) => two.announce(two.bob, id, large(id.replace(":", "_"))));
  expect((await Promise.all(both)).map((reason) => reason === undefined)).toEqual([true, false]);
  expect(two.pending.commands?.map(({ id }) => id)).toEqual(["ann:1", "bob:1"]);
  expect(await two.ask(two.ann, "pending/withdraw", { id: "ann:1" })).toBeUndefined();
  expect(await two.announce(two.ann, "ann:2", large("d"))).toBeUndefined();
});

test("[PD8] the room for what waits is counted for each author and for all", () => {
  const of = (author: string, bytes: number, count = 1) => Array.from({ length: count }, () => ({ author, bytes }));
  expect(roomProblem(of("a", 10, 499), { author: "a", bytes: 10 })).toBeUndefined();
  expect(roomProblem(of("a", 10, 500), { author: "a", bytes: 10 })).toMatch(
    /^500 of your commands are already pending/,
  );
  expect(roomProblem(of("a", 10, 500), { author: "b", bytes: 10 })).toBeUndefined();
  expect(roomProblem([...of("a", 10, 500), ...of("b", 10, 500)], { author: "c", bytes: 10 })).toMatch(
    /^1000 commands are already pending/,
  );
  const full = [...of("a", 8_000_000), ...of("b", 8_000_000)];
  expect(roomProblem(full, { author: "c", bytes: 1 })).toMatch(/^what waits would come to 16.1 MB, and 16 MB may wait/);
});
