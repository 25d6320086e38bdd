import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { bytesSource, readCsv, readParquet } from "@orrery/plots";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../packages/server/src/cli/client.ts";
import { findItems } from "../../packages/server/src/cli/items/find-items.ts";
import { chosenManagers, managersOf } from "../../packages/server/src/cli/items/managers.ts";
import { node24, orrery, OrreryProcess, root, serving, temporaryFolder } from "./orrery-process.ts";

/** Two worlds, and a program with items of its own. */
async function twoWorldsAndProgram(): Promise<{ readonly url: string; readonly program: { kill(): void } }> {
  const { url } = await serving("worlds/shapes.sdf", "worlds/empty.sdf");
  const program = spawn(node24, [join(root, "examples/introspection/battery.ts"), url], { stdio: "ignore" });
  onTestFinished(() => void program.kill("SIGKILL"));
  using client = await connect(url);
  await client.node.until(() => managersOf(client).length === 3, { timeoutMs: 60_000 });
  return { url, program: { kill: () => void program.kill("SIGKILL") } };
}

interface JsonSample {
  readonly manager: string;
  readonly step: number;
  readonly time: number;
  readonly values: Readonly<Record<string, number | Readonly<Record<string, number>>>>;
}

const jsonLines = (text: string): JsonSample[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonSample);

/** Checks that no step is missing and none comes twice. */
function expectEvery(steps: readonly number[], every: number): void {
  expect(steps.slice(1).map((step, i) => step - steps[i]!)).toEqual(Array(steps.length - 1).fill(every));
}

test("[CL74] [CL75] items of worlds and programs are listed and watched: every sample once, in columns, CSV, JSON and Parquet", async () => {
  const { url, program } = await twoWorldsAndProgram();
  const ask = (...args: string[]) => orrery("introspect", ...args, "--server", url);

  const { stdout: listed } = await ask("list", "pyramid_1", "velocity");
  expect(listed).toMatch(/^pyramid_1::link::linear_velocity +vector3d +m\/s +of the link's origin, in world axes$/m);
  const all = (await ask("list", "--json")).stdout.trimEnd().split("\n");
  const managers = new Set(all.map((line) => (JSON.parse(line) as { manager: string }).manager));
  expect([...managers].sort()).toEqual(["/empty/empty", "battery", "shapes"]);
  expect((await ask("list", "cell::*age", "--json")).stdout).toBe(
    `{"manager":"battery","name":"cell::voltage","type":"double","units":["V"],"note":"at the clamps, under load","live":true}\n`,
  );
  expect((await ask("list", "--of", "pyramid_1")).stdout).toMatch(
    /^pyramid_1::kinetic_energy .*J[^]*^pyramid_1::link +…$/m,
  );

  const watched = await ask("watch", "pyramid_1::link::pose", "cell::voltage", "--json", "--count", "200");
  expect(watched).toMatchObject({ status: 0, stderr: "" });
  const samples = jsonLines(watched.stdout);
  for (const label of ["shapes", "battery"]) {
    const own = samples.filter(({ manager }) => manager === label);
    expect(own).toHaveLength(200);
    expectEvery(
      own.map(({ step }) => step),
      1,
    );
  }
  const [pose] = samples.filter(({ manager }) => manager === "shapes");
  expect(Object.keys(pose!.values["pyramid_1::link::pose"]!)).toEqual(["x", "y", "z", "qx", "qy", "qz", "qw"]);
  expect(pose!.time).toBeCloseTo(pose!.step / 1000, 9);

  const { stdout: csv } = await ask("watch", "pyramid_*::link::pose", "--csv", "--count", "50", "--every", "3");
  const { table } = await readCsv(bytesSource("x.csv", Buffer.from(csv)));
  expect(table.columns.slice(0, 2)).toMatchObject([
    { name: "step", rows: undefined },
    { name: "pyramid_1::link::pose.x", unit: "m", rows: undefined },
  ]);
  expectEvery([...table.columns[0]!.values], 3);

  const columns = await ask("watch", "cell::voltage", "cell::current", "--count", "2");
  expect(columns.stdout).toMatch(
    /^ +step +time +cell::voltage +cell::current\n +s +V +A\n +\d+ +\d+\.\d{6} +[34]\.\d+ +\d/,
  );

  const file = join(temporaryFolder(), "x.parquet");
  expect(await ask("watch", "pyramid_1::link::pose", "cell::*", "--parquet", file, "--count", "300")).toMatchObject({
    status: 0,
    stdout: "",
    stderr: `600 samples of 9 columns are in ${file}\n`,
  });
  const unpackers = { zstd: (bytes: Uint8Array) => zstdDecompressSync(bytes) };
  const parquet = await readParquet(bytesSource("x", readFileSync(file)), { unpackers });
  expect(parquet.problems).toEqual(["x: times go back: the rows were put in order"]);
  expect(parquet.table.columns.map(({ name, values }) => [name, values.length])).toEqual([
    ["step", 600],
    ["battery/cell::voltage", 300],
    ["battery/cell::current", 300],
    ...["x", "y", "z", "qx", "qy", "qz", "qw"].map((part) => [`shapes/pyramid_1::link::pose.${part}`, 300]),
  ]);

  const watch = new OrreryProcess(["introspect", "watch", "cell::voltage", "--server", url]);
  await watch.linesUntil((lines) => lines.length > 3);
  program.kill();
  expect(await watch.ended).toMatchObject({ status: 1, stderr: "battery ended\n" });
});

test("[CL75] Ctrl-C completes the file, and a reader that leaves ends it; both without an error", async () => {
  const { url } = await serving("worlds/empty.sdf");
  const file = join(temporaryFolder(), "x.parquet");
  const watch = new OrreryProcess([
    "introspect",
    "watch",
    "sim_time",
    "iterations",
    "--parquet",
    file,
    "--server",
    url,
  ]);
  const watching = new OrreryProcess(["introspect", "watch", "iterations", "--server", url]);
  await watching.linesUntil((lines) => lines.length > 200);
  const [watched, { status, stderr }] = await Promise.all([watching.stop(), watch.stop()]);
  expect(watched).toMatchObject({ status: 0, stderr: "" });
  expect({ status, stderr }).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^\d+ samples of 2 columns are in /),
  });
  const unpackers = { zstd: (bytes: Uint8Array) => zstdDecompressSync(bytes) };
  const { table } = await readParquet(bytesSource("x", readFileSync(file)), { unpackers });
  expectEvery([...table.columns[0]!.values], 1);
  expect([...table.columns[2]!.values]).toEqual([...table.columns[0]!.values]);

  const cli = join(root, "packages/server/src/cli.mjs");
  const command = `"${node24}" "${cli}" introspect watch iterations --server "${url}" | head -n 3`;
  const shell = spawn("bash", ["-c", `set -o pipefail; ${command}`], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  shell.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = new Promise((resolve) => shell.once("close", resolve));
  expect(await ended).toBe(0);
  expect(errors).toBe("");
});

