import { expect, test } from "vitest";
import { formatProblem } from "../../scene/problem.ts";
import type { ModelScene } from "../../scene/scene.ts";
import { PACKAGE_HINT } from "../mesh/load-solids.ts";
import { MemoryResources } from "../memory-resources.ts";
import { parseSdf, type LoadedScene } from "../sdf/load-sdf.ts";

const parse = (body: string): Promise<LoadedScene> =>
  parseSdf(`<robot name="r">\n${body}\n</robot>`, "r.urdf", new MemoryResources({}));

async function robotOf(body: string, warnings: readonly string[] = []): Promise<ModelScene> {
  const { scene, problems } = await parse(body);
  expect(problems.map(formatProblem)).toEqual(warnings);
  return scene.models[0]!;
}

const inertial = (mass: number, x = 0): string =>
  `<inertial><origin xyz="${x} 0 0"/><mass value="${mass}"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>`;
const link = (name: string, inside = inertial(1)): string => `<link name="${name}">${inside}</link>`;
const joint = (name: string, type: string, parent: string, child: string, inside = ""): string =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
const box = '<geometry><box size="1 2 3"/></geometry>';
const limit = '<limit lower="-1" upper="2" effort="3" velocity="4"/>';
const quarterTurn = "1.5707963267948966";
const rounded = (numbers: readonly number[]): number[] => numbers.map((one) => Math.round(one * 1e9) / 1e9 + 0);

test("[UR1] links hang on their joints, which are where their origins say", async () => {
  const { name, links, joints } = await robotOf(
    link("base") +
      link("arm") +
      link("hand") +
      joint("shoulder", "revolute", "base", "arm", `<origin xyz="0 0 1" rpy="0 0 ${quarterTurn}"/>${limit}`) +
      joint("wrist", "prismatic", "arm", "hand", `<origin xyz="2 0 0"/><axis xyz="0 0 2"/>${limit}`),
  );
  expect(name).toBe("r");
  expect(links.map((one) => [one.name, ...rounded([one.pose.x, one.pose.y, one.pose.z])])).toEqual([
    ["base", 0, 0, 0],
    ["arm", 0, 0, 1],
    ["hand", 0, 2, 1],
  ]);
  expect(joints.map(({ name: one, type, parentLink, childLink }) => [one, type, parentLink, childLink])).toEqual([
    ["shoulder", "revolute", "base", "arm"],
    ["wrist", "prismatic", "arm", "hand"],
  ]);
  expect(joints[0]!.axes[0]).toMatchObject({ xyz: { x: 1, y: 0, z: 0 }, lower: -1, upper: 2, effort: 3, velocity: 4 });
  expect(joints[1]!.axes[0]!.xyz).toEqual({ x: 0, y: 0, z: 1 });
});

test("[UR1] a continuous joint is a revolute one without limits; a floating link hangs on nothing", async () => {
  const { links, joints } = await robotOf(
    link("base") +
      link("wheel") +
      link("kite") +
      joint("axle", "continuous", "base", "wheel") +
      joint("string", "floating", "base", "kite", '<origin xyz="0 0 5"/>'),
    [expect.stringMatching(/warning: joint "string" is floating, .* link "kite" moves freely$/) as string],
  );
  expect(joints).toHaveLength(1);
  expect(joints[0]).toMatchObject({ type: "revolute", axes: [{ lower: -Infinity, upper: Infinity }] });
  expect(links.map((one) => [one.name, one.pose.z])).toEqual([
    ["base", 0],
    ["wheel", 0],
    ["kite", 5],
  ]);
});

test("[UR1] dynamics and mimic laws are read", async () => {
  const { joints } = await robotOf(
    link("a") +
      link("b") +
      link("c") +
      joint("j", "revolute", "a", "b", `${limit}<dynamics damping="0.5" friction="0.25"/>`) +
      joint("k", "revolute", "a", "c", `${limit}<mimic joint="j" multiplier="2" offset="1"/>`),
  );
  expect(joints[0]!.axes[0]).toMatchObject({ damping: 0.5, friction: 0.25 });
  expect(joints[1]!.axes[0]!.mimic).toEqual({ joint: "j", axis: "axis", multiplier: 2, offset: 1, reference: 0 });
});

