import { MemoryResources } from "@orrery/sim";
import { formatProblem, inFileOrder, INSERTED, parseSdf } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { placedInFile } from "./file-places.ts";
import { thingsInText, type SdfThing } from "./sdf-things.ts";

/** Returns the reason that a server gives when it refuses the first thing with mistakes. */
async function refusal(things: readonly SdfThing[]): Promise<string> {
  for (const thing of things) {
    const { problems } = await parseSdf((thing as { sdf: string }).sdf, INSERTED, new MemoryResources({}));
    const errors = problems.filter(({ severity }) => severity === "error");
    if (errors.length > 0) return inFileOrder(errors).map(formatProblem).join("\n");
  }
  throw new Error("nothing is wrong");
}

/** Returns the mistakes that a reader of the whole file finds. */
async function mistakes(text: string): Promise<string[]> {
  const { problems } = await parseSdf(text, "cell.sdf", new MemoryResources({}));
  return inFileOrder(problems.filter(({ severity }) => severity === "error")).map(formatProblem);
}

const bad = `<model
    name="bad"><link name="a"><inertial><mass>-1</mass></inertial></link>
  <link name="b">
    <inertial><mass>much</mass></inertial>
  </link>
  <link name="b"/>
  <joint name="j" type="fixed"><parent>a</parent><child>c</child></joint>
</model>`;

test.each([
  ["alone", `<?xml version="1.0"?>\n<!-- a cell -->\n<sdf version="1.9">\n  ${bad}\n</sdf>`],
  [
    "among others",
    `<sdf version="1.9"><world name="w">\n<model name="good"><link name="l"/></model>\n\n${bad}\n</world></sdf>`,
  ],
])("[IS5] mistakes of a model that stands %s in its file are told by the file's own lines", async (_, text) => {
  const things = thingsInText(text);
  const reason = await refusal(things);
  expect(reason).toContain(INSERTED);
  const told = (await placedInFile(reason, "cell.sdf", things)).split("\n");
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual(await mistakes(text));
});

test("[IS5] a robot's file is sent whole; other reasons stay as they are", async () => {
  const things = thingsInText(`<robot name="r"><link name="l"/></robot>`);
  expect(await placedInFile(`${INSERTED}:6:41: error: x`, "r.urdf", things)).toBe("r.urdf:6:41: error: x");
  expect(await placedInFile("there is no connection", "r.urdf", things)).toBe("there is no connection");
});
