import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { gz } from "@orrery/msgs";
import { expect, onTestFinished, test } from "vitest";
import { clientOf, orrery, OrreryProcess, root, serving, temporaryFolder } from "./orrery-process.ts";

test("[CL10] a headless run of some steps prints exactly one line of JSON on stdout", async () => {
  const { status, stdout } = await orrery(
    "run",
    "worlds/shapes.sdf",
    "--headless",
    "--steps",
    "50",
    "--hash",
    "--json",
  );
  expect(status).toBe(0);
  expect(stdout.split("\n")).toHaveLength(2);
  expect(JSON.parse(stdout)).toEqual({
    world: "shapes",
    engine: "rapier",
    steps: 50,
    simTime: 0.05,
    realTimeFactor: expect.any(Number),
    stepMicros: expect.any(Number),
    entities: expect.any(Number),
    rssMb: expect.any(Number),
    hash: expect.stringMatching(/^[\da-f]{32}$/),
  });
});

test("[CL10] without --json people get a summary; logs go to stderr; the bare name of a world will do", async () => {
  const single = await orrery("run", "shapes", "--headless", "--steps", "1");
  expect(single.stdout).toMatch(/^shapes: 1 step in /);
  const { status, stdout, stderr } = await orrery("run", "shapes", "--headless", "--steps", "50");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^shapes: 50 steps in .* now at 0\.050 s\n\d+ entities, physics by rapier/);
  expect(stdout).not.toContain("\u001b");
  expect(stderr).toMatch(/physics engine rapier/);
});

test("[CL11] a served world says where it is in its first line, and Ctrl-C ends it with status 0", async () => {
  const server = await serving("worlds/empty.sdf");
  expect(server.lines[0]).toBe(`Orrery: ${server.url}`);
  const health = (await (await fetch(`${server.url}health`)).json()) as object;
  expect(health).toMatchObject({ ok: true, world: "empty" });
  const { status, stderr } = await server.stop("SIGINT");
  expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.not.stringContaining("rror") });
});

test("[CL11] a signal that comes twice, as one to a process group does, is one", async () => {
  const server = await serving("worlds/empty.sdf");
  void server.stop("SIGINT");
  expect(await server.stop("SIGTERM")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^empty: /m) });
});

test("[CL11] with --json the address is an object on the first line, the summary one on the last", async () => {
  const server = await serving("worlds/empty.sdf", "--json", "--headless");
  expect(JSON.parse(server.lines[0]!)).toEqual({ event: "listening", url: server.url });
  const { status, stdout } = await server.stop("SIGTERM");
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1]!)).toMatchObject({ world: "empty" });
});

test("[CL11] a served run of a few steps is announced, made and over", async () => {
  const { status, stdout } = await orrery("run", "worlds/empty.sdf", "--port", "0", "--steps", "3", "--json");
  expect(status).toBe(0);
  const [first, last] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(first).toMatchObject({ event: "listening" });
  expect(last).toMatchObject({ world: "empty", steps: 3 });
});

