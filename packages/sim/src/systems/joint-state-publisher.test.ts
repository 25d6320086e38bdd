import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { JointPosition, JointVelocity } from "../components/joint.ts";
import { hingeModel } from "../testing/hinge.ts";
import { TestSim } from "../testing/test-sim.ts";

function load(inner = "", wrap: (model: string) => string = (model) => model): Promise<TestSim> {
  const plugins = `<plugin name="gz::sim::systems::JointStatePublisher"
    filename="gz-sim-joint-state-publisher-system">${inner}</plugin>`;
  const limit = "<lower>-1</lower>";
  return TestSim.load(`<gravity>0 0 0</gravity>${wrap(hingeModel("m", { plugins, limit, y: 2 }))}`);
}

function listen(sim: TestSim, topic = "/world/test/model/m/joint_state"): gz.Model[] {
  const heard: gz.Model[] = [];
  sim.node.subscribe(topic, "gz.msgs.Model", ({ value }) => heard.push(value));
  return heard;
}

test("[JS1] after each step every joint is told, with its links, axis, limits, position and velocity", async () => {
  using sim = await load();
  const { world } = sim.runner;
  const [fix, j] = [sim.joint("m::fix"), sim.joint("m::j")];
  const heard = listen(sim);
  sim.run({ steps: 2 });
  expect(heard).toHaveLength(2);
  const atRest = { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };
  expect(heard[1]).toEqual({
    header: { stamp: { sec: 0, nsec: 2_000_000 } },
    name: "m",
    id: sim.entity("m"),
    pose: { position: { x: 0, y: 2, z: 1 }, orientation: atRest.orientation },
    joint: [
      { name: "fix", id: fix, parent: "world", child: "base", pose: atRest },
      {
        name: "j",
        id: j,
        parent: "base",
        child: "arm",
        pose: atRest,
        axis1: {
          xyz: { x: 0, y: 0, z: 1 },
          limit_lower: -1,
          limit_upper: 1e16,
          damping: 0,
          position: 0,
          velocity: 0,
        },
      },
    ],
  });
  world.set(j, JointPosition, { axis1: 0.4, axis2: 0, axis3: 0 });
  world.set(j, JointVelocity, { axis1: -2, axis2: 0, axis3: 0 });
  sim.runner.systems.run("postUpdate", { ...sim.runner.now(), paused: false });
  sim.runner.bus.flush(0);
  expect(heard[2]!.joint![1]!.axis1).toMatchObject({ position: 0.4, velocity: -2 });
});

test("[JS2] only the joints that the file names, on its topic; a name that is wrong is said", async () => {
  using sim = await load("<topic>states</topic><joint_name>j</joint_name><joint_name>jj</joint_name>");
  const heard = listen(sim, "/states");
  sim.run({ steps: 1 });
  expect(heard.map(({ joint }) => joint!.map(({ name }) => name))).toEqual([["j"]]);
  expect(sim.log.map(({ message }) => message)).toContain(
    'the model m has no joint "jj" (did you mean "j"?); it is looked up again when joints are added',
  );
});

test("[JS3] a nested model's topic names all above it; nothing is told while paused", async () => {
  using sim = await load("", (model) => `<model name="outer">${model}</model>`);
  const heard = listen(sim, "/world/test/model/outer/model/m/joint_state");
  sim.run({ steps: 1 });
  expect(heard[0]!.joint!.map(({ parent, child }) => [parent, child])).toEqual([
    ["world", "base"],
    ["base", "arm"],
  ]);
  sim.runner.state.pause();
  sim.run({ steps: 5 });
  expect(heard).toHaveLength(1);
});

test("[JS4] who listens makes no difference to the world, and a resumed run tells the same", async () => {
  using heardOne = await load();
  using other = await load();
  const heard = listen(heardOne);
  for (const sim of [heardOne, other]) sim.run({ steps: 50 });
  expect(heardOne.runner.hash()).toBe(other.runner.hash());
  const resumed = listen(other);
  await other.runner.load(heardOne.runner.save());
  for (const sim of [heardOne, other]) sim.run({ steps: 10 });
  expect(resumed).toEqual(heard.slice(50));
});

test("[JS1] with an update_rate it is told that many times a simulated second", async () => {
  const plugin =
    '<plugin name="gz::sim::systems::JointStatePublisher" filename="x"><update_rate>20</update_rate></plugin>';
  using sim = await TestSim.load(hingeModel("m", { plugins: plugin }));
  const steps: number[] = [];
  sim.node.subscribe("/world/test/model/m/joint_state", "gz.msgs.Model", () => steps.push(sim.runner.now().count));
  sim.run({ steps: 200 });
  expect(steps).toEqual([50, 100, 150, 200]);
});
