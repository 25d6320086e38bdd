import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { orrery, OrreryProcess, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually } from "./pages.ts";

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
  expect(health).toMatchObject({ ok: true, worlds: [{ name: "empty" }] });
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
  [["run", "shapes", "--save", "x.orrery"], "--save FILE and --at STEP must be used together"],
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
  const loose = {
    engine: "rapier",
    why: "physics engine rapier: chosen because nothing in this world moves on joints",
  };
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
    expect(stderr).toContain(`${file} has no <world>: it runs in a default one, with ground and sun`);
  }
});

test("[CL1] options may stand before the command, also one of two words", async () => {
  const { status, stdout } = await orrery("--json", "--steps", "2", "run", "pendulum", "--headless");
  expect({ status, ...(JSON.parse(stdout) as object) }).toMatchObject({ status: 0, steps: 2 });
  expect(await orrery("--wait", "topic", "echo")).toMatchObject({ status: 2, stderr: expect.stringMatching(/TOPIC/) });
});

test("[CL10] a headless run without an end says how to end it", async () => {
  const run = new OrreryProcess(["run", "pendulum", "--headless"]);
  onTestFinished(async () => void (await run.stop("SIGKILL")));
  await eventually(() => run.stderr).toContain("runs until Ctrl-C");
  expect(await run.stop("SIGINT")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^pendulum: \d+ step/) });
});