test.each([
  [["run"], "WORLD is missing; for example:\n  orrery run worlds/shapes.sdf"],
  [["run", "shapes", "--paused", "--steps", "5"], "--paused and --steps exclude each other"],
  [["run", "shapes", "--save", "x.orrery"], "--save FILE and --at STEP belong together"],
  [["run", "shapes", "--steps", "5", "--save", "x.orrery", "--at", "6"], "--at 6 is not within the run"],
  [["run", "shapes", "--stesp", "5"], "did you mean --steps?"],
  [["rnu"], 'did you mean "run"?'],
  [["topic", "ehco"], 'did you mean "echo"?'],
  [[], "a command is missing"],
])("[CL12] %j is a usage error: status 2, nothing on stdout", async (args, reason) => {
  const { status, stdout, stderr } = await orrery(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(reason);
  expect(stderr).toMatch(/try: orrery.* --help/);
});

test("[CL13] every command has help with examples, and there is a version", async () => {
  const version = await orrery("--version");
  expect(version).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  for (const words of [
    [],
    ["run"],
    ["topic"],
    ["topic", "echo"],
    ["service", "call"],
    ["scene"],
    ["check"],
    ["save"],
  ]) {
    const { status, stdout } = await orrery(...words, "--help");
    expect({ words, status, stdout }).toMatchObject({
      words,
      status: 0,
      stdout: expect.stringMatching(/Usage: orrery[^]*Examples:\n {2}orrery/),
    });
  }
});

test("[CL13] help COMMAND is COMMAND --help", async () => {
  for (const words of [["run"], ["topic"], ["topic", "echo"]]) {
    expect(await orrery("help", ...words)).toEqual(await orrery(...words, "--help"));
  }
});

test("[CL14] --physics-engine decides; without it, or with auto, what the world holds does, and the log says why", async () => {
  const run = async (world: string, ...engine: string[]) => {
    const { stdout, stderr } = await orrery("run", world, "--headless", "--steps", "1", "--json", ...engine);
    return { engine: (JSON.parse(stdout) as { engine: string }).engine, why: /physics engine .*/.exec(stderr)?.[0] };
  };
  const mujoco = { engine: "mujoco", why: "physics engine mujoco: as asked for" };
  expect(await run("shapes", "--physics-engine", "mujoco")).toEqual(mujoco);
  const rapier = { engine: "rapier", why: "physics engine rapier: as asked for" };
  expect(await run("pendulum", "--physics-engine", "rapier")).toEqual(rapier);
  const loose = { engine: "rapier", why: "physics engine rapier: no joints that move" };
  expect(await run("shapes")).toEqual(loose);
  expect(await run("shapes", "--physics-engine", "auto")).toEqual(loose);
  expect(await run("pendulum")).toMatchObject({ engine: "mujoco" });
});

test("[CL14] an engine that is named is the same as the same one chosen; a saved state keeps its own without further ado", async () => {
  const folder = temporaryFolder();
  const run = async (...words: string[]) => {
    const { stdout, stderr } = await orrery("run", "pendulum", "--headless", "--json", "--hash", ...words);
    return { ...(JSON.parse(stdout) as { hash: string; engine: string }), stderr };
  };
  const state = join(folder, "half.orrery");
  const chosen = await run("--steps", "20", "--save", state, "--at", "10");
  expect((await run("--steps", "20", "--physics-engine", chosen.engine)).hash).toBe(chosen.hash);
  const other = chosen.engine === "mujoco" ? "rapier" : "mujoco";
  const restored = await run("--steps", "10", "--restore", state, "--physics-engine", other, "--seed", "7");
  expect(restored).toMatchObject({ hash: chosen.hash, engine: chosen.engine });
  expect(restored.stderr).toContain("--physics-engine has no effect");
  expect(restored.stderr).not.toContain(`physics engine ${other}`);
  expect(restored.stderr).not.toContain("is not what it was");
});

test("[CL15] a port in use is a failure with a hint", async () => {
  const server = await serving("worlds/empty.sdf");
  const { status, stdout, stderr } = await orrery("run", "worlds/empty.sdf", "--port", new URL(server.url).port);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/is in use.*--port 0/);
});

test("[CL16] topics and services of a running world can be listed, looked at, heard and called", async () => {
  const { url } = await serving("worlds/empty.sdf");
  const ask = (...args: string[]) => orrery(...args, "--server", url);
  expect((await ask("topic", "list")).stdout).toMatch(/^\/world\/empty\/stats +gz\.msgs\.WorldStatistics$/m);
  const listed = (await ask("topic", "list", "--json")).stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(listed).toContainEqual({ name: "/clock", type: "gz.msgs.Clock", publishers: 1, subscribers: 0, dropped: 0 });
  expect((await ask("topic", "info", "/clock")).stdout).toMatch(/gz\.msgs\.Clock\n1 publishing[^]*sim +gz\.msgs\.Time/);
  expect((await ask("service", "list")).stdout).toMatch(
    /^\/world\/empty\/control +gz\.msgs\.WorldControl → gz\.msgs\.Boolean$/m,
  );
  expect((await ask("service", "info", "/world/empty/control")).stdout).toMatch(/multi_step +uint32/);
  const echoed = await ask("topic", "echo", "/clock", "--count", "3", "--json");
  const clocks = echoed.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { sim: object });
  expect(clocks).toHaveLength(3);
  expect((await ask("topic", "echo", "/clock", "--count", "1")).stdout).toMatch(
    /^sim:\n(  sec: \d+\n)?  nsec: \d+\n---\n$/,
  );
  const paused = await ask("service", "call", "/world/empty/control", `{"pause": true}`);
  expect(paused).toMatchObject({ status: 0, stdout: `{"data":true}\n` });
});

