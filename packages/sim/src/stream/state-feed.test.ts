import { expect, test } from "vitest";
import { identityPose } from "../base/pose.ts";
import { JointPosition } from "../components/joint.ts";
import { WorldLinearVelocity } from "../components/motion.ts";
import { Name } from "../components/identity.ts";
import { Pose } from "../components/pose.ts";
import { component, numeric, type Component } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import { hashComponents } from "../ecs/state-hash.ts";
import { World } from "../ecs/world.ts";
import { applyState, applyUpdate } from "./apply-state.ts";
import { decodeChunk } from "./decode-chunk.ts";
import { StateFeed, type Chunk } from "./state-feed.ts";
import { StateTap } from "./state-tap.ts";

/** A world of bodies, its feed, and clients of it. */
class Fixture {
  readonly world = new World();
  readonly feed = new StateFeed(this.world, 7);
  readonly bodies: Entity[] = [];

  constructor(count: number) {
    const root = this.world.create();
    for (let i = 0; i < count; i++) {
      const body = this.world.create(root);
      this.world.set(body, Name, `body ${i}`);
      this.world.set(body, Pose, { ...identityPose, x: i });
      this.world.set(body, WorldLinearVelocity, { x: 0, y: 0, z: 0 });
      this.bodies.push(body);
    }
    this.feed.advance({ exact: false });
  }

  /** Adds thirds of metres, which are not multiples of a tenth of a millimetre. */
  readonly move = (body: Entity, x: number): void => {
    this.world.set(body, Pose, { ...identityPose, x: x / 3 });
    this.world.set(body, WorldLinearVelocity, { x, y: 0, z: 0 });
  };
}

class Client {
  readonly world = new World();
  epoch = 0;
  after = 0;
  exactAfter = 0;
  watch: Entity[] = [];

  ask(feed: StateFeed): Chunk | undefined {
    const { epoch, after, exactAfter, watch } = this;
    const chunk = feed.chunk({ epoch, after, exactAfter, watch });
    if (chunk === undefined) return undefined;
    applyState(this.world, decodeChunk(chunk), chunk);
    this.epoch = chunk.epoch;
    this.after = chunk.version;
    if (chunk.exact) this.exactAfter = chunk.version;
    return chunk;
  }
}

/** The size of a chunk, without the overhead of its message. */
const bytesOf = ({ changes, poses, watched }: Chunk): number => changes.length + poses.length + watched.length;

const written = (chunk: Chunk | undefined): Component[] =>
  chunk === undefined ? [] : decodeChunk(chunk).set.map(({ component }) => component);

test("[ST1][ST8] a client gets everything, then what changed, and nothing when nothing did", () => {
  const { world, feed, bodies, move } = new Fixture(10);
  const client = new Client();
  expect(client.ask(feed)).toMatchObject({ whole: true, exact: true, version: feed.version });
  expect(hashComponents(client.world)).toEqual(hashComponents(world));
  feed.advance({ exact: false });
  expect(client.ask(feed)).toBeUndefined();
  move(bodies[3]!, 1);
  feed.advance({ exact: false });
  const chunk = client.ask(feed)!;
  expect(decodeChunk(chunk).set).toMatchObject([{ component: Pose, entities: Uint32Array.of(bodies[3]!) }]);
  expect(bytesOf(chunk)).toBeLessThanOrEqual(17);
});

test("[ST7] clients that lack the same get the same chunk, but for what each watches", () => {
  const { feed, bodies, move } = new Fixture(3);
  const [ada, bob, watching] = [new Client(), new Client(), new Client()];
  expect(ada.ask(feed)).toBe(bob.ask(feed));
  watching.ask(feed);
  watching.watch = [bodies[0]!];
  move(bodies[0]!, 1);
  feed.advance({ exact: false });
  const chunk = ada.ask(feed)!;
  expect(bob.ask(feed)).toBe(chunk);
  const { watched, ...shared } = watching.ask(feed)!;
  expect(watched.length).toBeGreaterThan(0);
  expect({ ...shared, watched: new Uint8Array() }).toEqual(chunk);
});

test("[ST4] of a running world, only what pictures show is sent, and all numbers of what is watched", () => {
  const { world, feed, bodies, move } = new Fixture(10);
  const [plain, watching] = [new Client(), new Client()];
  watching.watch = [bodies[0]!];
  for (const client of [plain, watching]) client.ask(feed);
  move(bodies[0]!, 1);
  move(bodies[1]!, 1);
  feed.advance({ exact: false });
  expect(written(plain.ask(feed))).toEqual([Pose]);
  expect(plain.world.get(bodies[0]!, WorldLinearVelocity)!.x).toBe(0);
  watching.ask(feed);
  expect(watching.world.get(bodies[0]!, Pose)).toEqual(world.get(bodies[0]!, Pose));
  expect(watching.world.get(bodies[0]!, WorldLinearVelocity)!.x).toBe(1);
  expect(watching.world.get(bodies[1]!, WorldLinearVelocity)!.x).toBe(0);
  expect(watching.world.get(bodies[1]!, Pose)).not.toEqual(world.get(bodies[1]!, Pose));
});

