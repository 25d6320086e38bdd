import { driveTarget } from "@orrery/sim/host";
import { JointPosition } from "@orrery/sim/components";
import { TestSim } from "@orrery/sim/testing";
import { expect, test } from "vitest";
import { foundRows, jointedModels, modelJoints, shownModel } from "./joint-rows.ts";
import { commandTopics } from "./topic-drives.ts";
import { axisState } from "./use-axis.ts";

const link = (name: string): string => `<link name="${name}"><inertial><mass>1</mass></inertial></link>`;
const joint = (name: string, type: string, parent: string, child: string, inner = ""): string =>
  `<joint name="${name}" type="${type}"><parent>${parent}</parent><child>${child}</child>${inner}</joint>`;
const z = "<axis><xyz>0 0 1</xyz></axis>";

/** A chain base → upper → tool, listed from its end, with a fork and a hand with joints of its own. */
const robot = `<model name="robot">
  ${["base", "upper", "tool", "tail"].map(link).join("")}
  ${joint("wrist", "universal", "upper", "tool", `${z}<axis2><xyz>0 1 0</xyz></axis2>`)}
  ${joint("tail_slide", "prismatic", "base", "tail", "<axis><xyz>1 0 0</xyz><limit><lower>-0.1</lower><upper>0.2</upper></limit></axis>")}
  ${joint("elbow", "revolute", "base", "upper", "<axis><xyz>0 0 1</xyz><limit><velocity>2</velocity></limit></axis>")}
  ${joint("hold", "fixed", "world", "base")}
  <model name="hand">${link("palm")}${link("finger_1")}${link("finger_2")}
    ${joint("left", "revolute", "palm", "finger_1", z)}
    ${joint("right", "revolute", "palm", "finger_2", `<axis><xyz>0 0 1</xyz><mimic joint="left"><multiplier>-1</multiplier></mimic></axis>`)}</model>
  ${joint("grip", "ball", "tool", "hand::palm")}
  <plugin name="joint-position-controller" filename=""><joint_name>elbow</joint_name><initial_position>0.5</initial_position></plugin>
  </model>`;

test("[JN1] joints of a model, and of models in it, come in the order of the chains that they make, an entry for each axis", async () => {
  using sim = await TestSim.load(`<model name="rock">${link("a")}</model>${robot}`);
  const { world } = sim.runner;
  const { rows, leftOut } = modelJoints(world, sim.entity("robot"));
  expect(rows.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    "tail_slide: prismatic",
    "elbow: revolute",
    "wrist axis 1: universal",
    "wrist axis 2: universal",
    "grip x: ball",
    "grip y: ball",
    "grip z: ball",
    "hand::left: revolute",
    "hand::right: revolute",
  ]);
  expect(leftOut).toBe(1);
  expect(rows[0]!.limits).toEqual({ motion: "slides", lower: -0.1, upper: 0.2, speed: Infinity });
  expect(rows[1]!.limits).toEqual({ motion: "turns", lower: -Infinity, upper: Infinity, speed: 2 });
  expect(foundRows(rows, " HAND revo").map(({ name }) => name)).toEqual(["hand::left", "hand::right"]);
});

test("[JN1] the model that holds what was chosen last is shown; without a choice, the only one that has joints", async () => {
  using sim = await TestSim.load(`<model name="rock">${link("a")}</model>${robot}`);
  const { world } = sim.runner;
  const models = jointedModels(world);
  const [rock, shown] = [sim.entity("rock"), sim.entity("robot")];
  expect(models).toEqual([shown]);
  expect(shownModel(world, models, undefined)).toBe(shown);
  expect(shownModel(world, models, sim.entity("robot::hand::palm"))).toBe(shown);
  expect(shownModel(world, models, rock)).toBeUndefined();
  expect(shownModel(world, [rock, shown], undefined)).toBeUndefined();
});

test("[JN3] a joint with a controller has its topic and target; one that follows another says whom", async () => {
  using sim = await TestSim.load(robot);
  const { world } = sim.runner;
  const { rows } = modelJoints(world, sim.entity("robot"));
  const elbow = rows.find(({ name }) => name === "elbow")!;
  expect(elbow.drive).toMatchObject({ quantity: "position", topic: "/model/robot/joint/elbow/0/cmd_pos" });
  expect(driveTarget(world, elbow.drive!)).toBe(0.5);
  world.set(elbow.joint, JointPosition, { axis1: 0.25, axis2: 0, axis3: 0 });
  expect(axisState(world, elbow)).toEqual({ position: 0.25, velocity: 0, target: 0.5 });
  const obstacles = rows.flatMap(({ name, obstacle }) => (obstacle === undefined ? [] : [`${name}: ${obstacle}`]));
  expect(obstacles).toEqual(["hand::right: It follows the joint left"]);
});

test("[JN3] joints of static models and of loops say why they cannot be moved", async () => {
  const loop = `<model name="m">${link("a")}${link("b")}${joint("one", "revolute", "a", "b", z)}${joint("two", "ball", "a", "b")}</model>`;
  using sim = await TestSim.load(`${loop}${loop.replace('"m"', '"s"').replace("<link", "<static>true</static><link")}`);
  const obstacle = (model: string) => modelJoints(sim.runner.world, sim.entity(model)).rows[0]!.obstacle;
  expect(obstacle("m")).toMatch(/^It is part of a loop of joints/);
  expect(obstacle("s")).toBe("Its model is static and does not move");
});

test("[JN3] a system of somebody's own that listens where controllers do is found by its topics", async () => {
  using sim = await TestSim.load(robot);
  const { world } = sim.runner;
  const topic = (name: string, hostSubscribes = true, type = "gz.msgs.Double") => ({
    ...{ name, type, hostSubscribes, subscribers: 1, publishers: 0, dropped: 0 },
  });
  const topics = commandTopics([
    topic("/model/robot/joint/wrist/1/cmd_pos"),
    topic("/model/hand/joint/left/cmd_vel"),
    topic("/model/robot/joint/elbow/cmd_pos"),
    topic("/model/robot/joint/tail_slide/cmd_pos", false),
    topic("/model/robot/joint/grip/cmd_pos", true, "gz.msgs.Twist"),
    topic("/model/robot/cmd_vel", true, "gz.msgs.Twist"),
  ]);
  const { rows } = modelJoints(world, sim.entity("robot"), new Set(topics));
  const found = rows.flatMap(({ name, drive }) => (drive === undefined ? [] : [`${name}: ${drive.topic}`]));
  expect(found).toEqual([
    // The joint's own controller comes first, because its target is known.
    "elbow: /model/robot/joint/elbow/0/cmd_pos",
    "wrist axis 2: /model/robot/joint/wrist/1/cmd_pos",
    "hand::left: /model/hand/joint/left/cmd_vel",
  ]);
  expect(
    axisState(
      world,
      rows.find(({ name }) => name === "hand::left")!,
    ).target,
  ).toBeUndefined();
});
