import { expect, test } from "vitest";
import { defaultAxis, type JointScene } from "../../../scene/joint.ts";
import { formatProblem } from "../../../scene/problem.ts";
import { MemoryResources } from "../../memory-resources.ts";
import { parseSdf, type LoadedScene } from "../load-sdf.ts";

const parse = (body: string, version = "1.9"): Promise<LoadedScene> =>
  parseSdf(`<sdf version="${version}">\n${body}\n</sdf>`, "t.sdf", new MemoryResources({}));

/** Returns the joint, in line 3, of a model with the links a and b. */
async function jointOf(joint: string, version = "1.9"): Promise<JointScene> {
  const { scene, problems } = await parse(`<model name="m"><link name="a"/>${turned}\n${joint}</model>`, version);
  expect(problems).toEqual([]);
  return scene.models[0]!.joints[0]!;
}

async function problemsOf(joint: string): Promise<string[]> {
  const { problems } = await parse(`<model name="m"><link name="a"/>${turned}\n${joint}</model>`);
  return problems.map(formatProblem);
}

const turned = '<link name="b"><pose degrees="true">1 0 0 0 0 90</pose></link>';
const ends = "<parent>a</parent><child>b</child>";
const rounded = ({ x, y, z }: { x: number; y: number; z: number }): number[] =>
  [x, y, z].map((part) => Math.round(part) + 0);

test("[SD14] a joint's frame is its child's, moved by its pose; the axis is in that frame", async () => {
  const joint = await jointOf(
    `<joint name="j" type="revolute">${ends}<pose>0 0 2 0 0 0</pose><axis><xyz>0 3 0</xyz></axis></joint>`,
  );
  expect(joint).toMatchObject({ type: "revolute", parent: "a", child: "b", parentLink: "a", childLink: "b" });
  expect(rounded(joint.pose)).toEqual([0, 0, 2]);
  expect(joint.axes[0]).toMatchObject({ xyz: { x: 0, y: 1, z: 0 } });
});

test("[SD14] a pose relative to another frame is still given in the child", async () => {
  const joint = await jointOf(`<joint name="j" type="fixed">${ends}<pose relative_to="a">1 2 0 0 0 0</pose></joint>`);
  // b is at (1, 0, 0), and its x axis points along y
  expect(rounded(joint.pose)).toEqual([2, 0, 0]);
});

test("[SD15] an axis may be expressed in another frame", async () => {
  const axis = '<axis><xyz expressed_in="__model__">1 0 0</xyz></axis>';
  const joint = await jointOf(`<joint name="j" type="prismatic">${ends}${axis}</joint>`);
  expect(rounded(joint.axes[0]!.xyz)).toEqual([0, -1, 0]);
});

test("[SD15] before 1.7 an element asked for the model's frame; 1.4 knew no other", async () => {
  const joint = (inside: string): string =>
    `<joint name="j" type="revolute">${ends}<axis><xyz>1 0 0</xyz>${inside}</axis></joint>`;
  const inModel = joint("<use_parent_model_frame>true</use_parent_model_frame>");
  expect(rounded((await jointOf(inModel, "1.6")).axes[0]!.xyz)).toEqual([0, -1, 0]);
  expect(rounded((await jointOf(inModel, "1.7")).axes[0]!.xyz)).toEqual([1, 0, 0]);
  expect(rounded((await jointOf(joint(""), "1.5")).axes[0]!.xyz)).toEqual([1, 0, 0]);
  expect(rounded((await jointOf(joint(""), "1.4")).axes[0]!.xyz)).toEqual([0, -1, 0]);
});

test("[SD15] a model within a model of SDF 1.4 has its axes in the joints' frames", async () => {
  const inner = `<model name="i"><link name="a"/>${turned}<joint name="j" type="revolute">${ends}<axis><xyz>1 0 0</xyz></axis></joint></model>`;
  const { scene } = await parse(`<model name="m"><link name="l"/>${inner}</model>`, "1.4");
  expect(rounded(scene.models[0]!.models[0]!.joints[0]!.axes[0]!.xyz)).toEqual([1, 0, 0]);
});