test("[ST21] what a component declares decides who gets its changes", () => {
  const Shown = numeric("test.Shown", { watts: 0 }, { stream: "always" });
  const Hidden = component("test.Hidden", () => "", { stream: "when-watched" });
  const Plan = component("test.Told", () => "");
  const { world, feed, bodies } = new Fixture(2);
  const [plain, watching] = [new Client(), new Client()];
  watching.watch = [bodies[0]!];
  for (const client of [plain, watching]) client.ask(feed);
  for (const body of bodies) {
    world.set(body, Shown, { watts: 1 });
    world.set(body, Hidden, "secret");
    world.set(body, Plan, "plan");
  }
  feed.advance({ exact: false });
  expect(written(plain.ask(feed))).toEqual([Shown, Plan]);
  watching.ask(feed);
  expect(bodies.map((body) => watching.world.get(body, Hidden))).toEqual(["secret", undefined]);
  feed.advance({ exact: true });
  plain.ask(feed);
  expect(hashComponents(plain.world)).toEqual(hashComponents(world));
});

test("[ST4] what is new comes with all its numbers", () => {
  const { world, feed, bodies } = new Fixture(1);
  const client = new Client();
  client.ask(feed);
  const made = world.create(bodies[0]);
  world.set(made, JointPosition, { axis1: 0.1, axis2: 0, axis3: 0 });
  world.set(made, Pose, { ...identityPose, x: 1 / 3 });
  feed.advance({ exact: false });
  client.ask(feed);
  expect(hashComponents(client.world)).toEqual(hashComponents(world));
});

test("[ST5] when the world is paused, what was inexact or left out is made up for, and only that", () => {
  const { world, feed, bodies, move } = new Fixture(10);
  const client = new Client();
  client.ask(feed);
  for (let round = 0; round < 5; round++) {
    move(bodies[2]!, round);
    feed.advance({ exact: false });
    client.ask(feed);
  }
  feed.advance({ exact: true });
  const chunk = client.ask(feed)!;
  expect(chunk).toMatchObject({ exact: true, whole: false });
  for (const { entities } of decodeChunk(chunk).set) expect(entities).toEqual(Uint32Array.of(bodies[2]!));
  expect(hashComponents(client.world)).toEqual(hashComponents(world));
  feed.advance({ exact: true });
  expect(client.ask(feed)).toBeUndefined();
});

test("[ST6] a client that did not ask for long gets one change that makes up for all of it", () => {
  const { world, feed, bodies, move } = new Fixture(10);
  const client = new Client();
  client.ask(feed);
  for (let round = 0; round < 1000; round++) {
    for (const body of bodies.slice(0, 5)) if (world.exists(body)) move(body, round);
    if (round === 500) world.remove(bodies[0]!);
    feed.advance({ exact: false });
  }
  const chunk = client.ask(feed)!;
  expect(chunk.whole).toBe(false);
  // Four bodies, and one that was removed.
  expect(chunk.poses.length).toBeLessThanOrEqual(4 * 16 + 1);
  expect(client.world.entities()).toEqual(world.entities());
  expect(client.ask(feed)).toBeUndefined();
});

test("[ST6] one that fell behind the log of removals gets everything again", () => {
  const { world, feed, bodies } = new Fixture(3);
  const client = new Client();
  client.ask(feed);
  for (let i = 0; i < 70_000; i++) {
    world.set(bodies[0]!, JointPosition, JointPosition.initial());
    world.unset(bodies[0]!, JointPosition);
    if (i % 1000 === 0) feed.advance({ exact: false });
  }
  feed.advance({ exact: false });
  expect(client.ask(feed)).toMatchObject({ whole: true });
  expect(hashComponents(client.world)).toEqual(hashComponents(world));
});

test("[ST7] what several clients lack alike is encoded once", () => {
  const { feed, bodies, move } = new Fixture(10);
  const clients = Array.from({ length: 3 }, () => new Client());
  expect(new Set(clients.map((client) => client.ask(feed)!.changes)).size).toBe(1);
  move(bodies[0]!, 1);
  feed.advance({ exact: false });
  expect(new Set(clients.map((client) => client.ask(feed)!.poses)).size).toBe(1);
});

