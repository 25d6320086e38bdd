import { messages, type orrery } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode, connectPeer, hashComponents, memoryLinks, STREAM_TYPE, streamName } from "@orrery/sim/host";
import { Name, Plugins, Pose, SimClock, WorldLinearVelocity } from "@orrery/sim/components";
import { TestSim } from "@orrery/sim/testing";
import { expect, onTestFinished, test } from "vitest";
import { LocalFront } from "../local/local-front.ts";
import { Mirror, type MirrorChange } from "./mirror.ts";

const ball = (name: string, height: number) => `
  <model name="${name}"><pose>${height} 0 ${height} 0 0 0</pose><link name="link">
    <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision>
  </link></model>`;

interface Served {
  readonly sim: TestSim;
  /** Connects a client to it. */
  connect(): Promise<{ node: Node; cut: () => void }>;
  /** Makes steps, then publishes what changed. */
  run(steps: number): void;
}

async function serve(inside: string, systems = ["physics", "user-commands", "scene-broadcaster"]): Promise<Served> {
  const sim = await TestSim.load(inside, { defaultSystems: systems });
  let nowMs = 0;
  const front = new LocalFront(sim.runner, () => nowMs);
  onTestFinished(() => {
    front[Symbol.dispose]();
    sim[Symbol.dispose]();
  });
  return {
    sim,
    connect: async () => {
      const [near, far] = memoryLinks();
      connectPeer(front.bus, far);
      const node = await connectNode(near, messages);
      onTestFinished(() => node[Symbol.dispose]());
      return { node, cut: () => far.close("the cable is out") };
    },
    run: (steps) => {
      sim.run({ steps });
      nowMs += 1000;
      front.tick();
    },
  };
}

/** Publishes what changed until the mirror has taken some of it. */
async function next(mirror: Mirror, served: Served, steps = 0): Promise<MirrorChange> {
  const changed = new Promise<MirrorChange>((resolve) => {
    const listening = mirror.changes.on((change) => {
      listening[Symbol.dispose]();
      resolve(change);
    });
  });
  // The request may still be under way.
  await expect
    .poll(async () => {
      served.run(steps);
      await Promise.resolve();
      return Promise.race([changed.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))]);
    })
    .toBe(true);
  return changed;
}

async function following(served: Served): Promise<{ mirror: Mirror; cut: () => void }> {
  const mirror = new Mirror();
  const { node, cut } = await served.connect();
  const leave = mirror.follow(node, "/world/test");
  onTestFinished(() => leave[Symbol.dispose]());
  expect(await next(mirror, served)).toMatchObject({ whole: true, exact: true });
  return { mirror, cut };
}

test("[ST1] a mirror gets the whole world first, then what changes", async () => {
  const served = await serve(ball("a", 5));
  const { mirror } = await following(served);
  const { world } = served.sim.runner;
  expect(mirror.root).toBe(served.sim.runner.root);
  expect(hashComponents(mirror.world)).toEqual(hashComponents(world));

  const change = await next(mirror, served, 10);
  expect(change.whole).toBe(false);
  const a = served.sim.entity("a");
  expect(change.delta.set.find(({ component }) => component === Pose)?.entities).toContain(a);
  expect(mirror.world.get(a, Pose)!.z).toBeCloseTo(world.get(a, Pose)!.z, 3);
});

test("[ST4] while an entity is watched, all its numbers come, exact", async () => {
  const served = await serve(ball("a", 5) + ball("b", 9));
  const { mirror } = await following(served);
  const { world } = served.sim.runner;
  const [link, other] = [served.sim.entity("a::link"), served.sim.entity("b::link")];
  const watching = mirror.watch(link);
  // The first answer belongs to a request from before it was watched.
  await next(mirror, served, 5);
  await next(mirror, served, 5);
  expect(mirror.world.get(link, WorldLinearVelocity)).toEqual(world.get(link, WorldLinearVelocity));
  expect(mirror.world.get(other, WorldLinearVelocity)!.z).toBe(0);
  const seen = mirror.world.get(link, WorldLinearVelocity);
  watching[Symbol.dispose]();
  await next(mirror, served, 5);
  await next(mirror, served, 5);
  expect(mirror.world.get(link, WorldLinearVelocity)).not.toEqual(world.get(link, WorldLinearVelocity));
  expect(mirror.world.get(link, WorldLinearVelocity)!.z).toBeLessThanOrEqual(seen!.z);
});

