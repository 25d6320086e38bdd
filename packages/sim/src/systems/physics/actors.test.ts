import { expect, test } from "vitest";
import { IsActor } from "../../components/identity.ts";
import { Pose } from "../../components/pose.ts";
import { saveWorld } from "../../entities/kinds/world.ts";
import { hashesOfInterruptedRuns } from "../../testing/interrupted.ts";
import { TestSim } from "../../testing/test-sim.ts";

/** From 1 m behind its start to 2 m ahead in 0.2 s, then a quarter turn to the left on the spot in 0.1 s. */
const walk = `<trajectory id="0" type="walk">
  <waypoint><time>0</time><pose>-1 0 0 0 0 0</pose></waypoint>
  <waypoint><time>0.2</time><pose>2 0 0 0 0 0</pose></waypoint>
  <waypoint><time>0.3</time><pose>2 0 0 0 0 1.5707963267949</pose></waypoint></trajectory>`;

const load = (script: string): Promise<TestSim> =>
  TestSim.load(`<actor name="walker"><pose>0 5 1 0 0 1.5707963267949</pose><script>${script}</script></actor>`);

function poseAfter(sim: TestSim, steps: number) {
  sim.run({ steps });
  const { world } = sim.runner;
  return world.get(world.query(IsActor).first()!, Pose)!;
}

test("[PS23] an actor follows its waypoints, seen from where it starts, straight and evenly", async () => {
  using sim = await load(`<loop>false</loop>${walk}`);
  // A third of the way: 0 m along the x axis of its start, which is the world's y.
  const passing = poseAfter(sim, 67);
  expect([passing.x, passing.y, passing.z]).toEqual([expect.closeTo(0, 9), expect.closeTo(5.005, 9), 1]);
  // Half of the quarter turn, in addition to the quarter turn of its start.
  const turning = poseAfter(sim, 183);
  expect(turning.y).toBeCloseTo(7, 9);
  expect(2 * Math.atan2(turning.qz, turning.qw)).toBeCloseTo((Math.PI / 2) * 1.5, 9);
  const done = poseAfter(sim, 500);
  expect(2 * Math.atan2(done.qz, done.qw)).toBeCloseTo(Math.PI, 9);
});

test("[PS23] in a loop it waits before each round, and without auto_start forever", async () => {
  using looping = await load(`<delay_start>0.1</delay_start>${walk}`);
  expect(poseAfter(looping, 50).y).toBeCloseTo(4, 9);
  expect(poseAfter(looping, 150).y).toBeCloseTo(5.5, 9);
  // 0.4 s per round
  expect(poseAfter(looping, 250).y).toBeCloseTo(4, 9);
  expect(poseAfter(looping, 150).y).toBeCloseTo(5.5, 9);
  using waiting = await load(`<auto_start>false</auto_start>${walk}`);
  expect(poseAfter(waiting, 100).y).toBe(5);
});

test("[PS23] it turns the shorter way", async () => {
  using sim = await load(`<trajectory id="0" type="t"><waypoint><time>0</time><pose>0 0 0 0 0 3</pose></waypoint>
    <waypoint><time>0.2</time><pose>0 0 0 0 0 -3</pose></waypoint></trajectory>`);
  const { qz, qw } = poseAfter(sim, 100);
  expect(Math.abs(2 * Math.atan2(qz, qw) - Math.PI / 2)).toBeCloseTo(Math.PI, 9);
});

test("[PS23] it is saved with its script and where it started; a run saved on the way continues alike", async () => {
  using sim = await load(walk);
  const before = saveWorld(sim.runner.world, sim.runner.root).actors;
  sim.run({ steps: 100 });
  expect(saveWorld(sim.runner.world, sim.runner.root).actors).toEqual(before);
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    () => load(walk),
    (each) => each.run({ steps: 100 }),
    (each) => each.run({ steps: 400 }),
  );
  expect([elsewhere, takenBack]).toEqual([whole, whole]);
});