test("[CL76] what cannot be watched is refused, with what to do", async () => {
  const { url } = await serving("worlds/empty.sdf", "worlds/empty.sdf");
  using client = await connect(url);
  await client.node.until(() => managersOf(client).length === 2, { timeoutMs: 60_000 });
  const find = async (name: string, manager?: string): Promise<unknown> =>
    findItems(client, chosenManagers(client, manager), [name], { wait: false });
  await expect(find("sim_tme", "empty")).rejects.toThrow('there is no item "sim_tme"; did you mean "sim_time"?');
  await expect(find("ground::*::colour")).rejects.toThrow(
    'no item fits "ground::*::colour"; orrery introspect list shows all',
  );
  await expect(find("sim_time")).rejects.toThrow(
    'several managers have "sim_time": empty, /empty-2/empty; choose one with --manager',
  );
  await expect(find("sim_time", "emty")).rejects.toThrow('there is no manager "emty"; did you mean "empty"?');
  const [, second] = chosenManagers(client, undefined);
  expect(await find("sim_time", second!.label)).toEqual([{ manager: second, names: ["sim_time"] }]);
  const listing = await orrery("introspect", "list", "nothing_like_it", "--server", url);
  expect(listing).toMatchObject({ status: 1, stdout: "" });
  expect(listing.stderr).toMatch(/^no item fits "nothing_like_it"; /);
  const file = join(temporaryFolder(), "x.parquet");
  writeFileSync(file, "");
  const watching = await orrery("introspect", "watch", "sim_time", "--parquet", file, "--server", url);
  expect(watching.stderr).toMatch(/the file exists already; choose another name/);
  const both = await orrery("introspect", "watch", "sim_time", "--csv", "--json");
  expect(both).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/--csv, --json and --parquet exclude each other/),
  });
});