test("[ST5] a paused world is exact", async () => {
  const served = await serve(ball("a", 5));
  const { mirror } = await following(served);
  await next(mirror, served, 10);
  expect(mirror.isExact).toBe(false);
  served.sim.runner.state.pause();
  expect(await next(mirror, served)).toMatchObject({ exact: true, whole: false });
  expect(mirror.isExact).toBe(true);
  expect(hashComponents(mirror.world)).toEqual(hashComponents(served.sim.runner.world));
});

test("[ST1] a jump in time is a change like any other", async () => {
  const served = await serve(ball("a", 5) + ball("b", 9));
  const { mirror } = await following(served);
  const { runner } = served.sim;
  const b = served.sim.entity("b");
  await next(mirror, served, 10);
  runner.world.remove(b);
  await next(mirror, served, 10);
  expect(mirror.world.exists(b)).toBe(false);
  runner.reset("all");
  runner.state.pause();
  const { delta, whole } = await next(mirror, served);
  expect(whole).toBe(false);
  expect(delta.placed.map(({ entity }) => entity)).toContain(b);
  expect(hashComponents(mirror.world)).toEqual(hashComponents(runner.world));
});

test("[ST9] a mirror survives its server: what was stays, and what is new comes as what differs", async () => {
  const first = await serve(ball("a", 5) + ball("b", 9));
  const { mirror, cut } = await following(first);
  const { epoch } = mirror;
  let restarts = 0;
  mirror.restarts.on(() => void restarts++);
  cut();
  await expect.poll(() => mirror.state).toMatchObject({ kind: "stale" });
  expect(mirror.world.entityCount).toBe(first.sim.runner.world.entityCount);

  const second = await serve(ball("a", 5) + ball("c", 9));
  const { node } = await second.connect();
  mirror.follow(node, "/world/test");
  const { delta, whole } = await next(mirror, second);
  expect(whole).toBe(true);
  expect(mirror.epoch).not.toBe(epoch);
  expect(restarts).toBe(1);
  expect(mirror.state).toEqual({ kind: "live" });
  expect(delta.placed).toEqual([]);
  expect(delta.set.map(({ component, data }) => [component.name, ...data])).toEqual([[Name.name, "c"]]);
  expect(hashComponents(mirror.world)).toEqual(hashComponents(second.sim.runner.world));
});

test("[ST10] without a scene broadcaster a mirror says so, and continues when one is added", async () => {
  const served = await serve(ball("a", 5), ["physics"]);
  const mirror = new Mirror();
  const { node } = await served.connect();
  mirror.follow(node, "/world/test");
  await expect.poll(() => mirror.state).toEqual({ kind: "no-stream" });
  const { world, root } = served.sim.runner;
  const plugins = world.get(root, Plugins)!;
  await served.sim.runner.library.load({ name: "scene-broadcaster", filename: "", innerXml: "" });
  world.set(root, Plugins, [...plugins, { name: "scene-broadcaster", filename: "", innerXml: "" }]);
  served.run(1);
  expect(await next(mirror, served)).toMatchObject({ whole: true });
  expect(mirror.state).toEqual({ kind: "live" });
  world.set(root, Plugins, plugins);
  served.run(1);
  await expect.poll(() => mirror.state).toEqual({ kind: "no-stream" });
});

test("[ST11] a world runs as it would with nobody watching", async () => {
  const [watched, alone] = [await serve(ball("a", 5)), await serve(ball("a", 5))];
  const { mirror } = await following(watched);
  for (let round = 0; round < 10; round++) await next(mirror, watched, 10);
  alone.sim.run({ steps: watched.sim.runner.now().count });
  expect(watched.sim.runner.hash()).toBe(alone.sim.runner.hash());
});

test("[PN3] a mirror counts what has come, and tells how many steps lie between its last two chunks", async () => {
  const served = await serve(ball("a", 5));
  const { mirror } = await following(served);
  const { bytes, ...others } = mirror.figures;
  expect(others).toEqual({ chunks: 1, lag: 0 });
  // Other clients get the same.
  let whole: orrery.StateChunk | undefined;
  const { node } = await served.connect();
  void node.request(streamName("test"), {}, STREAM_TYPE).then((chunk) => (whole = chunk));
  await expect
    .poll(() => {
      served.run(0);
      return whole;
    })
    .toBeDefined();
  const { changes, poses, watched } = whole!;
  expect(bytes).toBe([changes, poses, watched].reduce((sum, part) => sum + (part?.length ?? 0), 0));

  const steps = () => mirror.world.get(mirror.root!, SimClock)!.steps;
  const before = steps();
  await next(mirror, served, 10);
  expect(mirror.figures).toMatchObject({ lag: steps() - before });
  expect(mirror.figures.lag).toBeGreaterThanOrEqual(10);
  expect(mirror.figures.bytes).toBeGreaterThan(bytes);
});
