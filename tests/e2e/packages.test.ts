import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Sim } from "@orrery/sim";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { node24, orrery, OrreryProcess, root, temporaryFolder, type Ended } from "./orrery-process.ts";

const run = promisify(execFile);
/** Outside the repository, so that nothing in there is found by accident. */
const folder = mkdtempSync(join(tmpdir(), "orrery-packages-"));
const packages = join(folder, "packages");
const installed = join(folder, "prefix/lib/node_modules/orrery");

/** Starts the installed command, outside the repository. It is stopped at the end of the test. */
function started(args: readonly string[], env: NodeJS.ProcessEnv = {}): OrreryProcess {
  const program = new OrreryProcess(args, env, { entry: join(folder, "prefix/bin/orrery"), cwd: folder });
  onTestFinished(() => program.stop("SIGKILL").then(() => undefined));
  return program;
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  // An empty cache: packages left in the usual one by earlier installations would be used.
  await run("npm", [...args, "--offline", "--cache", join(folder, "cache"), "--loglevel", "error"], { cwd });
}

async function hashOf(ended: Promise<Ended>): Promise<string> {
  const { status, stdout, stderr } = await ended;
  if (status !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { hash: string }).hash;
}

beforeAll(async () => {
  await run(node24, [join(root, "tools/pack.ts"), packages]);
  const [command] = readdirSync(packages).filter((file) => /^orrery-\d/.test(file));
  await npm(["install", "--global", "--prefix", join(folder, "prefix"), join(packages, command!)], folder);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

test("[CL61] the installed command serves the page, and has no TypeScript but types", async () => {
  const server = started(["run", "shapes", "--port", "0"]);
  const url = await server.address();
  const page = await (await fetch(url)).text();
  const script = /<script[^>]* src="([^"]+)"/.exec(page)![1]!;
  const answer = await fetch(new URL(script, url));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/javascript/);
  expect((await answer.text()).length).toBeGreaterThan(1000);
  expect((await server.stop()).status).toBe(0);

  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  // Third-party packages may contain their sources, which nothing imports.
  const own = files.filter((file) => !file.includes("node_modules") || file.includes("@orrery"));
  expect(own.filter((file) => /(?<!\.d)\.[mc]?tsx?$/.test(file))).toEqual([]);
});

test("[CL61] runs with either engine and with a system in TypeScript end as those of the repository do", async () => {
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
  for (const world of [["shapes"], ["arm"], ["examples/gusts.sdf", "--config", "examples/orrery.json"]]) {
    const args = ["run", ...world, "--headless", "--steps", "200", "--hash", "--json"];
    expect(await hashOf(started(args).ended)).toBe(await hashOf(orrery(...args)));
  }
  expect(await started(["--version"]).ended).toEqual(await orrery("--version"));
});

test("[CL61] the installed command records a run and makes it again from the log", async () => {
  const log = join(folder, "run.mcap");
  expect((await started(["run", "wall", "--headless", "--steps", "200", "--record", log]).ended).status).toBe(0);
  expect(await started(["log", "check", log]).ended).toMatchObject({
    status: 0,
    stdout: expect.stringMatching("the same to the bit") as string,
  });
});

test("[CL62] an older Node hands over to the Node 24 that was installed with the command; without it the command says what it needs", async () => {
  const older = join(folder, "older.mjs");
  writeFileSync(
    older,
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.0.0" } });',
  );
  const env = { NODE_OPTIONS: `--import=${older}` };
  expect(await started(["--version"], env).ended).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching("needs Node 24") as string,
  });

  const brought = join(installed, `node_modules/node-${process.platform}-${process.arch}`);
  mkdirSync(join(brought, "bin"), { recursive: true });
  onTestFinished(() => rmSync(brought, { recursive: true }));
  writeFileSync(join(brought, "package.json"), "{}");
  symlinkSync(node24, join(brought, "bin/node"));
  expect(await started(["--version"], env).ended).toEqual(await orrery("--version"));
  expect((await started(["run", "nowhere.sdf"], env).ended).status).toBe(1);
});

const BALL = `<sdf version="1.9"><world name="drop"><model name="ball"><pose>0 0 3 0 0 0</pose><link name="body"><collision name="round"><geometry>
  <sphere><radius>0.1</radius></sphere></geometry></collision></link></model></world></sdf>`;

const PROGRAM = `import { MessageRegistry } from "@orrery/msgs";
import * as plots from "@orrery/plots";
import { defineSystem, Sim, vec3, type Vec3 } from "@orrery/sim";
import { WorldLinearVelocity } from "@orrery/sim/components";
import * as formats from "@orrery/sim/formats";
import * as front from "@orrery/sim/front";
import * as logs from "@orrery/sim/logs";
import { TestSim } from "@orrery/sim/testing";
const wind: Vec3 = { x: 1, y: 0, z: 0 };
const others = [MessageRegistry, defineSystem, TestSim, vec3, wind, WorldLinearVelocity, formats, front, logs, plots];
using sim = await Sim.load(${JSON.stringify(BALL)});
sim.run({ steps: 100 });
console.log(JSON.stringify({ hash: sim.hash(), others: others.every((one) => one !== undefined) }));
// @ts-expect-error: a hash is a text
const wrong: number = sim.hash();
`;

test("[CL63] a plain project imports the libraries with their types, and runs them", async () => {
  const project = temporaryFolder();
  const libraries = readdirSync(packages).filter((file) => /^orrery-[a-z]/.test(file));
  // Third-party packages come from this checkout instead of a registry.
  const others = ["@dimforge/rapier3d-simd-compat", "@mcap/core", "@mujoco/mujoco", "hyparquet", "hyparquet-writer"];
  const given = [
    ...libraries.map((file) => [`@orrery/${/-([a-z]+)-/.exec(file)![1]!}`, join(packages, file)]),
    ...others.map((name) => [name, join(root, "node_modules", name)]),
  ].map(([name, path]) => [name, `file:${path}`]);
  const files = {
    "package.json": JSON.stringify({ type: "module", dependencies: Object.fromEntries(given) as unknown }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: { module: "nodenext", target: "es2022", strict: true, noEmit: true, types: [] },
    }),
    "main.ts": PROGRAM,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
  // Third-party packages of a checkout would be rebuilt, from sources that they do not contain.
  await npm(["install", "--ignore-scripts"], project);
  await run(node24, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], { cwd: project });

  const { stdout } = await run(node24, ["main.ts"], { cwd: project });
  using own = await Sim.load(BALL);
  own.run({ steps: 100 });
  expect(JSON.parse(stdout)).toEqual({ hash: own.hash(), others: true });
});
