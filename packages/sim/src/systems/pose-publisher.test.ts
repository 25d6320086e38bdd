import type { gz, MessageOf } from "@orrery/msgs";
import { expect, test } from "vitest";
import { hingeModel } from "../testing/hinge.ts";
import { TestSim } from "../testing/test-sim.ts";

function load(inner: string): Promise<TestSim> {
  const plugins = `<plugin name="ignition::gazebo::systems::PosePublisher"
    filename="ignition-gazebo-pose-publisher-system">${inner}</plugin>
    <model name="tool"><pose>0 0 0.5 0 0 0</pose><link name="tip"><inertial><mass>1</mass></inertial></link></model>
    <joint name="weld" type="fixed"><parent>arm</parent><child>tool::tip</child></joint>`;
  return TestSim.load(`<gravity>0 0 0</gravity>${hingeModel("m", { plugins })}`);
}

function listen<Type extends string>(sim: TestSim, type: Type, topic = "/model/m/pose"): MessageOf<Type>[] {
  const heard: MessageOf<Type>[] = [];
  sim.node.subscribe(topic, type, ({ value }) => heard.push(value));
  return heard;
}

const frameOf = ({ header }: gz.Pose): (readonly string[] | undefined)[] => header!.data!.map(({ value }) => value);

test("[PP1] links are told relative to their model, each in a message of its own, the last one first", async () => {
  using sim = await load("");
  const heard = listen(sim, "gz.msgs.Pose");
  sim.run({ steps: 1 });
  expect(heard.map(({ name }) => name)).toEqual(["m::tool::tip", "m::arm", "m::base"]);
  expect(heard[1]).toEqual({
    header: {
      stamp: { sec: 0, nsec: 1_000_000 },
      data: [
        { key: "frame_id", value: ["m"] },
        { key: "child_frame_id", value: ["m::arm"] },
      ],
    },
    name: "m::arm",
    position: { x: 0, y: 0, z: expect.closeTo(0.2, 6) as number },
    orientation: { x: 0, y: 0, z: 0, w: 1 },
  });
});

test("[PP1] models and all together in one message, when asked for", async () => {
  using sim = await load(
    "<publish_nested_model_pose>true</publish_nested_model_pose><use_pose_vector_msg>true</use_pose_vector_msg>",
  );
  const heard = listen(sim, "gz.msgs.Pose_V");
  sim.run({ steps: 1 });
  expect(heard[0]!.pose!.map(frameOf)).toEqual([
    [["m::tool"], ["m::tool::tip"]],
    [["m"], ["m::tool"]],
    [["m"], ["m::arm"]],
    [["m"], ["m::base"]],
    [["test"], ["m"]],
  ]);
  using inner = await load(`<publish_nested_model_pose>true</publish_nested_model_pose>
    <publish_model_pose>false</publish_model_pose><publish_link_pose>false</publish_link_pose>`);
  const alone = listen(inner, "gz.msgs.Pose");
  inner.run({ steps: 1 });
  expect(alone.map(({ name }) => name)).toEqual(["m::tool"]);
});

test("[PP2] messages come at the rate asked for, from the first whole period on", async () => {
  using sim = await load("<update_frequency>30</update_frequency><use_pose_vector_msg>true</use_pose_vector_msg>");
  const steps: number[] = [];
  sim.node.subscribe("/model/m/pose", "gz.msgs.Pose_V", () => steps.push(sim.runner.now().count));
  sim.run({ steps: 200 });
  // 33.3 ms, 66.7 ms, 100 ms, …
  expect(steps).toEqual([34, 67, 100, 134, 167, 200]);
});

test("[PP3] what no joint moves goes to a topic of its own, at a rate of its own", async () => {
  using sim = await load(`<static_publisher>true</static_publisher><use_pose_vector_msg>true</use_pose_vector_msg>
    <static_update_frequency>100</static_update_frequency>`);
  const moving = listen(sim, "gz.msgs.Pose_V");
  const fixed = listen(sim, "gz.msgs.Pose_V", "/model/m/pose_static");
  sim.run({ steps: 20 });
  expect([moving.length, fixed.length]).toEqual([20, 2]);
  expect(moving[0]!.pose!.map(({ name }) => name)).toEqual(["m::arm"]);
  expect(fixed[0]!.pose!.map(({ name }) => name)).toEqual(["m::tool::tip", "m::base"]);
});

test("[PP4] a resumed run tells the same at the same steps; nothing is told while paused", async () => {
  const inner = "<update_frequency>30</update_frequency><use_pose_vector_msg>true</use_pose_vector_msg>";
  using sim = await load(inner);
  using other = await load(inner);
  sim.run({ steps: 50 });
  await other.runner.load(sim.runner.save());
  const [heard, resumed] = [listen(sim, "gz.msgs.Pose_V"), listen(other, "gz.msgs.Pose_V")];
  for (const each of [sim, other]) {
    each.runner.state.pause();
    each.run({ steps: 100 });
    each.runner.state.run();
    each.run({ steps: 100 });
  }
  expect(heard).toHaveLength(3);
  expect(resumed).toEqual(heard);
});

test("[PP1] on a model in a model, its topic has both names and the models in it are told when asked for", async () => {
  const publisher = (inner: string): string => `<plugin name="gz::sim::systems::PosePublisher" filename="x">
    <publish_link_pose>false</publish_link_pose>${inner}</plugin>`;
  const load = (inner: string): Promise<TestSim> =>
    TestSim.load(
      `<model name="outer"><link name="l"/><model name="inner"><link name="l"/>${publisher(inner)}</model></model>`,
    );
  const nested = "<publish_nested_model_pose>true</publish_nested_model_pose>";
  using sim = await load(`${nested}<publish_model_pose>false</publish_model_pose>`);
  const heard = listen(sim, "gz.msgs.Pose", "/model/outer/model/inner/pose");
  sim.run({ steps: 1 });
  expect(heard.map(frameOf)).toEqual([[["outer"], ["outer::inner"]]]);
  using named = await load(`${nested}<topic>/where</topic><static_publisher>true</static_publisher>`);
  const [here, fixed] = [listen(named, "gz.msgs.Pose", "/where"), listen(named, "gz.msgs.Pose", "/where_static")];
  named.run({ steps: 1 });
  expect([here.length, fixed.length]).toEqual([0, 1]);
});
