import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { orrery as msgs } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { expect, test } from "vitest";
import { cli, clientOf, node24, orrery, playing, root, serving, temporaryFolder } from "./orrery-process.ts";
import { soak } from "../soak.ts";
import { eventually } from "./pages.ts";

const WORLD = "/world/empty";

/** Resolves when it was done; rejects with the reason. */
async function ask(node: Node, service: string, request: object): Promise<void> {
  const { data, header } = await node.request(`${WORLD}/${service}`, request, { response: "gz.msgs.Boolean" });
  if (data !== true) throw new Error(header?.data?.[0]?.value?.[0]);
}

async function timeOf(node: Node): Promise<number> {
  const { header } = await node.request(`${WORLD}/pose/info`, {}, { response: "gz.msgs.Pose_V" });
  return (header?.stamp?.sec ?? 0) + (header?.stamp?.nsec ?? 0) / 1e9;
}

/** Records a second in which a ball is inserted at 0.4 s, and removed by an undo at 0.7 s. */
async function record(file: string): Promise<string> {
  const server = await serving("worlds/empty.sdf", "--paused", "--rtf", "0", "--record", file);
  const node = await clientOf(server, "Ben");
  const ann = await clientOf(server, "Ann");
  const runTo = async (ms: number): Promise<void> => {
    await ask(node, "control", { run_to_sim_time: { nsec: ms * 1e6 } });
    await eventually(() => timeOf(node)).toBe(ms / 1000);
  };
  await runTo(400);
  const sdf = `<sdf version="1.9"><model name="ball"><pose>0 0 5 0 0 0</pose><link name="l"><collision name="c">
    <geometry><sphere><radius>0.3</radius></sphere></geometry></collision></link></model></sdf>`;
  const edits = [{ create: { factory: { sdf } } }];
  await ask(node, "command", { id: "me:1", description: "Insert ball", edits });
  await runTo(700);
  await ask(ann, "history/undo_redo", { id: "me:1", undo: true });
  await runTo(1000 - 1);
  const { status, stderr } = await server.stop("SIGINT");
  expect(status).toBe(0);
  return stderr;
}

