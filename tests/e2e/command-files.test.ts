import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { orrery, root, serving, temporaryFolder } from "./orrery-process.ts";

test("[CL26] scene prints a file with everything resolved, and status 1 with the errors when it is not sound", async () => {
  const { status, stdout } = await orrery("scene", "worlds/shapes.sdf", "--json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, errors: [], worlds: [{ name: "shapes" }] });
  const bad = await orrery("scene", join(temporaryFolder(), "nothing.sdf"), "--json");
  expect(bad.status).toBe(1);
  expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, errors: [{ line: null }], worlds: [] });
  const outline = await orrery("scene", join(root, "worlds/empty.sdf"));
  expect(outline).toMatchObject({ status: 0, stdout: expect.stringMatching(/^world empty\n/) });
});

test("[CL32] scene writes one JSON per file below --out, and a bad file stops no other", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "in/deep"), { recursive: true });
  const box = '<model name="box"><link name="link"/></model>';
  writeFileSync(join(folder, "in/a.sdf"), `<sdf version="1.9">${box}</sdf>`);
  writeFileSync(join(folder, "in/deep/bad.sdf"), "<sdf version='1.9'>\n<model/></sdf>");
  writeFileSync(
    join(folder, "in/deep/c.sdf"),
    '<sdf version="1.9"><world name="w"><include><uri>model://a.sdf</uri></include></world></sdf>',
  );
  const files = ["a.sdf", "deep/bad.sdf", "deep/none.sdf", "deep/c.sdf"].map((file) => join(folder, "in", file));
  const out = join(folder, "out");
  const flags = ["--json", "--out", out, "--root", join(folder, "in"), "--resource-path", join(folder, "in")];
  const { status, stdout, stderr } = await orrery("scene", ...files, ...flags);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "4 files: 2 sound, 2 with errors\n" });
  const read = (file: string): unknown => JSON.parse(readFileSync(join(out, `${file}.json`), "utf8"));
  expect(read("a.sdf")).toMatchObject({ ok: true, models: [{ name: "box" }] });
  expect(read("deep/bad.sdf")).toMatchObject({ ok: false, errors: [{ line: 2 }, {}] });
  expect(read("deep/none.sdf")).toMatchObject({ ok: false });
  expect(read("deep/c.sdf")).toMatchObject({ ok: true, worlds: [{ models: [{ name: "box" }] }] });
  const outside = await orrery("scene", files[0]!, "--json", "--out", out, "--root", join(folder, "in/deep"));
  expect(outside).toMatchObject({ status: 2, stderr: expect.stringMatching(/is not below .*--root/) });
});

test("[CL33] check prints problems as compilers do, then a count", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "bad.sdf");
  writeFileSync(file, '<sdf version="1.9">\n <model name="m" colour="red">\n  <joint name="j"/>\n </model>\n</sdf>');
  const { status, stdout, stderr } = await orrery("check", file);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^\S+bad\.sdf: \d errors, 1 warning\n$/);
  expect(stderr).toContain(`${file}:2:18: warning: <model> has an unknown attribute "colour"; it is ignored`);
  expect(stderr).toContain(`${file}:3:3: error: <joint> has no type`);
  const named = join(folder, "named.sdf");
  writeFileSync(named, '<sdf version="1.9"><world name="w">\n<plugin name="phisics" filename=""/></world></sdf>');
  expect(await orrery("check", named)).toEqual({
    status: 0,
    stdout: `${named}: 1 warning\n`,
    stderr: `${named}:2:1: warning: there is no system "phisics"; did you mean "physics"? (the world runs without it)\n`,
  });
  const gusts = await orrery("check", "examples/gusts.sdf", "--config", "examples/orrery.json");
  expect(gusts).toMatchObject({ status: 0, stdout: "examples/gusts.sdf: no problems\n" });
  const good = await orrery("check", "worlds/shapes.sdf", "worlds/empty.sdf");
  expect(good).toEqual({ status: 0, stdout: "2 files: no problems\n", stderr: "" });
});

test("[CL50] a missing model is a warning, and the rest of the world runs; --strict refuses the file", async () => {
  const file = join(temporaryFolder(), "w.sdf");
  const include = "<include><uri>model://nowhere</uri><pose>1 2 3 0 0 0</pose></include>";
  writeFileSync(file, `<sdf version="1.9"><world name="w">\n${include}</world></sdf>`);
  const run = await orrery("run", file, "--headless", "--steps", "3");
  const warning = `${file}:2:10: warning: cannot find "model://nowhere"; an empty model "nowhere" stands in its place`;
  expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining(warning) });
  expect(await orrery("check", file)).toMatchObject({ status: 0, stdout: `${file}: 1 warning\n` });
  const saved = await orrery("save", file);
  expect(saved.status).toBe(0);
  expect(saved.stdout).toMatch(/<include>\s*<uri>model:\/\/nowhere<\/uri>\s*<name>nowhere<\/name>\s*<pose>1 2 3/);
  for (const command of [["run", "--headless", "--steps", "3"], ["check"], ["save"]]) {
    const strict = await orrery(command[0]!, file, ...command.slice(1), "--strict");
    expect(strict).toMatchObject({ status: 1, stderr: expect.stringContaining(`${file}:2:10: error: cannot find`) });
  }
});

