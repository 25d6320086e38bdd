import { truncateSync, writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { orrery, temporaryFolder, type Ended } from "./orrery-process.ts";

const run = (world: string, ...args: string[]): Promise<Ended> =>
  orrery("run", world, "--headless", "--steps", "5", ...args);

/** Writes a file and returns its path. */
function file(text: string, name = "world.sdf"): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

const world = (inside: string): string => `<sdf version="1.9">\n<world name="w">\n${inside}\n</world>\n</sdf>\n`;

const link = (mass: string): string =>
  `<model name="m">\n<link name="l"><inertial>\n<mass>${mass}</mass>\n</inertial></link></model>`;

test("[CL20] a missing world, a folder and a file with nothing in it are refused by name", async () => {
  const folder = temporaryFolder();
  const missing = await run(join(folder, "nowhere.sdf"));
  expect(missing).toMatchObject({ status: 1, stdout: "" });
  expect(missing.stderr).toMatch(/^error: there is no file .*nowhere\.sdf/);
  const asWorld = await run(folder);
  expect(asWorld).toMatchObject({ status: 1, stdout: "" });
  expect(asWorld.stderr).toMatch(/is a folder, not a file/);
  const empty = await run(file('<sdf version="1.9"/>'));
  expect(empty).toMatchObject({ status: 1, stdout: "" });
  expect(empty.stderr).toMatch(/holds nothing to run/);
});

test.each([
  ["malformed XML", `<sdf version="1.9">\n<world name="w">\n</wrld>\n</sdf>`, 3, /<\/wrld>|world/],
  ["a mass of NaN", world(link("nan")), 5, /mass/],
  ["a negative mass", world(link("-1")), 5, /mass/],
  [
    "a joint to a missing link",
    world(
      `<model name="m"><link name="arm"/>\n<joint name="j" type="fixed"><parent>arm</parent>\n<child>amr</child></joint></model>`,
    ),
    5,
    /amr.*arm/,
  ],
  [
    "two models with one name",
    world(`<model name="m"><link name="l"/></model>\n<model name="m"><link name="l"/></model>`),
    4,
    /"m"/,
  ],
])("[CL21] %s is refused with file and line", async (_, text, line, reason) => {
  const path = file(text);
  const { status, stdout, stderr } = await run(path);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  const [first] = stderr.split("\n").filter((text) => text.includes(": error: "));
  expect(first).toContain(`${path}:${line}:`);
  expect(first).toMatch(reason);
});

test.each([
  ["read-me.md", "# A world\n\n<sdf version='1.9'/>\n\nas above"],
  ["world.json", `{ "world": "w" }`],
])("[CL21] %s is refused as no SDF file", async (name, text) => {
  const path = file(text, name);
  const { status, stdout, stderr } = await run(path);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain(`${path}:1:1: error: this is no SDF file`);
  expect(stderr).not.toContain("warning");
});

test("[CL21] a file that includes itself is refused with the chain", async () => {
  const path = file(world("<include><uri>world.sdf</uri></include>"));
  const { status, stderr } = await run(path);
  expect(status).toBe(1);
  expect(stderr).toMatch(/world\.sdf:3:\d+: error: .*world\.sdf → .*world\.sdf/);
});

test("[CL22] an unknown element is a warning with its line, and the world runs", async () => {
  const path = file(world(`<model name="m"><static>true</static>\n<lnik name="l"/><link name="k"/></model>`));
  const { status, stderr } = await run(path);
  expect(status).toBe(0);
  expect(stderr).toMatch(/world\.sdf:4:\d+: warning: .*lnik/);
});

test("[CL22] a system that cannot be found is a warning with its line, and the world runs", async () => {
  const path = file(world(`<plugin name="phisics" filename="phisics"/>`));
  const { status, stderr } = await run(path);
  expect(status).toBe(0);
  expect(stderr).toMatch(/world\.sdf:3:\d+: warning: .*did you mean "physics"/);
});

test("[CL23] a file of more than 64 MB is refused without being read", async () => {
  const path = file(world(""));
  truncateSync(path, 65 * 1024 * 1024);
  const { status, stderr } = await run(path);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^error: .*world\.sdf has 65 MB; at most 64 MB are read/);
});

test("[CL24] a state that is cut off, damaged, of another version or of another world is refused by name", async () => {
  const folder = temporaryFolder();
  const saved = join(folder, "saved.orrery");
  const written = await run("shapes", "--save", saved, "--at", "5");
  expect(written.status).toBe(0);
  const bytes = readFileSync(saved);
  const refusal = async (name: string, contents: Uint8Array, open = "shapes"): Promise<string> => {
    const path = join(folder, name);
    writeFileSync(path, contents);
    const { status, stdout, stderr } = await run(open, "--restore", path);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(`${path}: error: `);
    return stderr;
  };
  expect(await refusal("short.orrery", bytes.subarray(0, bytes.length / 2))).toMatch(/cut off or damaged/);
  expect(await refusal("empty.orrery", new Uint8Array())).toMatch(/not a saved state|cut off/);
  const flipped = new Uint8Array(bytes);
  flipped[flipped.length >> 1]! ^= 1;
  expect(await refusal("flipped.orrery", flipped)).toMatch(/cut off or damaged/);
  const newer = new Uint8Array(bytes);
  newer[newer.indexOf("ORRERY-KEYFRAME".length) + 1 + "ORRERY-KEYFRAME".length]! += 1;
  expect(await refusal("newer.orrery", newer)).toMatch(/another version/);
  expect(await refusal("other.orrery", bytes, "pendulum")).toMatch(/holds the world "shapes"/);
});

test("[CL25] a bad config is refused with the place in it", async () => {
  const refusal = async (text: string): Promise<string> => {
    const { status, stdout, stderr } = await run("shapes", "--config", file(text, "orrery.json"));
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    return stderr;
  };
  expect(await refusal(`{\n  "systems": [,]\n}`)).toMatch(/orrery\.json:2:15: error: /);
  expect(await refusal(`{ "systems": [{ "name": 5 }] }`)).toMatch(
    /orrery\.json: error: systems\[0\]\.name: expected a text, got 5/,
  );
  expect(await refusal(`{ "plugin-folders": [] }`)).toMatch(/plugin-folders: .*did you mean "pluginFolders"/);
});