test("[UR2] shapes are named after their link; a package is a model; colours come from materials by name", async () => {
  const red = '<material name="red"><color rgba="0.4 0 0 1"/></material>';
  const { links } = await robotOf(
    red +
      link(
        "a",
        `${inertial(1)}<visual>${box}<material name="red"/></visual><visual name="skin">${box}</visual>
        <collision><geometry><mesh filename="package://p/m.stl" scale="2 2 2"/></geometry></collision>
        <collision><geometry><cylinder radius="1" length="2"/></geometry></collision>`,
      ),
    [
      `r.urdf:3:9: warning: <mesh> package://p/m.stl: there is no such file (the collision is left out, things pass through it; ${PACKAGE_HINT})`,
    ],
  );
  const [{ visuals, collisions } = { visuals: [], collisions: [] }] = links;
  expect(visuals.map(({ name }) => name)).toEqual(["a_visual", "a_fixed_joint_lump__skin_visual_1"]);
  expect(collisions.map(({ name }) => name)).toEqual(["a_collision", "a_collision_1"]);
  expect(visuals[0]!.material?.diffuse).toEqual({ r: 0.5, g: 0, b: 0, a: 1 });
  expect(collisions[0]!.geometry).toMatchObject({ type: "mesh", uri: "model://p/m.stl", scale: { x: 2, y: 2, z: 2 } });
});

test("[UR2] a shape pitched by 1.57 stands upright, as with URDF's own library; a joint turns by what it says", async () => {
  const shape = `<collision><origin rpy="0 1.57 0"/>${box}</collision>`;
  const { links } = await robotOf(
    link("a", inertial(1) + shape) + link("b") + joint("j", "continuous", "a", "b", '<origin rpy="0 1.57 0"/>'),
  );
  expect(links[0]!.collisions[0]!.pose.qy).toBeCloseTo(Math.SQRT1_2, 12);
  expect(links[1]!.pose.qy).toBeCloseTo(Math.sin(1.57 / 2), 12);
  expect(Math.abs(Math.sin(1.57 / 2) - Math.SQRT1_2)).toBeGreaterThan(1e-4);
});

test("[UR3] what fixed joints hold together becomes one link, with mass, shapes and joints", async () => {
  const { links, joints } = await robotOf(
    link("a", inertial(1)) +
      link("b", `${inertial(3)}<collision>${box}</collision>`) +
      link("c") +
      joint("weld", "fixed", "a", "b", '<origin xyz="4 0 0"/>') +
      joint("hinge", "continuous", "b", "c", '<origin xyz="0 5 0"/>'),
  );
  expect(links.map(({ name }) => name)).toEqual(["a", "c"]);
  const [{ inertial: both, collisions } = { inertial: undefined, collisions: [] }] = links;
  expect(both).toMatchObject({ mass: 4, pose: { x: 3, y: 0, z: 0 } });
  // Two bodies of 1 kg·m², 3 m and 1 m from their common centre: 1·3² + 3·1² = 12 about y and z.
  expect(rounded([both!.ixx, both!.iyy, both!.izz])).toEqual([2, 14, 14]);
  expect(collisions.map(({ name, pose }) => [name, pose.x])).toEqual([["a_fixed_joint_lump__b_collision", 4]]);
  expect(joints).toMatchObject([{ name: "hinge", parentLink: "a", childLink: "c" }]);
  expect(links[1]!.pose).toMatchObject({ x: 4, y: 5, z: 0 });
});

test("[UR3] lumped shapes are counted in the order of the joints' names", async () => {
  const shape = `<visual>${box}</visual>`;
  const { links } = await robotOf(
    link("a", inertial(1) + shape) +
      link("b", shape) +
      link("c", shape) +
      joint("z", "fixed", "a", "b") +
      joint("y", "fixed", "a", "c"),
  );
  expect(links[0]!.visuals.map(({ name }) => name)).toEqual([
    "a_visual",
    "a_fixed_joint_lump__c_visual_1",
    "a_fixed_joint_lump__b_visual_2",
  ]);
});

test("[UR3] a fixed joint stays when it is asked to, or as a revolute one that cannot turn, or to the world", async () => {
  const kept = async (tag: string): Promise<unknown> =>
    (
      await robotOf(
        `${link("a")}${link("b")}${joint("j", "fixed", "a", "b")}<gazebo reference="j"><${tag}>true</${tag}></gazebo>`,
      )
    ).joints.map(({ type, axes }) => [type, axes[0]?.lower, axes[0]?.upper]);
  expect(await kept("preserveFixedJoint")).toEqual([["fixed", undefined, undefined]]);
  expect(await kept("disableFixedJointLumping")).toEqual([["revolute", 0, 0]]);
  const { joints } = await robotOf(`<link name="world"/>${link("a")}${joint("j", "fixed", "world", "a")}`);
  expect(joints).toMatchObject([{ type: "fixed", parentLink: "world", childLink: "a" }]);
});