test("[SD15] limits of 1e16, none and negative efforts are no limits", async () => {
  const joint = await jointOf(`<joint name="j" type="universal">${ends}
    <axis><xyz>1 0 0</xyz><limit><lower>-1e16</lower><upper>0.5</upper><effort>-1</effort><velocity>3</velocity></limit></axis>
    <axis2><xyz>0 1 0</xyz><dynamics><damping>0.1</damping><friction>0.2</friction>
      <spring_reference>0.3</spring_reference><spring_stiffness>0.4</spring_stiffness></dynamics></axis2></joint>`);
  expect(joint.axes[0]).toMatchObject({ lower: -Infinity, upper: 0.5, effort: Infinity, velocity: 3 });
  expect(joint.axes[1]).toMatchObject({ lower: -Infinity, upper: Infinity, effort: Infinity, velocity: Infinity });
  expect(joint.axes[1]).toMatchObject({ damping: 0.1, friction: 0.2, springReference: 0.3, springStiffness: 0.4 });
});

test("[SD15] limits stay as written, also those that a continuous joint ignores", async () => {
  const limit = "<limit><lower>0</lower><upper>0</upper></limit>";
  const joint = await jointOf(`<joint name="j" type="continuous">${ends}<axis><xyz>0 0 1</xyz>${limit}</axis></joint>`);
  expect(joint.axes[0]).toMatchObject({ lower: 0, upper: 0 });
});

test("[SD15] an axis that a joint's type has no use for is kept apart; a mimic law is read", async () => {
  const mimic = '<mimic joint="k"><multiplier>2</multiplier><offset>0.5</offset><reference>0.25</reference></mimic>';
  const axes = `<axis><xyz>0 0 1</xyz>${mimic}</axis><axis2><xyz>0 1 0</xyz></axis2>`;
  const { axes: used, unusedAxes } = await jointOf(`<joint name="j" type="revolute">${ends}${axes}</joint>`);
  expect(used).toHaveLength(1);
  expect(used[0]!.mimic).toEqual({ joint: "k", axis: "axis", multiplier: 2, offset: 0.5, reference: 0.25 });
  expect(unusedAxes).toEqual({ axis2: { ...defaultAxis, xyz: { x: 0, y: 1, z: 0 } } });
});

test("[SD14] parent and child may be frames, joints or nested models: the links they move with are found", async () => {
  const { scene, problems } = await parse(`<model name="m"><link name="a"/>
    <model name="inner"><link name="l"/></model>
    <frame name="f" attached_to="inner::l"/><frame name="g" attached_to="f"/>
    <joint name="j" type="fixed"><parent>world</parent><child>a</child></joint>
    <joint name="k" type="fixed"><parent>j</parent><child>g</child></joint>
    <joint name="n" type="fixed"><parent>__model__</parent><child>inner</child></joint></model>`);
  expect(problems).toEqual([]);
  expect(scene.models[0]!.joints.map(({ parentLink, childLink }) => [parentLink, childLink])).toEqual([
    ["world", "a"],
    ["a", "inner::l"],
    ["a", "inner::l"],
  ]);
});

test("[SD14] a world may join links of its models", async () => {
  const { scene, problems } = await parse(`<world name="w">
    <model name="a"><link name="l"/></model><model name="b"><pose>1 0 0 0 0 0</pose><link name="l"/></model>
    <joint name="j" type="fixed"><parent>a::l</parent><child>b</child><pose>0 0 1 0 0 0</pose></joint></world>`);
  expect(problems).toEqual([]);
  expect(scene.worlds[0]!.joints[0]).toMatchObject({ parentLink: "a::l", childLink: "b::l", pose: { x: 0, z: 1 } });
});