test("[CL35] save without a file writes the running world as it stands", async () => {
  const server = await serving("worlds/pendulum.sdf", "--paused");
  const { status, stdout } = await orrery("save", "--server", server.url);
  expect(status).toBe(0);
  const file = join(temporaryFolder(), "now.sdf");
  writeFileSync(file, stdout);
  const scene = async (path: string): Promise<unknown> => JSON.parse((await orrery("scene", path, "--json")).stdout);
  expect(await scene(file)).toEqual(await scene("worlds/pendulum.sdf"));
  await server.stop("SIGINT");
});

test("[CL34] save writes one file that reads the same, also from another folder", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "saved.sdf");
  expect(await orrery("save", "worlds/vehicle.sdf", "--out", out)).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(readFileSync(out, "utf8")).not.toContain("<include>");
  const scene = async (file: string): Promise<unknown> => JSON.parse((await orrery("scene", file, "--json")).stdout);
  expect(await scene(out)).toEqual(await scene("worlds/vehicle.sdf"));
  writeFileSync(join(folder, "bad.sdf"), '<sdf version="1.9"><model name="m"/></sdf>');
  const bad = await orrery("save", join(folder, "bad.sdf"));
  expect(bad).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(/was not saved: 1 error/) });
});

test("[CL34] save makes the folders that are missing", async () => {
  const out = join(temporaryFolder(), "a/b/saved.sdf");
  expect(await orrery("save", "pendulum", "--out", out)).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(out, "utf8")).toContain('<world name="pendulum">');
});

test("[CL40] meshes are found from wherever a world is saved to; those that are nowhere are named", async () => {
  const [home, away] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(home, "models/wedge/meshes"), { recursive: true });
  const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  writeFileSync(join(home, "models/wedge/meshes/wedge.obj"), triangle);
  const mesh = (uri: string): string => `<geometry><mesh><uri>${uri}</uri></mesh></geometry>`;
  writeFileSync(
    join(home, "w.sdf"),
    `<sdf version="1.9"><world name="w"><model name="m"><link name="l">
      <collision name="c">${mesh("model://wedge/meshes/wedge.obj")}</collision>
      <visual name="v">${mesh("models/wedge/meshes/wedge.obj")}</visual>
      <visual name="lost">${mesh("model://nowhere/a.obj")}</visual></link></model></world></sdf>`,
  );
  const lost = /^warning: model:\/\/nowhere\/a\.obj was not found, and is written as it is/;
  const urisIn = (file: string): string[] =>
    [...readFileSync(file, "utf8").matchAll(/<uri>([^<]*)</g)].map(([, uri]) => uri!);
  const path = relative(away, join(home, "models/wedge/meshes/wedge.obj"));
  const one = join(away, "one.sdf");
  expect(await orrery("save", join(home, "w.sdf"), "--out", one)).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(lost),
  });
  expect(urisIn(one)).toEqual([path, path, "model://nowhere/a.obj"]);
  const server = await serving(join(home, "w.sdf"), "--paused");
  const two = join(away, "two.sdf");
  const saved = await orrery("save", "--out", two, "--server", server.url);
  expect(saved).toMatchObject({ status: 0, stderr: expect.stringMatching(lost) });
  expect(urisIn(two)).toEqual([path, path, "model://nowhere/a.obj"]);
  const beside = join(home, "three.sdf");
  await orrery("save", "--out", beside, "--server", server.url);
  expect(urisIn(beside)[0]).toBe("model://wedge/meshes/wedge.obj");
  await server.stop("SIGINT");
});

test("[CL26] scene shows people rounded numbers", async () => {
  const file = join(temporaryFolder(), "m.sdf");
  const half = (mass: number): string =>
    `<link name="l${mass}"><inertial auto="true"/><collision name="c"><density>${mass}</density><geometry><box><size>0.1 3 1</size></box></geometry></collision></link>`;
  writeFileSync(file, `<sdf version="1.11"><model name="m">${half(1)}</model></sdf>`);
  expect((await orrery("scene", file)).stdout).toBe("model m\n  link l1 (0.3 kg)\n");
  expect((await orrery("scene", file, "--json")).stdout).toContain("0.30000000000000004");
});
