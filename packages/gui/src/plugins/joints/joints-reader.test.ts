import { expect, test } from "vitest";
import { componentsEdit } from "@orrery/sim/host";
import { JointAxes } from "@orrery/sim/components";
import { perform } from "../../testing/paused-page.ts";
import { ServedWorld } from "../../testing/served-world.ts";
import { JointsReader } from "./joints-reader.ts";

const robot = `<gravity>0 0 0</gravity><model name="m"><link name="a"><inertial><mass>1</mass></inertial></link>
  <link name="b"><inertial><mass>1</mass></inertial></link>
  <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model>`;

test("[JN1] rows are the same objects while the world runs and its joints are watched, and others when limits change", async () => {
  using served = await ServedWorld.load(robot);
  const ada = await served.open("ada");
  const { view } = ada;
  const { mirror } = view;
  const joint = served.sim.joint("m::j");
  const reader = new JointsReader(mirror.world);
  const before = reader.read(undefined);
  expect(before.joints.rows.map(({ name }) => name)).toEqual(["j"]);
  using _watch = mirror.watch(joint);
  let states = 0;
  using _count = mirror.changes.on(() => states++);
  void view.client.current!.run();
  await served.until(() => states > 5);
  expect(reader.read(undefined)).toBe(before);
  const axes = mirror.world.get(joint, JointAxes)!;
  const limited = [{ ...axes[0]!, lower: -1, upper: 1 }];
  await perform(served, ada, "Limit", [componentsEdit(joint, [[JointAxes, limited]])]);
  expect(reader.read(undefined)).not.toBe(before);
  expect(reader.read(undefined).joints.rows[0]!.limits).toMatchObject({ lower: -1, upper: 1 });
});
