import { expect, test } from "vitest";
import { WorldLinearVelocity } from "./components/motion.ts";
import { Sim } from "./sim.ts";
import { steered, steeredBall } from "./testing/steered.ts";

const BALL = `<model name="ball"><pose>0 0 10 0 0 0</pose><link name="link">
  <inertial><mass>1</mass></inertial>
  <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model>`;
const WORLD = `<sdf version="1.9"><world name="w">${BALL}</world></sdf>`;

test("[EM1] a program loads a world, runs it by steps or by time, and looks at it", async () => {
  using sim = await Sim.load(WORLD);
  sim.run({ steps: 100 });
  sim.run({ seconds: 0.4 });
  expect(sim.time).toBe(0.5);
  expect(sim.runner.now().count).toBe(500);
  // v = −g t, z = 10 − g t² / 2.
  expect(sim.world.get(sim.entity("ball::link"), WorldLinearVelocity)!.z).toBeCloseTo(-9.8 * 0.5, 4);
  expect(sim.poseOf("ball").z).toBeCloseTo(10 - (9.8 * 0.25) / 2, 2);
  expect(() => sim.entity("cube")).toThrow(`the world "w" has no "cube"`);
});

test("[EM1] a robot without a world gets one, with ground", async () => {
  using sim = await Sim.load(`<sdf version="1.9">${BALL}</sdf>`);
  sim.run({ seconds: 3 });
  expect(sim.poseOf("ball").z).toBeCloseTo(0.5, 2);
});

test("[EM2] what is saved is restored to the bit, in another world of the same file too", async () => {
  using first = await Sim.load(WORLD);
  first.run({ steps: 200 });
  const state = first.save();
  first.run({ steps: 200 });
  using second = await Sim.load(WORLD);
  await second.restore(state);
  expect(second.time).toBe(0.2);
  second.run({ steps: 200 });
  expect(second.hash()).toBe(first.hash());
});

test("[EM3] messages reach the world in the next step, and those of the world the program", async () => {
  using sim = await Sim.load(
    `<sdf version="1.9"><world name="w"><model name="ball">${BALL.slice(BALL.indexOf("<pose>"), -"</model>".length)}
      <plugin name="gz::sim::systems::VelocityControl" filename="gz-sim-velocity-control-system"/></model></world></sdf>`,
  );
  const clocks: unknown[] = [];
  sim.node.subscribe("/clock", "gz.msgs.Clock", ({ value }) => clocks.push(value));
  sim.publish("/model/ball/cmd_vel", "gz.msgs.Twist", { linear: { x: 2 } });
  sim.run({ steps: 500 });
  expect(sim.poseOf("ball").x).toBeCloseTo(1, 2);
  expect(clocks.length).toBeGreaterThan(0);
});

test("[EM4] a text with mistakes is refused with all of them, and warnings are heard", async () => {
  await expect(Sim.load(`<sdf version="1.9"><world name="w">\n<model/>\n</world></sdf>`)).rejects.toThrow(
    /world\.sdf:2:1: error: /,
  );
  await expect(Sim.load(`<sdf version="1.9"/>`)).rejects.toThrow(/nothing to run/);
  const heard: string[] = [];
  using _ = await Sim.load(WORLD.replace("<model", "<modle/><model"), {
    onLog: ({ level, message }) => level === "warn" && heard.push(message),
  });
  expect(heard).toEqual([expect.stringMatching(/modle/)]);
});

test("[EM5] where a step has to wait for a result, run says so and runAlong waits", async () => {
  const steering = {
    steer: () => new Promise<number>((resolve) => setImmediate(resolve, 1)),
    holdsStep: { limitMs: 1e6 },
  };
  using sim = await Sim.load(`<sdf version="1.9"><world name="w">${steeredBall}</world></sdf>`, {
    systems: [steered(steering)],
  });
  expect(() => sim.run({ steps: 20 })).toThrow(/use runAlong/);
  expect(sim.runner.now().count).toBe(10);
  await sim.runAlong({ steps: 20 });
  expect(sim.runner.now().count).toBe(30);
});