test("[UR4] <gazebo> tags add to the link, joint or model they name", async () => {
  const {
    links,
    joints,
    static: isStatic,
    plugins,
  } = await robotOf(
    `${link("a", `${inertial(1)}<collision>${box}</collision>`)}${link("b")}${joint("j", "continuous", "a", "b")}
    <gazebo reference="a"><mu1>0.3</mu1><turnGravityOff>true</turnGravityOff><sensor name="s" type="imu"/></gazebo>
    <gazebo reference="j"><springStiffness>5</springStiffness></gazebo>
    <gazebo><static>true</static><plugin name="p" filename="f"><x>1</x></plugin></gazebo>`,
  );
  expect(links[0]).toMatchObject({ gravity: false, sensors: [{ name: "s" }], collisions: [{ surface: { mu: 0.3 } }] });
  expect(joints[0]!.axes[0]).toMatchObject({ springStiffness: 5 });
  expect(isStatic).toBe(true);
  expect(plugins).toMatchObject([{ name: "p", filename: "f", innerXml: "<x>1</x>" }]);
});

test("[UR4] tags of a lumped link go along: sensors to their place, friction to its shapes, names to the link above", async () => {
  const { links, plugins } = await robotOf(
    `${link("a", `${inertial(1)}<collision>${box}</collision>`)}${link("b", `<collision>${box}</collision>`)}
    ${joint("j", "fixed", "a", "b", '<origin xyz="0 0 2"/>')}
    <gazebo reference="b"><mu1>0.9</mu1><sensor name="s" type="imu"><pose>1 0 0 0 0 0</pose></sensor></gazebo>
    <gazebo><plugin name="p" filename="f"><bodyName>b</bodyName></plugin></gazebo>`,
  );
  expect(links[0]!.sensors[0]!.pose).toMatchObject({ x: 1, y: 0, z: 2 });
  expect(links[0]!.collisions.map(({ surface }) => surface.mu)).toEqual([1, 0.9]);
  expect(plugins[0]!.innerXml).toContain("<bodyName>a</bodyName>");
  expect(plugins[0]!.innerXml).toContain("<xyzOffset>0 0 2</xyzOffset>");
});

test.each([
  ["", '1:1: error: the robot has no link (add <link name="base_link"/>)'],
  ["<link/>", '2:1: error: <link> has no name (write <link name="…">)'],
  [`${link("a")}\n${link("a")}`, '3:1: error: link "a" is defined twice (names must differ)'],
  [`${link("a")}\n${link("b")}`, '3:1: error: there are two root links, "a" and "b" (add a joint between them)'],
  [
    `${link("a")}${link("b")}\n${joint("j", "ball", "a", "b")}`,
    '3:17: error: unknown joint type "ball" (one of revolute, continuous, prismatic, fixed, floating, planar)',
  ],
  [
    `${link("arm")}\n${joint("j", "fixed", "arn", "arm")}`,
    '3:1: error: the parent of joint "j" is "arn", which is no link (did you mean "arm"?)',
  ],
  [
    `${link("a")}${link("b")}\n${joint("j", "revolute", "a", "b")}`,
    '3:1: error: revolute joint "j" has no <limit> (add <limit lower="" upper="" effort="" velocity=""/>)',
  ],
  [
    `${link("a")}${link("b")}\n${joint("j", "fixed", "a", "b", '<origin xyz="1 2"/>')}`,
    '3:73: error: xyz="1 2" of <origin> is not 3 numbers',
  ],
])("[UR5] %# is refused with its place", async (body, problem) => {
  const { scene, problems } = await parse(body);
  expect(scene.models).toEqual([]);
  expect(problems.map(formatProblem)).toEqual([`r.urdf:${problem}`]);
});

