import type { gz, MessageOf, orrery } from "@orrery/msgs";
import { expect, onTestFinished, test } from "vitest";
import { identityPose } from "../../base/pose.ts";
import { moveEdit } from "../../commands/make-edit.ts";
import { box, ground } from "../../testing/boxes.ts";
import { reasonOf } from "../../testing/commands.ts";
import { connected } from "../../testing/connected.ts";
import { loadEditable } from "../../testing/insertions.ts";
import type { Node } from "../../transport/node.ts";
import { nextTurn } from "../schedule/next-turn.ts";
import { applyHistoryChange } from "./apply-history-change.ts";

/** Creates two people in a paused world with boxes a and b, with its lists as they are published. */
async function two() {
  const sim = await loadEditable(ground + box("a") + box("b", "3 0 0.2 0 0 0"), {
    history: { enabled: true },
    paused: true,
  });
  onTestFinished(() => sim[Symbol.dispose]());
  const [ann, bob] = [connected(sim, "ann"), connected(sim, "bob")];
  for (const node of [ann, bob]) {
    await node.until(() => node.services().some(({ name }) => name === "/world/test/pending/announce"));
  }
  const answerTo = async <T extends string>(
    who: Node,
    service: string,
    request: object,
    response: T,
  ): Promise<MessageOf<T>> => {
    let isOver = false;
    const asked = who.request(`/world/test/${service}`, request, { response }).finally(() => (isOver = true));
    while (!isOver) {
      sim.runner.pass();
      await nextTurn();
    }
    return asked;
  };
  const ask = (who: Node, service: string, request: object): Promise<gz.Boolean> =>
    answerTo(who, service, request, "gz.msgs.Boolean");
  const info = (): Promise<orrery.History> => answerTo(ann, "history/info", {}, "orrery.msgs.History");
  let history = await info();
  ann.subscribe("/world/test/history/changes", "orrery.msgs.HistoryChange", ({ value }) => {
    history = applyHistoryChange(history, value)!;
  });
  let waiting: readonly orrery.Command[] = [];
  ann.subscribe("/world/test/pending", "orrery.msgs.Pending", ({ value: { commands = [] } }) => {
    waiting = commands;
  });
  const edits = (name: string, z: number): orrery.Edit[] => [moveEdit(sim.entity(name), { ...identityPose, z })];
  const lists = async () => {
    await info();
    return { undo: history.undo ?? [], redo: history.redo ?? [], waiting };
  };
  const undoRedo = (who: Node, id: string, undo: boolean, first = ""): Promise<gz.Boolean> =>
    ask(who, "history/undo_redo", { id, undo, first } satisfies orrery.UndoRedo);
  return { sim, ann, bob, ask, edits, lists, undoRedo };
}

const ids = (marks: readonly orrery.HistoryMark[]): (string | undefined)[] => marks.map(({ id }) => id);

test("[HI47] commands that were done, and those that wait, have one order: that in which the world took them", async () => {
  const { ann, bob, ask, edits, lists } = await two();
  await ask(bob, "command", { id: "bob:1", edits: edits("b", 1) });
  await ask(ann, "pending/announce", { id: "ann:1", edits: edits("a", 1) });
  await ask(bob, "command", { id: "bob:2", edits: edits("b", 2) });
  await ask(ann, "pending/announce", { id: "ann:2", since: 1, edits: edits("a", 2) });
  const { undo, waiting } = await lists();
  const order = [...undo, ...waiting].toSorted((one, other) => one.since! - other.since!);
  expect(order.map(({ id }) => id)).toEqual(["bob:1", "ann:1", "bob:2", "ann:2"]);
});

test("[HI47] what is undone, redone or withdrawn is the last in its order; what was left where it was keeps its place", async () => {
  const { ann, bob, ask, edits, lists, undoRedo } = await two();
  for (const i of [1, 2]) await ask(bob, "command", { id: `bob:${i}`, edits: edits("b", i) });
  await ask(ann, "pending/announce", { id: "ann:1", edits: edits("a", 1) });
  const before = await lists();
  await undoRedo(bob, "bob:2", true);
  const withdrawn = await ask(ann, "pending/withdraw", { id: "ann:1" });
  const count = Number(withdrawn.header?.data?.find(({ key }) => key === "inputs")?.value?.[0]);
  const undone = await lists();
  expect([ids(undone.undo), ids(undone.redo)]).toEqual([["bob:1"], ["bob:2"]]);
  expect(undone.undo[0]!.since).toBe(before.undo[1]!.since);
  expect(undone.redo[0]!.since).toBeGreaterThan(before.waiting[0]!.since!);
  expect(count).toBeGreaterThan(undone.redo[0]!.since!);
  await undoRedo(bob, "bob:2", false);
  const redone = await lists();
  expect(ids(redone.undo)).toEqual(["bob:2", "bob:1"]);
  expect(redone.undo[0]!.since).toBeGreaterThan(count);
  expect(redone.undo[1]!.since).toBe(before.undo[1]!.since);
  // Both in one pass, so that no list in between is ever published.
  const both = [undoRedo(bob, "bob:2", true), undoRedo(bob, "bob:2", false)];
  await Promise.all(both);
  expect((await lists()).undo[0]!.since).toBeGreaterThan(redone.undo[0]!.since!);
});

test("[HI48] an undo or redo that says what was first in the list is refused when somebody else's command has come before it", async () => {
  const { ann, bob, ask, edits, lists, undoRedo } = await two();
  await ask(ann, "command", { id: "ann:1", description: "Move a", edits: edits("a", 1) });
  await ask(bob, "command", { id: "bob:1", description: "Move b", edits: edits("b", 1), author_name: "Bob" });
  const refusal = reasonOf(await undoRedo(ann, "ann:1", true, "ann:1"));
  expect(refusal).toContain("has meanwhile done “Move b”");
  expect(ids((await lists()).undo)).toEqual(["bob:1", "ann:1"]);
  // A client that has seen it means this one, and so does one that does not say what it saw.
  expect(reasonOf(await undoRedo(ann, "ann:1", true, "bob:1"))).toBe("");
  expect(ids((await lists()).redo)).toEqual(["ann:1", "bob:1"]);
  // For redo, the first one is the one that was undone last.
  expect(reasonOf(await undoRedo(bob, "bob:1", false, "bob:1"))).toContain("look again");
  expect(reasonOf(await undoRedo(bob, "bob:1", false))).toBe("");
  // The caller's own commands since then are included.
  await ask(bob, "command", { id: "bob:2", edits: edits("b", 2) });
  expect(reasonOf(await undoRedo(bob, "bob:1", true, "bob:1"))).toBe("");
});
