import { expect, test } from "vitest";
import type { Pose } from "../../base/pose.ts";
import { formatProblem } from "../../scene/problem.ts";
import type { ModelScene, WorldScene } from "../../scene/scene.ts";
import { MemoryResources } from "../memory-resources.ts";
import { parseSdf, type LoadedScene } from "./load-sdf.ts";

const parse = (body: string): Promise<LoadedScene> =>
  parseSdf(`<sdf version="1.9">\n${body}\n</sdf>`, "t.sdf", new MemoryResources({}));

async function modelOf(body: string): Promise<ModelScene> {
  const { scene, problems } = await parse(`<model name="m">${body}</model>`);
  expect(problems).toEqual([]);
  return scene.models[0]!;
}

async function worldOf(body: string): Promise<WorldScene> {
  const { scene, problems } = await parse(`<world name="w">${body}</world>`);
  expect(problems).toEqual([]);
  return scene.worlds[0]!;
}

/** Rounded to micrometres. */
function position({ x, y, z }: Pose): number[] {
  return [x, y, z].map((part) => Math.round(part * 1e6) / 1e6 + 0);
}

const quarterTurn = "1.5707963267948966";

test("[SD5] a pose is x y z in metres, then roll pitch yaw in radians", async () => {
  const { links } = await modelOf(`<link name="l"><pose>1 2 3 0 0 ${quarterTurn}</pose></link>`);
  const half = Math.SQRT1_2;
  expect(links[0]!.pose).toMatchObject({ x: 1, y: 2, z: 3, qx: 0, qy: 0 });
  expect(links[0]!.pose.qz).toBeCloseTo(half, 12);
  expect(links[0]!.pose.qw).toBeCloseTo(half, 12);
});

test("[SD5] a pose may be in degrees, or have a quaternion, which is normalised", async () => {
  const { links } = await modelOf(`<link name="a"><pose degrees="true">0 0 0 0 0 90</pose></link>
    <link name="b"><pose rotation_format="quat_xyzw">0 0 0 0 0 2 2</pose></link>`);
  for (const { pose } of links) {
    expect(pose.qz).toBeCloseTo(Math.SQRT1_2, 12);
    expect(pose.qw).toBeCloseTo(Math.SQRT1_2, 12);
  }
});

test.each([
  ["<pose>1 2 3</pose>", 't.sdf:2:32: error: <pose> is not 6 numbers: "1 2 3" (as in 0 0 0 0 0 0)'],
  ["<pose>0 0 inf 0 0 0</pose>", 't.sdf:2:32: error: <pose> is not 6 numbers: "0 0 inf 0 0 0" (as in 0 0 0 0 0 0)'],
  ["<pose>0 0 0 0 0 0 0</pose>", 't.sdf:2:32: error: <pose> is not 6 numbers: "0 0 0 0 0 0 0" (as in 0 0 0 0 0 0)'],
  [
    '<pose rotation_format="wxyz">0 0 0 0 0 0</pose>',
    't.sdf:2:38: error: unknown rotation_format "wxyz" (euler_rpy or quat_xyzw)',
  ],
  [
    '<pose degrees="1" rotation_format="quat_xyzw">0 0 0 0 0 0 1</pose>',
    't.sdf:2:38: error: degrees="true" has no meaning for a quaternion (remove it)',
  ],
])("[SD5] %s is an error", async (pose, problem) => {
  const { problems } = await parse(`<model name="m"><link name="l">${pose}</link></model>`);
  expect(problems.map(formatProblem)).toEqual([problem]);
});