test("[CL41] a recording continues through undo and Ctrl-C; played back, time jumps as it did, and a time that is there twice is the first", async () => {
  const file = join(temporaryFolder(), "run.mcap");
  expect(await record(file)).toMatch(/recorded 1\.299 s to .*run\.mcap \(0\.\d\d MB\); look at it: npx orrery play /);
  const info = await orrery("log", "info", file);
  expect(
    info.stdout
      .replace(/ in .* MB/, "")
      .split("\n")
      .slice(1),
  ).toEqual([
    "  0.000 s to 0.700 s",
    "    0.400 s  Insert ball, by Ben",
    "  undo of Insert ball, by Ann: 0.700 s → 0.400 s",
    "  0.400 s to 0.999 s",
    "",
  ]);
  const again = { status: 0, stdout: expect.stringMatching(/the run made again is the same to the bit \(\d+ samples/) };
  expect(await orrery("log", "check", file)).toMatchObject(again);
  const node = await clientOf(await playing(file, "--paused", "--rtf", "0"));
  const jumps: msgs.TimeJump[] = [];
  const lists: msgs.History[] = [];
  node.subscribe(`${WORLD}/history/jump`, "orrery.msgs.TimeJump", ({ value }) => jumps.push(value));
  node.subscribe(`${WORLD}/history`, "orrery.msgs.History", ({ value }) => lists.push(value));
  await eventually(() => lists.at(-1)?.stretches?.length).toBe(2);
  expect(lists.at(-1)).toMatchObject({ log: file, stretches: [{ marks: [{ description: "Insert ball" }] }, {}] });
  await ask(node, "control", {});
  await eventually(() => timeOf(node)).toBe(0.999);
  const told = { cause: "UNDO", from: { nsec: 700e6 }, to: { nsec: 400e6 }, author_name: "Ann" };
  await eventually(() => jumps).toMatchObject([{ ...told, description: "Insert ball" }]);
  const models = async (): Promise<string[]> => {
    const { pose = [] } = await node.request(`${WORLD}/pose/info`, {}, { response: "gz.msgs.Pose_V" });
    return pose.map(({ name = "" }) => name).filter((name) => name === "ball");
  };
  expect(await models()).toEqual([]);
  // With the ball, although the log later reaches that time again without it.
  await ask(node, "history/go_to", { time: { nsec: 600e6 } });
  await eventually(() => timeOf(node)).toBe(0.6);
  expect(await models()).toEqual(["ball"]);
  await expect(ask(node, "history/go_to", { time: { sec: 9 } })).rejects.toThrow("it goes from 0.000 s to 0.999 s");
  await expect(ask(node, "set_physics", { max_step_size: 0.002 })).rejects.toThrow("this is a log being played back");
});

test("[CL42] a log is not written over another file; what is no log is not played, and a log not run", async () => {
  const folder = temporaryFolder();
  const [text, log] = [join(folder, "notes.txt"), join(folder, "run.mcap")];
  writeFileSync(text, "notes");
  const taken = await orrery("run", "empty", "--headless", "--steps", "3", "--record", text);
  expect(taken).toMatchObject({ status: 1, stderr: expect.stringContaining("the file exists already") });
  expect(await orrery("play", text)).toMatchObject({ status: 1, stderr: `${text}: error: this is not an MCAP file\n` });
  const refused = await orrery("run", text, "--headless", "--steps", "3", "--record", log);
  expect([refused.status, existsSync(log)]).toEqual([1, false]);
  const hidden = await orrery("run", "empty", "--headless", "--steps", "3", "--record", "/proc/run.mcap");
  expect(hidden).toMatchObject({ status: 1, stderr: expect.stringMatching(/^\/proc\/run\.mcap: error: [^\n]+\n$/) });
  mkdirSync(join(folder, "logs"));
  const folderOf = `${join(folder, "logs")}: error: this is a folder\n`;
  expect(await orrery("play", join(folder, "logs"))).toMatchObject({ status: 1, stderr: folderOf });
  const missing = await orrery("play", log);
  expect(missing).toMatchObject({ status: 1, stderr: `${log}: error: there is no file ${log}\n` });
  const rated = await orrery("run", "empty", "--headless", "--steps", "3", "--record-rate", "10");
  expect(rated).toMatchObject({ status: 2, stderr: expect.stringContaining("--record-rate requires --record FILE") });
  const wrong = await orrery("run", "empty", "--headless", "--steps", "3", "--record", log, "--record-topic", "/a b");
  expect(wrong).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--record-topic: the topic pattern "/a b"'),
  });
  expect(await orrery("run", "empty", "--headless", "--steps", "3", "--record", log)).toMatchObject({ status: 0 });
  expect(existsSync(log)).toBe(true);
  const hint = `${log}: error: this is a log, not a world: npx orrery play ${log}\n`;
  expect(await orrery("run", log)).toMatchObject({ status: 1, stderr: hint });
});

test("[CL43] a server that is killed, at any moment, leaves a log that plays and lacks at most the last two seconds", async () => {
  for (let i = 0; i < soak(30); i++) {
    const file = join(temporaryFolder(), "run.mcap");
    const server = await serving("shapes", "--record", file, "--record-topic", "/clock");
    const node = await clientOf(server);
    let seen = 0;
    node.subscribe("/clock", "gz.msgs.Clock", ({ value: { sim } }) => {
      seen = (sim?.sec ?? 0) + (sim?.nsec ?? 0) / 1e9;
    });
    await eventually(() => seen).toBeGreaterThan(0.2 + ((i * 0.618) % 1) * 3);
    await server.stop("SIGKILL");
    const { status, stdout } = await orrery("log", "info", file, "--json");
    expect(status).toBe(0);
    const { sections } = JSON.parse(stdout) as { sections: { end: { timeNs: number } }[] };
    expect(seen - sections.at(-1)!.end.timeNs / 1e9).toBeLessThan(2);
  }
});

test("[CL47] a run that continues from a moment of a log ends as the recorded run did", async () => {
  const file = join(temporaryFolder(), "run.mcap");
  const hash = async (...args: string[]): Promise<string> =>
    JSON.parse((await orrery("run", ...args, "--headless", "--hash", "--json")).stdout).hash;
  const whole = await hash("shapes", "--steps", "600", "--record", file);
  expect(await hash("--from-log", file, "--from-time", "0.2505", "--steps", "349")).toBe(whole);
  const beyond = await orrery("run", "--from-log", file, "--from-time", "9", "--headless", "--steps", "1");
  expect(beyond).toMatchObject({ status: 1, stderr: expect.stringContaining("the log has no moment at 9.000 s") });
  const both = await orrery("run", "shapes", "--from-log", file);
  expect(both).toMatchObject({ status: 2, stderr: expect.stringContaining("leave the world file out") });
});

