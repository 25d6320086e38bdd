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
    't.sdf:2:1: warning: <link> knows no <intertial>; it is ignored (did you mean "inertial"?)',
  ]);
});

test("[SD24] what an element may hold depends on where it stands", async () => {
  const friction =
    '<collision name="c"><geometry><empty/></geometry><surface>\n<friction><ode><kp>1</kp></ode></friction>\n<contact><ode><kp>1</kp></ode></contact></surface></collision>';
  expect(await warningsOf(friction)).toEqual([
    't.sdf:3:16: warning: <ode> knows no <kp>; it is ignored (there is "mu", "mu2", "fdir1", "slip1", "slip2")',
  ]);
});

test("[SD24] an unknown attribute warns too", async () => {
  expect(await warningsOf('<pose relativ_to="x">0 0 0 0 0 0</pose>')).toEqual([
    't.sdf:2:7: warning: <pose> knows no attribute "relativ_to"; it is ignored (did you mean "relative_to"?)',
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
  const text = '<sdf version="1.9"><world name="w">\n<actor name="a"/></world></sdf>';
  const { scene, problems } = await parseSdf(text, "t.sdf", new MemoryResources({}));
  expect(scene.worlds).toHaveLength(1);
  expect(problems.map(formatProblem)).toEqual(["t.sdf:2:1: warning: <actor> is not simulated (it is left out)"]);
});