test("[SD14] a screw's old pitch, radians per metre of a left-handed thread, is turned into metres per turn", async () => {
  const screw = (pitch: string): string =>
    `<joint name="j" type="screw">${ends}${pitch}<axis><xyz>0 0 1</xyz></axis></joint>`;
  expect((await jointOf(screw("<screw_thread_pitch>0.5</screw_thread_pitch>"))).threadPitch).toBe(0.5);
  expect((await jointOf(screw("<thread_pitch>-2</thread_pitch>"))).threadPitch).toBeCloseTo(Math.PI, 12);
});

test.each([
  [`<joint name="j">${ends}</joint>`, '3:1: error: <joint> has no type (write <joint type="…">)'],
  [
    `<joint name="j" type="hinge">${ends}</joint>`,
    '3:17: error: unknown joint type "hinge" (there is "revolute", "continuous", "prismatic", "ball", "universal", …)',
  ],
  [
    `<joint name="j" type="prismatik">${ends}<axis/></joint>`,
    '3:17: error: unknown joint type "prismatik" (did you mean "prismatic"?)',
  ],
  [
    '<joint name="j" type="fixed"><child>b</child></joint>',
    '3:1: error: joint "j" has no <parent> (add <parent>name of a link</parent>)',
  ],
  [
    '<joint name="j" type="fixed"><parent>b</parent></joint>',
    '3:1: error: joint "j" has no <child> (add <child>name of a link</child>)',
  ],
  [
    '<joint name="j" type="fixed"><parent>a</parent><child>bb</child></joint>',
    '3:48: error: the child of joint "j" is "bb", which is not a link or frame of model "m" (did you mean "b"?)',
  ],
  [
    '<joint name="j" type="fixed"><parent>a</parent><child>world</child></joint>',
    '3:48: error: the child of joint "j" is the world (swap parent and child)',
  ],
  [
    '<joint name="j" type="fixed"><parent>j</parent><child>b</child></joint>',
    '3:30: error: joint "j" names itself as its parent (name a link)',
  ],
  [
    '<joint name="j" type="fixed"><parent>a</parent><child>a</child></joint>',
    '3:1: error: joint "j" joins link "a" to itself (parent and child must be different links)',
  ],
  [
    `<joint name="j" type="revolute">${ends}<axis><xyz>0 0 0</xyz></axis></joint>`,
    "3:73: error: <xyz> of <axis> has no direction (as in 0 0 1)",
  ],
])("[SD16] %s is an error", async (joint, problem) => {
  expect(await problemsOf(joint)).toEqual([`t.sdf:${problem}`]);
});

test("[SD16] an axis in a frame that is not there stays in the joint's, with a warning", async () => {
  const axis = '<axis><xyz expressed_in="bb">0 1 0</xyz></axis>';
  const { scene, problems } = await parse(
    `<model name="m"><link name="a"/>${turned}<joint name="j" type="revolute">${ends}${axis}</joint></model>`,
  );
  expect(problems.map(({ severity, code }) => [severity, code])).toEqual([["warning", "unknown-frame"]]);
  expect(scene.models[0]!.joints[0]!.axes[0]!.xyz).toEqual({ x: 0, y: 1, z: 0 });
});

test("[SD16] a missing axis is z, and limits the wrong way round stay, each with a warning", async () => {
  const { scene, problems } = await parse(`<model name="m"><link name="a"/><link name="b"/><link name="c"/>
<joint name="j" type="revolute">${ends}</joint>
<joint name="k" type="revolute"><parent>a</parent><child>c</child><axis><xyz>1 0 0</xyz><limit><lower>2</lower><upper>1</upper></limit></axis></joint></model>`);
  expect(problems.map(formatProblem)).toEqual([
    "t.sdf:3:1: warning: a revolute joint needs <axis>; z is assumed (add <axis><xyz>0 0 1</xyz></axis>)",
    "t.sdf:4:89: warning: <lower> 2 is above <upper> 1 (they are exchanged)",
  ]);
  expect(scene.models[0]!.joints[0]!.axes).toEqual([defaultAxis]);
  expect(scene.models[0]!.joints[1]!.axes[0]).toMatchObject({ lower: 2, upper: 1 });
});