test("[CL48] logs are cut, merged, compared and exported; nothing is overwritten, and nothing half done is left", async () => {
  const folder = temporaryFolder();
  const [one, other, part, all, csv] = ["a.mcap", "b.mcap", "part.mcap", "all.mcap", "poses.csv"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string, string];
  await orrery("run", "shapes", "--headless", "--steps", "300", "--record", one);
  await orrery("run", "shapes", "--headless", "--steps", "300", "--physics-engine", "mujoco", "--record", other);
  expect(await orrery("log", "diff", one, one)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^the same at/),
  });
  const { status, stdout } = await orrery("log", "diff", one, other);
  expect({ status, stdout }).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('    - "rapier"\n    + "mujoco"'),
  });
  expect(await orrery("log", "cut", one, part, "--from", "0.1", "--to", "0.2")).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect((await orrery("log", "check", part)).stdout).toContain("the same to the bit (4 samples");
  expect(await orrery("log", "merge", part, one, "--out", all)).toMatchObject({ status: 0 });
  expect((await orrery("log", "export", all, csv)).stdout).toMatch(/poses\.csv: \d+ lines/);
  const taken = await orrery("log", "cut", one, part);
  expect(taken).toMatchObject({ status: 1, stderr: `${part}: error: there is such a file already\n` });
  const bad = await orrery("log", "merge", one, csv, "--out", join(folder, "bad.mcap"));
  expect(bad).toMatchObject({ status: 1, stderr: `${csv}: error: this is not an MCAP file\n` });
  const late = await orrery("log", "cut", one, join(folder, "late.mcap"), "--from", "9");
  expect(late).toMatchObject({ status: 1, stderr: expect.stringContaining("the log ends before 9.000 s") });
  expect(readdirSync(folder).toSorted()).toEqual(["a.mcap", "all.mcap", "b.mcap", "part.mcap", "poses.csv"]);
});

test("[CL49] a log with its meshes inside shows them where the world's folder is not, and nothing else", async () => {
  const folder = temporaryFolder();
  const [log, packed] = [join(folder, "run.mcap"), join(folder, "packed.mcap")];
  cpSync(join(root, "worlds/meshes"), join(folder, "w/meshes"), { recursive: true });
  cpSync(join(root, "worlds/meshes.sdf"), join(folder, "w/meshes.sdf"));
  await orrery("run", join(folder, "w/meshes.sdf"), "--headless", "--steps", "20", "--record", log);
  const exported = await orrery("log", "export", log, packed, "--assets");
  expect(exported.stdout).toMatch(/packed\.mcap: .* with \d meshes and pictures/);
  rmSync(join(folder, "w"), { recursive: true });
  const { url } = await playing(packed, "--paused");
  const status = async (uri: string): Promise<number> =>
    (await fetch(`${url}assets?${new URLSearchParams({ uri, from: "" })}`)).status;
  const read = readFileSync(join(root, "worlds/meshes/table.obj"));
  const given = await fetch(`${url}assets?uri=meshes/table.obj&from=`);
  expect(Buffer.compare(Buffer.from(await given.arrayBuffer()), read)).toBe(0);
  expect([await status("meshes/other.obj"), await status("/etc/passwd")]).toEqual([404, 404]);
});

test("[CL45] a log whose folder is removed while it is written is told of, and the status is 1", async () => {
  const folder = join(temporaryFolder(), "logs");
  mkdirSync(folder);
  const file = join(folder, "run.mcap");
  const server = await serving("shapes", "--record", file);
  rmSync(folder, { recursive: true });
  const { status, stderr } = await server.stop("SIGTERM");
  expect(status).toBe(1);
  expect(stderr).toContain(`${file}: error: the log ends early: the file was removed while it was being written`);
});

test("[CL43] a disk that is full costs the log, and nothing else", async () => {
  const folder = temporaryFolder();
  const args = [
    "run",
    "shapes",
    "--headless",
    "--steps",
    "4000",
    "--json",
    "--hash",
    "--record",
    join(folder, "run.mcap"),
  ];
  // 24 blocks of 1,024 bytes.
  const limited = spawnSync("bash", ["-c", `trap '' XFSZ; ulimit -f 24; exec "$0" "$@"`, node24, cli, ...args], {
    cwd: root,
    encoding: "utf8",
  });
  expect(limited.status).toBe(1);
  expect(JSON.parse(limited.stdout)).toMatchObject({ steps: 4000, hash: expect.stringMatching(/^[\da-f]{32}$/) });
  expect(limited.stderr).toContain(
    "the log can no longer be written; the world keeps running: the file may not become larger",
  );
  expect(limited.stderr).toContain("error: the log ends early: the file may not become larger");
});
