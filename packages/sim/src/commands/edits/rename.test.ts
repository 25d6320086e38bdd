import { expect, test } from "vitest";
import { Name } from "../../components/identity.ts";
import { Sensor } from "../../components/sensor.ts";
import { Plugins } from "../../components/simulation.ts";
import { saveWorld } from "../../entities/kinds/world.ts";
import type { Entity } from "../../ecs/entities.ts";
import { floor, twoWheeler } from "../../testing/vehicles.ts";
import { TestSim } from "../../testing/test-sim.ts";
import { applyCommand } from "../apply-command.ts";
import { renameEdit } from "../make-edit.ts";

const arm = `<model name="arm">
  <frame name="grip" attached_to="upper"><pose>0 0 1 0 0 0</pose></frame>
  <link name="base"><sensor name="s" type="contact"><contact><collision>c</collision></contact></sensor>
    <collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry>
      <surface><friction><ode><mu>1</mu><mu2>0</mu2><fdir1 gz:expressed_in="upper">1 0 0</fdir1></ode></friction></surface></collision>
    <collision name="d"><geometry><sphere><radius>1</radius></sphere></geometry></collision>
    <visual name="c"><geometry><sphere><radius>1</radius></sphere></geometry></visual></link>
  <link name="upper"/>
  <model name="hand"><link name="palm"/></model>
  <joint name="elbow" type="revolute"><parent>base</parent><child>upper</child><axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="wrist" type="revolute"><parent>grip</parent><child>hand::palm</child><axis><xyz>0 0 1</xyz>
    <mimic joint="elbow"><multiplier>2</multiplier></mimic></axis></joint>
  <joint name="g" type="gearbox"><parent>upper</parent><child>hand::palm</child>
    <gearbox_reference_body>base</gearbox_reference_body><gearbox_ratio>2</gearbox_ratio></joint>
  <plugin name="joint-controller" filename=""><joint_name>elbow</joint_name><topic>elbow</topic></plugin>
</model>`;

function rename(sim: TestSim, entity: Entity, name: string): void {
  const { world, root } = sim.runner;
  applyCommand(world, root, { edits: [renameEdit(entity, name)] }, []);
}

test("[CD6] whatever names a thing has its new name: a saved world means the same", async () => {
  using sim = await TestSim.load(arm);
  const { world, root } = sim.runner;
  rename(sim, sim.entity("arm::upper"), "forearm");
  rename(sim, sim.entity("arm::base"), "foot");
  rename(sim, sim.joint("arm::elbow"), "hinge");
  rename(sim, sim.entity("arm::hand"), "claw");
  rename(sim, sim.entity("arm::claw::palm"), "plate");
  const collision = world.childrenOf(sim.entity("arm::foot")).find((child) => world.get(child, Name) === "c")!;
  rename(sim, collision, "skin");
  rename(sim, sim.entity("arm"), "robot");
  const [model] = saveWorld(world, root).models;
  expect(model!.name).toBe("robot");
  expect(model!.frames.map(({ attachedTo }) => attachedTo)).toEqual(["forearm"]);
  expect(model!.links[0]!.collisions[0]!.surface.fdir1In).toBe("forearm");
  expect(model!.joints.map(({ name, parent, childLink }) => [name, parent, childLink])).toEqual([
    ["hinge", "foot", "forearm"],
    ["wrist", "grip", "claw::plate"],
    ["g", "forearm", "claw::plate"],
  ]);
  expect(model!.joints[1]!.axes[0]!.mimic!.joint).toBe("hinge");
  expect(model!.joints[2]!.gearboxReferenceBody).toBe("foot");
  expect([...world.query(Sensor)][0]![1].settings).toContain("<collision>skin</collision>");
  expect(world.get(sim.entity("robot"), Plugins)![0]!.innerXml).toContain(
    "<joint_name>hinge</joint_name><topic>elbow</topic>",
  );
  sim.run({ steps: 3 });
  expect(sim.log.filter(({ level }) => level === "error")).toEqual([]);
});

test("[CD6] names that are taken or unfit are refused; a visual may be called as a collision is", async () => {
  using sim = await TestSim.load(`${arm}<light name="sun" type="point"/>`);
  const { world, root } = sim.runner;
  const refused = (entity: Entity, name: string): string => {
    try {
      rename(sim, entity, name);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  const model = sim.entity("arm");
  expect(refused(model, "sun")).toBe('the name "sun" is taken');
  expect(refused(model, "arm")).toBe('"arm" has that name already');
  for (const name of ["", "a::b", "world", "__a__", " a", "\ud800"])
    expect(refused(model, name)).toMatch(/cannot be the name/);
  expect(refused(model, "x".repeat(300))).toMatch(/at most 255/);
  expect(refused(sim.entity("arm::base"), "grip")).toBe('the name "grip" is taken');
  expect(refused(sim.entity("arm::base"), "elbow")).toBe('the name "elbow" is taken');
  expect(refused(root, "w")).toBe('"test" cannot be renamed');
  const [c, d, visual] = world.childrenOf(sim.entity("arm::base"));
  expect(world.get(visual!, Name)).toBe("c");
  expect(refused(d!, "c")).toBe('the name "c" is taken');
  expect(refused(visual!, "d")).toBe("");
  expect(refused(c!, "e")).toBe("");
});

test("[CD7] a renamed robot is driven under its new name, continues where it was, and so does a saved one", async () => {
  const plugin = `<plugin name="diff-drive" filename=""><left_joint>left</left_joint><right_joint>right</right_joint>
    <wheel_separation>0.5</wheel_separation><wheel_radius>0.15</wheel_radius></plugin>`;
  const load = () => TestSim.load(floor + twoWheeler(plugin), { defaultSystems: ["physics", "user-commands"] });
  using sim = await load();
  const drive = (each: TestSim, name: string): void => {
    each.publish(`/model/${name}/cmd_vel`, "gz.msgs.Twist", { linear: { x: 0.5 } });
    each.run({ steps: 300 });
  };
  drive(sim, "vehicle");
  const before = sim.runner.keyframe();
  rename(sim, sim.entity("vehicle"), "car");
  rename(sim, sim.joint("car::left"), "axle");
  sim.run({ steps: 1 });
  using other = await load();
  await other.runner.load(sim.runner.save());
  const from = sim.poseOf("car").x;
  for (const each of [sim, other]) drive(each, "car");
  expect(sim.poseOf("car").x - from).toBeGreaterThan(0.1);
  expect(other.runner.hash()).toBe(sim.runner.hash());
  sim.runner.restore(before);
  drive(sim, "car");
  const halted = sim.poseOf("vehicle").x;
  drive(sim, "vehicle");
  expect(sim.poseOf("vehicle").x - halted).toBeGreaterThan(0.1);
});
