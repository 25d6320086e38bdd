import { messages } from "@orrery/msgs";
import { connectNode, connectPeer, hashComponents, memoryLinks, type Node } from "@orrery/sim";
import { Pose } from "@orrery/sim/components";
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
  /** A client of it. */
  connect(): Promise<{ node: Node; cut: () => void }>;
  /** Makes steps, then gives out what changed. */
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

/** Gives out what changed until the mirror has taken some of it. */
async function next(mirror: Mirror, served: Served, steps = 0): Promise<MirrorChange> {
  const changed = new Promise<MirrorChange>((resolve) => {
    const listening = mirror.changes.on((change) => {
      listening[Symbol.dispose]();
      resolve(change);
    });
  });
  // The request may still be on its way.
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
  const leave = mirror.follow(node, "test");
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
