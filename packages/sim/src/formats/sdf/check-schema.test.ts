import { expect, test } from "vitest";
import { formatProblem } from "../../scene/problem.ts";
import { MemoryResources } from "../memory-resources.ts";
import { parseSdf } from "./load-sdf.ts";

async function warningsOf(inside: string): Promise<string[]> {
  const text = `<sdf version="1.9"><model name="m"><link name="l">\n${inside}</link></model></sdf>`;
  const { scene, problems } = await parseSdf(text, "t.sdf", new MemoryResources({}));
  expect(scene.models).toHaveLength(1);
  return problems.map(formatProblem);
}

test("[SD24] an unknown element is ignored with a warning that names the nearest one", async () => {
  expect(await warningsOf("<intertial><mass>2</mass></intertial>")).toEqual([
    't.sdf:2:1: warning: <link> cannot contain <intertial>; it is ignored (did you mean "inertial"?)',
  ]);
});

test("[SD24] what an element may hold depends on where it stands", async () => {
  const friction =
    '<collision name="c"><geometry><empty/></geometry><surface>\n<friction><ode><kp>1</kp></ode></friction>\n<contact><ode><kp>1</kp></ode></contact></surface></collision>';
  expect(await warningsOf(friction)).toEqual([
    't.sdf:3:16: warning: <ode> cannot contain <kp>; it is ignored (there is "mu", "mu2", "fdir1", "slip1", "slip2")',
  ]);
});

test("[SD24] an unknown attribute warns too", async () => {
  expect(await warningsOf('<pose relativ_to="x">0 0 0 0 0 0</pose>')).toEqual([
    't.sdf:2:7: warning: <pose> has an unknown attribute "relativ_to"; it is ignored (did you mean "relative_to"?)',
  ]);
});

test("[SD25] what has a prefix belongs to others: no warning, and nothing in it is looked at", async () => {
  expect(await warningsOf('<gz:semantics gz:x="1"><link><joint/></link></gz:semantics><pose gz:y="1"/>')).toEqual([]);
});

test("[SD25] the inside of a plugin is not looked at", async () => {
  const text =
    '<sdf version="1.9"><world name="w"><plugin filename="p"><model><nonsense/></model></plugin></world></sdf>';
  expect((await parseSdf(text, "t.sdf", new MemoryResources({}))).problems).toEqual([]);
});

test("[SD26] what SDF knows and we cannot simulate is left out with a warning", async () => {
  const text = '<sdf version="1.9"><world name="w">\n<population name="a"/></world></sdf>';
  const { scene, problems } = await parseSdf(text, "t.sdf", new MemoryResources({}));
  expect(scene.worlds).toHaveLength(1);
  expect(problems.map(formatProblem)).toEqual(["t.sdf:2:1: warning: <population> is not simulated (it is left out)"]);
});

async function errorsOf(inside: string): Promise<string[]> {
  const text = `<sdf version="1.9"><world name="w">\n${inside}</world></sdf>`;
  const { problems } = await parseSdf(text, "t.sdf", new MemoryResources({}));
  return problems.map(formatProblem);
}

test.each([
  ["<gravity>down</gravity>", '2:1: error: <gravity> of <world>: "down" is not 3 numbers (as in 1 2 3)'],
  ["<gravity/>", "2:1: error: <gravity> of <world>: is empty (as in 1 2 3)"],
  ["<scene><grid>maybe</grid></scene>", '2:8: error: <grid> of <scene>: "maybe" is not true or false (true or false)'],
  [
    "<scene><ambient>1 0 2</ambient></scene>",
    '2:8: error: <ambient> of <scene>: the parts of a colour are from 0 to 1, not "1 0 2" (red green blue alpha, each from 0 to 1)',
  ],
  ['<atmosphere type="thin"/>', '2:13: error: type of <atmosphere>: "thin" is not known (one of adiabatic)'],
  ["<gui><camera/></gui>", '2:6: error: <camera> has no name (write <camera name="…">)'],
  ['<gui fullscreen="x"/>', '2:6: error: fullscreen of <gui>: "x" is not true or false (true or false)'],
  [
    "<road name='r'><width>wide</width></road>",
    '2:16: error: <width> of <road>: "wide" is not a number (a number, as in 5)',
  ],
  [
    "<scene><sky><clouds><humidity>2</humidity></clouds></sky></scene>",
    "2:21: error: <humidity> of <clouds>: 2 is above 1 (a number from 0 to 1)",
  ],
  [
    "<physics type='ode'><max_contacts>1e10</max_contacts></physics>",
    "2:21: error: <max_contacts> of <physics>: 1e10 is too large (a number, as in 5)",
  ],
])("[SD32] %s is no value: an error, whether anybody reads it or not", async (inside, problem) => {
  expect(await errorsOf(inside)).toEqual([`t.sdf:${problem}`]);
});

test("[SD32] a number with something behind it counts, with a warning", async () => {
  expect(await errorsOf("<road name='r'><width>1.5m</width></road>")).toEqual([
    't.sdf:2:16: warning: <width> of <road>: "1.5m" is read as 1.5 (the text after the number is ignored)',
  ]);
});

test("[SD32] a name can be an element here and a text there", async () => {
  const sensor = "<sensor name='s' type='force_torque'><force_torque><frame>child</frame></force_torque></sensor>";
  expect(await errorsOf(`<model name="m"><link name="l">${sensor}</link></model>`)).toEqual([]);
});

test.each([
  [
    "<visual name='v'><pose>1o 0 0 0 0 0</pose><geometry><empty/></geometry></visual>",
    '<pose> of <visual>: "1o" is read as 1 (the text after the number is ignored)',
  ],
  ["<pose>0 0 1,5 0 0 0</pose>", '<pose> of <link>: "1,5" is read as 1 (write 1.5)'],
  ["<inertial><mass>1,5</mass></inertial>", '<mass> of <inertial>: "1,5" is read as 1 (write 1.5)'],
])("[SD32] %s counts as other readers read it, with a warning", async (inside, warning) => {
  expect(await warningsOf(inside)).toEqual([expect.stringMatching(/^t\.sdf:2:\d+: warning: /)]);
  expect((await warningsOf(inside))[0]).toContain(warning);
});