test("[CL16] topic echo --wait waits for a topic that is not there yet; a server that stops is told of", async () => {
  const server = await serving("worlds/empty.sdf");
  const echo = new OrreryProcess(["topic", "echo", "chat", "--wait", "--json", "--server", server.url]);
  onTestFinished(() => echo.stop("SIGKILL").then(() => undefined));
  const pub = await orrery("topic", "pub", "/chat", "gz.msgs.StringMsg", `{"data": "hi"}`, "--server", server.url);
  expect(pub).toMatchObject({ status: 0 });
  await echo.linesUntil((lines) => lines.includes(`{"data":"hi"}`));
  await server.stop();
  expect(await echo.ended).toMatchObject({ status: 1, stderr: `the server at ${server.url} has stopped\n` });
});

test("[CL17] a service that refuses gives status 1, its answer and its reason", async () => {
  const { url } = await serving("worlds/empty.sdf");
  const { status, stdout, stderr } = await orrery(
    "service",
    "call",
    "/world/empty/set_physics",
    `{"max_step_size": -1}`,
    "--server",
    url,
  );
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ data: false });
  expect(stderr).toMatch(/refused: max_step_size: a step must take from/);
});

test("[CL18] what is not there is named, with what is nearest; a bad message with its field", async () => {
  const { url } = await serving("worlds/empty.sdf");
  const failing = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await orrery(...args, "--server", url);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    return stderr;
  };
  expect(await failing("topic", "echo", "/clok")).toMatch(/no topic "\/clok"; did you mean "\/clock"/);
  expect(await failing("service", "call", "/world/empty/contrl")).toMatch(/did you mean "\/world\/empty\/control"/);
  expect(await failing("service", "call", "/world/empty/control", `{"pauze": true}`)).toMatch(/did you mean "pause"/);
  expect(await failing("topic", "pub", "/x", "gz.msgs.Twits", "{}")).toMatch(/did you mean "gz\.msgs\.Twist"/);
  expect(await failing("topic", "pub", "/x", "gz.msgs.Twist", `{"linear": {"x": "a"}}`)).toMatch(
    /Twist\.linear\.x: expected a number/,
  );
});

test("[CL18] where no server is, one is told how to start one", async () => {
  const server = await serving("worlds/empty.sdf");
  await server.stop();
  const { status, stderr } = await orrery("topic", "list", "--server", server.url);
  expect(status).toBe(1);
  expect(stderr).toBe(`no Orrery server at ${server.url}; start one with: npm start\n`);
  const named = await new OrreryProcess(["service", "list"], { ORRERY_SERVER: server.url }).ended;
  expect(named.stderr).toBe(stderr);
});

test("[CL19] a single published message is not lost: it waits for its subscriber, or says that there is none", async () => {
  const server = await serving("worlds/empty.sdf");
  const pub = (...args: string[]) =>
    orrery("topic", "pub", "/chat", "gz.msgs.StringMsg", ...args, "--server", server.url);
  const nobody = await pub(`{"data": "lost"}`);
  expect(nobody).toMatchObject({ status: 1, stderr: expect.stringMatching(/^nobody subscribes to "\/chat"/) });
  const client = await clientOf(server);
  const heard: (string | undefined)[] = [];
  client.subscribe<gz.StringMsg>("/chat", ({ value }) => heard.push(value.data));
  expect(await pub(`{"data": "one"}`)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  await expect.poll(() => heard).toEqual(["one"]);
  expect(await pub(`{"data": "more"}`, "--rate", "100", "--count", "3")).toMatchObject({ status: 0 });
  await expect.poll(() => heard).toEqual(["one", "more", "more", "more"]);
});

test("[CL27] topic hz measures until Ctrl-C", async () => {
  const { url } = await serving("worlds/empty.sdf");
  const hz = new OrreryProcess(["topic", "hz", "/clock", "--window", "100", "--server", url]);
  await hz.linesUntil((lines) => lines.some((line) => /^\d+\.\d\d Hz/.test(line)));
  expect((await hz.stop()).status).toBe(0);
});

test("[CL26] scene prints a file with everything resolved, and status 1 with the errors when it is not sound", async () => {
  const { status, stdout } = await orrery("scene", "worlds/shapes.sdf", "--json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, errors: [], worlds: [{ name: "shapes" }] });
  const bad = await orrery("scene", join(temporaryFolder(), "nothing.sdf"), "--json");
  expect(bad.status).toBe(1);
  expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, errors: [{ line: 1 }], worlds: [] });
  const outline = await orrery("scene", join(root, "worlds/empty.sdf"));
  expect(outline).toMatchObject({ status: 0, stdout: expect.stringMatching(/^world empty\n/) });
});

