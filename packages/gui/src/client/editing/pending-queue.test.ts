import { worldPose, type Entity } from "@orrery/sim";
import { createEdit, hashComponents, jointEdit, moveEdit, removeEdit } from "@orrery/sim/host";
import { JointPosition, Name } from "@orrery/sim/components";
import { expect, test } from "vitest";
import type { MirrorChange } from "../mirror.ts";
import { WorldHistory } from "../world-history.ts";
import { ServedWorld } from "../../testing/served-world.ts";
import { at, box, listOf, perform, sdf, xOf } from "../../testing/paused-page.ts";

test("[PQ1] a command in a paused world is done here at once and not to the world, which holds it", async () => {
  using served = await ServedWorld.load(box("a", 0) + box("b", 3));
  const ada = await served.open("ada");
  const a = served.sim.entity("a");
  const before = hashComponents(served.sim.runner.world);
  const shown = hashComponents(ada.view.mirror.world);
  const doing = ada.view.editing.perform("Move a", [moveEdit(a, at(5))]);
  expect(xOf(ada, a)).toBe(5);
  await served.until(() => ada.view.editing.queue.entries.current[0]?.isKnown === true);
  await doing;
  expect(xOf(ada, a)).toBe(5);
  expect(hashComponents(served.sim.runner.world)).toEqual(before);
  expect(ada.view.mirror.hashServerState()).toEqual(before);
  expect(hashComponents(ada.view.mirror.world)).not.toEqual(shown);
  ada.view.editing.undoPending();
  expect(hashComponents(ada.view.mirror.world)).toEqual(shown);
  await served.until(() => served.waiting.length === 0);
  expect(hashComponents(served.sim.runner.world)).toEqual(before);
});

test("[PQ13] joints that a waiting command sets are shown there, and are there to the bit when the world resumes", async () => {
  using served = await ServedWorld.load(`<gravity>0 0 0</gravity><model name="m">
    <link name="base"><inertial><mass>1</mass></inertial></link>
    <link name="arm"><pose>0 0 1 0 0 0</pose><inertial><mass>1</mass></inertial></link>
    <joint name="hold" type="fixed"><parent>world</parent><child>base</child></joint>
    <joint name="lift" type="prismatic"><parent>base</parent><child>arm</child><axis><xyz>0 0 1</xyz></axis></joint></model>`);
  const ada = await served.open("ada");
  const [lift, arm] = [served.sim.joint("m::lift"), served.sim.entity("m::arm")];
  const { world } = ada.view.mirror;
  const shown = hashComponents(world);
  await perform(served, ada, "Set lift", [jointEdit(lift, { axis1: 0.25, axis2: 0, axis3: 0 })]);
  const seen = (): unknown[] => [worldPose(world, arm).z, world.get(lift, JointPosition)!.axis1];
  expect(seen()).toEqual([1.25, 0.25]);
  expect(served.sim.poseOf("m::arm").z).toBe(1);
  ada.view.editing.undoPending();
  expect(hashComponents(world)).toEqual(shown);
  ada.view.editing.redoPending();
  expect(seen()).toEqual([1.25, 0.25]);
  await served.until(() => served.waiting.length === 1);
  await served.go(ada);
  await served.until(() => served.waiting.length === 0);
  expect(served.sim.poseOf("m::arm").z).toBe(1.25);
});

test("[PQ1] a command in a running world goes to the world itself; one that comes late is done, and not kept", async () => {
  using served = await ServedWorld.load(box("a", 0));
  const ada = await served.open("ada");
  const a = served.sim.entity("a");
  await served.go(ada);
  const asked = perform(served, ada, "Move a", [moveEdit(a, at(5))]);
  expect([xOf(ada, a), ...listOf(ada)]).toEqual([5]);
  await asked;
  expect(served.sim.poseOf("a").x).toBeCloseTo(5, 1);
  void ada.view.client.current!.pause();
  await served.until(() => ada.view.editing.queue.isOpen && ada.view.mirror.isExact);

  // Another client resumes the world, which the page does not know yet.
  served.sim.runner.state.run();
  await perform(served, ada, "Move a again", [moveEdit(a, at(9))]);
  await served.until(() => Math.abs(served.sim.poseOf("a").x - 9) < 0.1 && ada.view.status.current?.paused === false);
  served.sim.runner.state.pause();
  await served.until(() => ada.view.editing.queue.isOpen && ada.view.mirror.isExact);
  expect(listOf(ada)).toEqual([]);
  expect(hashComponents(ada.view.mirror.world)).toEqual(hashComponents(served.sim.runner.world));
});