test("[SD6] relative_to names any link, joint, frame or nested model of the scope", async () => {
  const { links, models } = await modelOf(`
    <link name="a"><pose>1 0 0 0 0 ${quarterTurn}</pose></link>
    <link name="b"><pose relative_to="a">1 0 0 0 0 0</pose></link>
    <frame name="f" attached_to="b"><pose>0 0 1 0 0 0</pose></frame>
    <link name="c"><pose relative_to="f">0 0 1 0 0 0</pose></link>
    <joint name="j" type="fixed"><parent>a</parent><child>c</child><pose>5 0 0 0 0 0</pose></joint>
    <link name="d"><pose relative_to="j">0 0 0 0 0 0</pose></link>
    <model name="inner"><pose relative_to="b">0 1 0 0 0 0</pose><link name="l"><pose>2 0 0 0 0 0</pose></link></model>
    <link name="e"><pose relative_to="inner::l">0 0 3 0 0 0</pose></link>`);
  expect(links.map(({ pose }) => position(pose))).toEqual([
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 2],
    [1, 6, 2],
    [0, 3, 3],
  ]);
  expect(position(models[0]!.pose)).toEqual([0, 1, 0]);
});

test("[SD6] poses inside a link are given in the link, whatever they are relative to", async () => {
  const { links } = await modelOf(`<frame name="f"><pose>0 0 5 0 0 0</pose></frame>
    <link name="l"><pose>1 0 0 0 0 ${quarterTurn}</pose>
      <visual name="plain"><pose>0 0 1 0 0 0</pose><geometry><empty/></geometry></visual>
      <visual name="other"><pose relative_to="f">1 1 0 0 0 0</pose><geometry><empty/></geometry></visual>
      <visual name="model"><pose relative_to="__model__">1 0 0 0 0 0</pose><geometry><empty/></geometry></visual>
    </link>`);
  expect(links[0]!.visuals.map(({ pose }) => position(pose))).toEqual([
    [0, 0, 1],
    [1, 0, 5],
    [0, 0, 0],
  ]);
});

test("[SD6] in a world, models, frames and lights may be relative to each other and into models", async () => {
  const world = await worldOf(`
    <model name="a"><pose>1 0 0 0 0 0</pose><link name="l"><pose>0 2 0 0 0 0</pose></link></model>
    <frame name="f" attached_to="a::l"><pose>0 0 3 0 0 0</pose></frame>
    <model name="b"><pose relative_to="f">1 0 0 0 0 0</pose><link name="l"/></model>
    <light name="sun" type="point"><pose relative_to="b">0 0 1 0 0 0</pose></light>
    <frame name="g"><pose relative_to="world">9 0 0 0 0 0</pose></frame>`);
  expect(world.models.map(({ pose }) => position(pose))).toEqual([
    [1, 0, 0],
    [2, 2, 3],
  ]);
  expect(position(world.lights[0]!.pose)).toEqual([2, 2, 4]);
  expect(world.frames.map(({ pose }) => position(pose))).toEqual([
    [1, 2, 3],
    [9, 0, 0],
  ]);
});

test("[SD7] a placement frame is what the model's pose places", async () => {
  const world = await worldOf(`<model name="m" placement_frame="foot"><pose>0 0 1 0 0 0</pose>
    <link name="l"/><frame name="foot"><pose>0 0 -2 0 0 0</pose></frame></model>`);
  expect(position(world.models[0]!.pose)).toEqual([0, 0, 3]);
});

test("[SD7] the canonical link is the one named, else the first, else that of the first nested model", async () => {
  const canonical = async (attribute: string, body: string): Promise<string> => {
    const { scene } = await parse(`<model name="m" ${attribute}>${body}</model>`);
    return scene.models[0]!.canonicalLink;
  };
  const inner = '<model name="inner"><link name="l"/></model>';
  expect(await canonical("", `${inner}<link name="a"/><link name="b"/>`)).toBe("a");
  expect(await canonical('canonical_link="b"', '<link name="a"/><link name="b"/>')).toBe("b");
  expect(await canonical('canonical_link="inner::l"', `<link name="a"/>${inner}`)).toBe("inner::l");
  expect(await canonical("", inner)).toBe("inner::l");
});

const missing = (what: string): string => `which is not in model "m" (did you mean "${what}"?)`;