test("[CL32] scene writes one JSON a file below --out, and a bad file stops no other", async () => {
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
  expect(stderr).toContain(`${file}:2:18: warning: <model> knows no attribute "colour"; it is ignored`);
  expect(stderr).toContain(`${file}:3:3: error: <joint> has no type`);
  const named = join(folder, "named.sdf");
  writeFileSync(named, '<sdf version="1.9"><world name="w">\n<plugin name="phisics" filename=""/></world></sdf>');
  expect(await orrery("check", named)).toEqual({
    status: 0,
    stdout: `${named}: 1 warning\n`,
    stderr: `${named}:2:1: warning: there is no system "phisics"; did you mean "physics"? (the world runs without it)\n`,
  });
  const gusts = await orrery("check", "examples/gusts.sdf", "--config", "examples/orrery.json");
  expect(gusts).toMatchObject({ status: 0, stdout: "examples/gusts.sdf: nothing wrong\n" });
  const good = await orrery("check", "worlds/shapes.sdf", "worlds/empty.sdf");
  expect(good).toEqual({ status: 0, stdout: "2 files: nothing wrong\n", stderr: "" });
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

test("[CL36] a robot or model by itself runs in a world with ground and sun", async () => {
  const folder = temporaryFolder();
  const inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';
  for (const [name, text] of [
    ["r.urdf", `<robot name="r"><link name="l">${inertial}</link></robot>`],
    ["m.sdf", '<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>'],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, text);
    const { status, stdout, stderr } = await orrery("run", file, "--headless", "--steps", "1", "--json");
    expect(status).toBe(0);
    // World, ground with link, collision and visual, sun, model and link.
    expect(JSON.parse(stdout)).toMatchObject({ world: "default", entities: 8 });
    expect(stderr).toContain(`${file} holds no <world>: it runs in a default one, with ground and sun`);
  }
});

test("[CL37] a world without user-commands says what to add", async () => {
  const file = join(temporaryFolder(), "w.sdf");
  writeFileSync(file, '<sdf version="1.9"><world name="w"><plugin name="physics" filename=""/></world></sdf>');
  const server = await serving(file, "--paused");
  const { status, stderr } = await orrery("service", "call", "/world/w/create", "{}", "--server", server.url);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'there is no service "/world/w/create": the world runs no user-commands; add <plugin name="user-commands" filename="user-commands"/>\n',
  });
  await server.stop("SIGINT");
});

test("[CL1] options may stand before the command, also one of two words", async () => {
  const { status, stdout } = await orrery("--json", "--steps", "2", "run", "pendulum", "--headless");
  expect({ status, ...(JSON.parse(stdout) as object) }).toMatchObject({ status: 0, steps: 2 });
  expect(await orrery("--wait", "topic", "echo")).toMatchObject({ status: 2, stderr: expect.stringMatching(/TOPIC/) });
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

test("[CL18] --server takes a bare port", async () => {
  const server = await serving("pendulum", "--paused");
  const { status, stdout } = await orrery("service", "list", "--server", new URL(server.url).port);
  expect(status).toBe(0);
  expect(stdout).toContain("/world/pendulum/control");
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

test("[CL10] a headless run without an end says how to end it", async () => {
  const run = new OrreryProcess(["run", "pendulum", "--headless"]);
  while (!run.stderr.includes("runs until Ctrl-C")) await new Promise((next) => setImmediate(next));
  expect(await run.stop("SIGINT")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^pendulum: \d+ step/) });
});