test("[PQ2] what comes from the server goes below what is pending, as one change; a deletion of it is no harm", async () => {
  using served = await ServedWorld.load(box("a", 0) + box("b", 3));
  const ada = await served.open("ada");
  const [a, b] = [served.sim.entity("a"), served.sim.entity("b")];
  await perform(served, ada, "Move a", [moveEdit(a, at(5))]);
  const changes: MirrorChange[] = [];
  ada.view.mirror.changes.on((change) => changes.push(change));
  const { world } = served.sim.runner;
  world.set(b, Name, "c");
  await served.until(() => ada.view.mirror.world.get(b, Name) === "c");
  expect(xOf(ada, a)).toBe(5);
  expect(changes.length).toBe(1);
  expect(changes[0]!.delta).toMatchObject({ removed: [], placed: [], unset: [] });
  expect(changes[0]!.delta.set.map(({ component, entities }) => [component.name, ...entities])).toContainEqual([
    Name.name,
    b,
  ]);
  expect(changes[0]!.delta.set.some(({ entities }) => entities.includes(a))).toBe(false);
  world.remove(a);
  await served.until(() => !ada.view.mirror.world.exists(a));
  expect(ada.view.mirror.hashServerState()).toEqual(hashComponents(world));
  expect(ada.view.editing.queue.entries.current).toMatchObject([{ trouble: expect.stringContaining("no entity") }]);
});

test("[PQ3] when somebody else presses play, what is pending is never seen back where it was", async () => {
  using served = await ServedWorld.load(box("a", 0) + box("b", 3));
  const [ada, ben] = [await served.open("ada"), await served.open("ben")];
  const a = served.sim.entity("a");
  await perform(served, ada, "Move a", [moveEdit(a, at(5))]);
  const seen: number[] = [];
  ada.view.mirror.changes.on(() => seen.push(xOf(ada, a)));
  await served.go(ben);
  await served.until(() => seen.length > 3 && ada.view.mirror.pendingRevision === served.sim.runner.pending.revision);
  expect(seen.filter((x) => Math.abs(x - 5) > 0.1)).toEqual([]);
  expect(listOf(ada)).toEqual([]);
  expect(served.sim.poseOf("a").x).toBeCloseTo(5, 2);
  served.sim.runner.state.pause();
  await served.until(() => ada.view.mirror.isExact && ada.view.status.current?.paused === true);
  expect(hashComponents(ada.view.mirror.world)).toEqual(hashComponents(served.sim.runner.world));
});

test("[PQ4] one's own come back with a reload or another connection, and are nobody else's", async () => {
  using served = await ServedWorld.load(box("a", 0) + box("b", 3));
  const [ada, ben] = [await served.open("ada"), await served.open("ben")];
  const [a, b] = [served.sim.entity("a"), served.sim.entity("b")];
  await perform(served, ada, "Move a", [moveEdit(a, at(5))]);
  await perform(served, ben, "Move b", [moveEdit(b, at(9))]);
  await served.until(() => listOf(ada).length === 2);
  expect([xOf(ada, a), xOf(ada, b), xOf(ben, a), xOf(ben, b)]).toEqual([5, 3, 0, 9]);
  const again = await served.open("ada");
  await served.until(() => listOf(again).length === 2);
  expect([xOf(again, a), xOf(again, b)]).toEqual([5, 3]);
  expect(again.view.editing.queue.entries.current.map(({ isOwn }) => isOwn)).toEqual([true, false]);

  const seen: number[] = [];
  ada.view.mirror.changes.on(() => seen.push(xOf(ada, a)));
  ada.cut();
  await served.until(() => ada.view.client.current === undefined);
  await expect(ada.view.editing.perform("Move b", [moveEdit(b, at(1))])).rejects.toThrow("no connection");
  expect(xOf(ada, a)).toBe(5);
  void ada.session.connect();
  await served.until(() => ada.session.state.current.kind === "connected" && ada.view.editing.queue.isOpen);
  await perform(served, ada, "Move b", [moveEdit(b, at(1))]);
  expect([xOf(ada, a), xOf(ada, b)]).toEqual([5, 1]);
  expect(seen.filter((x) => x !== 5)).toEqual([]);
});