test("[UR5] all that is wrong with links and joints is told at once, and what xacro would have made of it", async () => {
  const { problems } = await parse(`${link("a")}${link("b")}\n${link("b")}
<joint name="j1" type="revolute"><parent link="a"/><child link="b"/></joint>
<joint name="j2" type="continous"><parent link="a"/><child link="d"/></joint>
<joint name="j3" type="fixed"><parent link="x"/><child link="b"/><origin xyz="1 2" rpy="0 0 0"/></joint>
<joint name="j4" type="fixed"><parent link="a"/><child link="b"/><origin rpy="\${pi/2} 0 0"/></joint>`);
  expect(problems.map(formatProblem)).toEqual([
    'r.urdf:3:1: error: link "b" is defined twice (names must differ)',
    expect.stringMatching(/^r\.urdf:4:1: error: revolute joint "j1" has no <limit>/),
    expect.stringMatching(/^r\.urdf:5:18: error: unknown joint type "continous"/),
    expect.stringMatching(/^r\.urdf:5:1: error: the child of joint "j2" is "d", which is no link/),
    expect.stringMatching(/^r\.urdf:6:\d+: error: xyz="1 2" of <origin> is not 3 numbers/),
    expect.stringMatching(/^r\.urdf:6:1: error: the parent of joint "j3" is "x", which is no link/),
    expect.stringMatching(
      /^r\.urdf:7:\d+: error: rpy="\$\{pi\/2\} 0 0" of <origin> is not 3 numbers \(run xacro first/,
    ),
    expect.stringMatching(/^r\.urdf:6:1: error: link "b" is the child of two joints, "j1" and "j3"/),
    expect.stringMatching(/^r\.urdf:7:1: error: link "b" is the child of two joints, "j3" and "j4"/),
  ]);
});

test("[UR5] what a robot can do without is left out with a warning: bad shapes, transmissions, links that weigh nothing", async () => {
  const { links } = await robotOf(
    `${link("a", `${inertial(1)}<visual>${box}</visual>\n<visual><geometry><torus/></geometry></visual>`)}
<transmission name="t"/>
<link name="ghost"/>${joint("j", "continuous", "a", "ghost")}`,
    [
      "r.urdf:4:1: warning: <transmission> is for ROS controllers (it is ignored)",
      'r.urdf:3:19: warning: <geometry> cannot contain <torus> (box, sphere, cylinder or mesh; what follows in link "a" is left out)',
      'r.urdf:5:1: warning: link "ghost" has no <inertial>, so it is left out (add <inertial> with <mass value="…"/> above 0, or attach it to another link by a fixed joint)',
    ],
  );
  expect(links.map(({ name, visuals }) => [name, visuals.length])).toEqual([["a", 1]]);
});

test("[UR5] problems with SDF in a <gazebo> tag are reported where it stands", async () => {
  const { problems } = await parse(`${link("a")}\n<gazebo reference="a">\n<sensor name="s" type="smell"/></gazebo>`);
  expect(problems.map(formatProblem)[0]).toMatch(/^r\.urdf:4:18: error: unknown sensor type "smell"/);
});

test("[UR5] joints that leave a link free or hold it still unsaid, and <gazebo> tags for nothing, are warnings", async () => {
  const flat = joint("p", "planar", "a", "b");
  const stuck = `<joint name="s" type="revolute"><parent link="a"/><child link="c"/>\n<limit effort="1" velocity="1"/></joint>`;
  const { problems } = await parse(`${link("a")}${link("b")}${link("c")}
${flat}
${stuck}
<gazebo reference="aa"><mu1>1</mu1></gazebo>`);
  expect(problems.map(formatProblem)).toEqual([
    'r.urdf:5:1: warning: revolute joint "s" has a <limit> without lower and upper, so it cannot move (write lower="…" upper="…")',
    expect.stringMatching(/^r\.urdf:6:9: warning: <gazebo> is for "aa", which is no link or joint; it is ignored/),
    expect.stringMatching(
      /^r\.urdf:3:\d+: warning: joint "p" is planar, for which SDF has no joint: link "b" moves freely/,
    ),
  ]);
});

test("[UR6] a world may include a robot, and give it a name and a place", async () => {
  const files = { "models/bot/model.urdf": `<robot name="r">${link("a")}</robot>` };
  const include = "<include><uri>model://bot/model.urdf</uri><name>anna</name><pose>1 2 3 0 0 0</pose></include>";
  const text = `<sdf version="1.9"><world name="w">${include}</world></sdf>`;
  const { scene, problems } = await parseSdf(text, "w.sdf", new MemoryResources(files));
  expect(problems).toEqual([]);
  expect(scene.worlds[0]!.models).toMatchObject([{ name: "anna", pose: { x: 1, y: 2, z: 3 }, links: [{ name: "a" }] }]);
});

test("[UR7] a robot of whose root only a moving joint hangs, and which weighs nothing, is one error at that link", async () => {
  for (const [inside, why] of [
    ["", "has no <inertial>"],
    [inertial(0), "has a mass of 0"],
  ] as const) {
    const { problems } = await parse(link("base", inside) + link("arm") + joint("j", "continuous", "base", "arm"));
    expect(problems.map(formatProblem)).toEqual([
      `r.urdf:2:1: error: link "base" ${why}, so it is left out with everything attached to it, and nothing is left of the robot (add <inertial> with <mass value="…"/> above 0)`,
    ]);
  }
  const { links } = await robotOf(link("base", "") + link("body") + joint("j", "fixed", "base", "body"));
  expect(links.map(({ name, inertial: { mass } }) => [name, mass])).toEqual([["base", 1]]);
});