test.each([
  [
    '<link name="left"><pose relative_to="lfet">0 0 0 0 0 0</pose></link>',
    `t.sdf:3:19: error: link "left" is relative to "lfet", ${missing("left")}`,
  ],
  [
    '<link name="left"/><frame name="f" attached_to="leftt"/>',
    `t.sdf:3:20: error: frame "f" is attached to "leftt", ${missing("left")}`,
  ],
])("[SD8] %s names no frame: an error with the nearest one", async (body, problem) => {
  const { problems } = await parse(`<model name="m">\n${body}</model>`);
  expect(problems.map(formatProblem).at(-1)).toBe(problem);
});

test("[SD8] what has a pose only to be seen or to sense stays where it is when its frame is not there, with a warning", async () => {
  const visual = '<visual name="v"><pose relative_to="lef">1 0 0 0 0 0</pose><geometry><empty/></geometry></visual>';
  const { scene, problems } = await parse(`<model name="m">\n<link name="left">${visual}</link></model>`);
  expect(problems.map(formatProblem)).toEqual([
    `t.sdf:3:36: warning: the pose is relative to "lef", ${missing("left")}`,
  ]);
  expect(scene.models[0]!.links[0]!.visuals[0]!.pose).toMatchObject({ x: 1, y: 0, z: 0 });
});

test("[SD8] a world has no __model__", async () => {
  const { problems } = await parse('<world name="w"><frame name="f" attached_to="__model__"/></world>');
  expect(problems.map(({ severity, code }) => [severity, code])).toContainEqual(["error", "unknown-frame"]);
});

test("[SD5] a quaternion of zero is no rotation, with a warning", async () => {
  const pose = '<pose rotation_format="quat_xyzw">1 0 0 0 0 0 0</pose>';
  const { scene, problems } = await parse(`<model name="m"><link name="l">${pose}</link></model>`);
  expect(problems.map(({ severity, message }) => [severity, message])).toEqual([["warning", "the quaternion is zero"]]);
  expect(scene.models[0]!.links[0]!.pose).toEqual({ x: 1, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 });
});

test("[SD8] a canonical link or placement frame that is not there is an error", async () => {
  const { problems } = await parse(
    '<model name="m" canonical_link="lnk" placement_frame="lin"><link name="link"/></model>',
  );
  expect(problems.map(formatProblem)).toEqual([
    't.sdf:2:17: error: canonical_link "lnk" is not a link of model "m" (did you mean "link"?)',
    't.sdf:2:1: error: placement_frame "lin" is not in model "m" (did you mean "link"?)',
  ]);
});

test("[SD9] poses that go in a circle are an error that shows the circle, once", async () => {
  const { problems } = await parse(`<model name="m"><link name="l"/>
    <frame name="a"><pose relative_to="b">0 0 0 0 0 0</pose></frame>
    <frame name="b"><pose relative_to="c">0 0 0 0 0 0</pose></frame>
    <frame name="c"><pose relative_to="a">0 0 0 0 0 0</pose></frame></model>`);
  expect(problems.map(formatProblem)).toEqual(["t.sdf:3:5: error: relative_to is circular: a → b → c → a"]);
});

test("[SD9] attachments that go in a circle are an error too", async () => {
  const { problems } = await parse(`<world name="w"><frame name="a" attached_to="b"><pose relative_to="world"/></frame>
    <frame name="b" attached_to="a"><pose relative_to="world"/></frame></world>`);
  expect(problems.map(formatProblem)).toEqual(["t.sdf:2:17: error: attached_to is circular: a → b → a"]);
});

test("[SD9] a chain of 20,000 frames is resolved without deep calls", async () => {
  const count = 20_000;
  const frames = Array.from({ length: count }, (_, i) => {
    const next = i + 1 === count ? "__model__" : `f${i + 1}`;
    return `<frame name="f${i}"><pose relative_to="${next}">1 0 0 0 0 0</pose></frame>`;
  });
  const model = await modelOf(`<link name="l"><pose relative_to="f0">0 0 0 0 0 0</pose></link>${frames.join("")}`);
  expect(model.links[0]!.pose.x).toBe(count);
});