test("[PQ4] what left the list while the connection was lost is told of", async () => {
  using served = await ServedWorld.load(box("a", 0));
  const [ada, ben] = [await served.open("ada"), await served.open("ben")];
  await perform(served, ada, "Move a", [moveEdit(served.sim.entity("a"), at(5))]);
  const missed: unknown[] = [];
  ada.view.editing.queue.missed.on((commands) => missed.push(commands.map(({ description }) => description)));
  ada.cut();
  await served.go(ben);
  await served.until(() => served.waiting.length === 0);
  void ada.session.connect();
  await served.until(() => missed.length > 0);
  expect(missed).toEqual([["Move a"]]);
  expect(listOf(ada)).toEqual([]);
});

test("[PQ7] one that the page refuses is never announced, one that the server refuses is gone again, with the reason", async () => {
  using served = await ServedWorld.load(box("a", 0));
  const [ada, ben] = [await served.open("ada"), await served.open("ben")];
  await expect(ada.view.editing.perform("Move it", [moveEdit(999 as Entity, at(5))])).rejects.toThrow("no entity 999");
  expect(listOf(ada)).toEqual([]);
  const insert = [createEdit({ sdf: sdf(box("b", 2)) })];
  await perform(served, ben, "Insert b", insert);
  const doing = perform(served, ada, "Insert b too", insert);
  await expect(doing).rejects.toThrow('"b" is taken');
  expect(listOf(ada)).toEqual(["Insert b"]);
  expect(hashComponents(ada.view.mirror.world)).toEqual(hashComponents(served.sim.runner.world));
});

test("[PQ7] one that does not fit after a jump in time goes at once, and its outcome is told", async () => {
  using served = await ServedWorld.load(box("a", 0));
  const ada = await served.open("ada");
  await served.go(ada);
  const { entities } = await perform(served, ada, "Insert b", [createEdit({ sdf: sdf(box("b", 2)) })]);
  void ada.view.client.current!.pause();
  await served.until(() => ada.view.editing.queue.isOpen && ada.view.mirror.isExact);
  await perform(served, ada, "Move b", [moveEdit(entities[0]!, at(5))]);
  expect(xOf(ada, entities[0]!)).toBe(5);
  const told: unknown[] = [];
  ada.view.editing.queue.outcomes.on((outcome) => told.push(outcome));
  const history = new WorldHistory(ada.view);
  await served.until(() => history.state.current?.undo?.length === 1);
  void history.undo();
  await served.until(() => told.length > 0);
  expect(told).toMatchObject([{ kind: "DROPPED", reason: expect.stringContaining("entity"), description: "Move b" }]);
  await served.until(() => !ada.view.mirror.world.exists(entities[0]!));
  expect(listOf(ada)).toEqual([]);
});

test("[PQ7] of two who change the same thing the rule decides, and the loser is told", async () => {
  using served = await ServedWorld.load(box("a", 0) + box("b", 3));
  const [ada, ben] = [await served.open("ada"), await served.open("ben")];
  const [a, b] = [served.sim.entity("a"), served.sim.entity("b")];
  await perform(served, ada, "Move a", [moveEdit(a, at(5))]);
  await perform(served, ada, "Move b", [moveEdit(b, at(6))]);
  await perform(served, ben, "Move a too", [moveEdit(a, at(-5))]);
  await perform(served, ben, "Delete b", [removeEdit(b)]);
  const told: unknown[] = [];
  ada.view.editing.queue.outcomes.on(({ description, kind = "APPLIED", by = "" }) =>
    told.push([description, kind, by]),
  );
  await served.go(ben);
  await served.until(() => told.length === 4);
  expect(told).toEqual([
    ["Move a", "OVERRIDDEN", "ben"],
    ["Move b", "DROPPED", "ben"],
    ["Move a too", "APPLIED", ""],
    ["Delete b", "APPLIED", ""],
  ]);
  await served.until(() => Math.abs(xOf(ada, a) + 5) < 0.1 && !ada.view.mirror.world.exists(b));
});