test("[ST9] after a restart the whole state comes as what differs", () => {
  const before = new Fixture(10);
  const client = new Client();
  client.ask(before.feed);
  const [first] = before.bodies as [Entity];
  const kept = client.world.get(first, Name);

  const after = new Fixture(8);
  after.move(first, 1);
  const feed = new StateFeed(after.world, 8);
  feed.advance({ exact: false });
  const { epoch, exactAfter, after: version } = client;
  const chunk = feed.chunk({ epoch, after: version, exactAfter, watch: [] })!;
  expect(chunk).toMatchObject({ whole: true, epoch: 8 });
  const delta = applyState(client.world, decodeChunk(chunk), chunk);
  expect(delta.placed).toEqual([]);
  expect(delta.removed).toEqual(before.bodies.slice(8));
  expect(delta.set.map(({ component, entities }) => [component, ...entities])).toEqual([
    [Pose, first],
    [WorldLinearVelocity, first],
  ]);
  expect(client.world.get(first, Name)).toBe(kept);
  expect(hashComponents(client.world)).toEqual(hashComponents(after.world));
});

test("[ST8] a tap gives a mirror in another thread what it lacks, and nothing when that is nothing", () => {
  const { world, bodies, move } = new Fixture(5);
  const tap = new StateTap(world);
  const mirror = new World();
  const take = (exact: boolean, watch: Entity[] = []) => {
    const update = tap.take({ exact, watch });
    if (update !== undefined) applyUpdate(mirror, update);
    return update;
  };
  expect(take(false)).toMatchObject({ whole: true, exact: false });
  expect(take(false)).toBeUndefined();
  move(bodies[0]!, 1);
  move(bodies[1]!, 1);
  expect(take(false, [bodies[1]!])).toMatchObject({ whole: false });
  expect(mirror.get(bodies[0]!, Pose)).toEqual(world.get(bodies[0]!, Pose));
  expect(mirror.get(bodies[0]!, WorldLinearVelocity)!.x).toBe(0);
  expect(mirror.get(bodies[1]!, WorldLinearVelocity)!.x).toBe(1);
  expect(take(true)).toMatchObject({ whole: false, exact: true });
  expect(hashComponents(mirror)).toEqual(hashComponents(world));
  expect(take(true)).toBeUndefined();
});

test("[ST4] commands that come and go in every step are told of once", () => {
  const { world, feed, bodies } = new Fixture(2);
  const client = new Client();
  world.set(bodies[0]!, JointPosition, JointPosition.initial());
  feed.advance({ exact: false });
  client.ask(feed);
  for (let step = 0; step < 100; step++) {
    world.unset(bodies[0]!, JointPosition);
    if (step < 99) world.set(bodies[0]!, JointPosition, JointPosition.initial());
  }
  feed.advance({ exact: false });
  expect(decodeChunk(client.ask(feed)!).unset).toEqual([{ entity: bodies[0], component: JointPosition }]);
});

test("[HI31] a jump that leads to the same state still reaches all who look, once", () => {
  const { world, feed } = new Fixture(3);
  const tap = new StateTap(world);
  const client = new Client();
  const numbers = (timeline: number) => ({ timeline, pending: 0, inputs: 0 });
  tap.take({ exact: true, watch: [], numbers: numbers(1) });
  feed.advance({ exact: true, numbers: numbers(1) });
  expect(client.ask(feed)).toMatchObject({ timeline: 1 });
  expect(tap.take({ exact: true, watch: [], numbers: numbers(1) })).toBeUndefined();
  expect(tap.take({ exact: true, watch: [], numbers: numbers(2) })).toMatchObject({
    whole: false,
    numbers: numbers(2),
  });
  feed.advance({ exact: true, numbers: numbers(2) });
  expect(client.ask(feed)).toMatchObject({ timeline: 2, whole: false });
  feed.advance({ exact: true, numbers: numbers(2) });
  expect(client.ask(feed)).toBeUndefined();
});

test("[ST23] a count that has risen reaches all who look, once, also where nothing has changed", () => {
  const { world, feed } = new Fixture(3);
  const tap = new StateTap(world);
  const client = new Client();
  const numbers = (inputs: number) => ({ timeline: 1, pending: 0, inputs });
  tap.take({ exact: true, watch: [], numbers: numbers(4) });
  feed.advance({ exact: true, numbers: numbers(4) });
  expect(client.ask(feed)).toMatchObject({ inputs: 4 });
  expect(tap.take({ exact: true, watch: [], numbers: numbers(4) })).toBeUndefined();
  expect(tap.take({ exact: true, watch: [], numbers: numbers(5) })).toMatchObject({
    whole: false,
    numbers: numbers(5),
  });
  feed.advance({ exact: true, numbers: numbers(5) });
  const told = client.ask(feed)!;
  expect([told.inputs, bytesOf(told)]).toEqual([5, 0]);
  feed.advance({ exact: true, numbers: numbers(5) });
  expect(client.ask(feed)).toBeUndefined();
});
