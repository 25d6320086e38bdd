import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages, type gz } from "@orrery/msgs";
import { type LogRecord } from "@orrery/sim";
import { connectNode, type Link } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { defaultConfig } from "../config.ts";
import { SimulationFailed, WorldRefused } from "./world-failures.ts";
import { startWorld, type WorldThreadOptions } from "./start-world.ts";
import { type WorldThread } from "./world-thread.ts";

const ball = `
  <model name="ball"><pose>0 0 5 0 0 0</pose><link name="link">
    <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision>
  </link></model>`;

function start(inside: string, options: Partial<WorldThreadOptions> = {}): Promise<WorldThread> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-world-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const world = join(folder, "world.sdf");
  writeFileSync(world, `<sdf version="1.9"><world name="w">${inside}</world></sdf>`);
  return startWorld({
    world,
    resourceFolders: [],
    pluginFolders: [],
    systems: defaultConfig.systems,
    paused: false,
    onLog: () => undefined,
    ...options,
  });
}

test("[SV10] a world runs in its own thread for the steps asked for, and tells what it made of them", async () => {
  const thread = await start(ball, { steps: 250, targetFactor: 0, hash: true });
  expect(thread.loaded).toEqual({ name: "w", engine: "rapier", entities: expect.any(Number), steps: 0, problems: [] });
  const summary = await thread.ended;
  expect(summary).toMatchObject({
    world: "w",
    engine: "rapier",
    steps: 250,
    simTime: 0.25,
    entities: thread.loaded.entities,
  });
  expect(summary.hash).toMatch(/^[\da-f]{32}$/);
  expect(summary.stepMicros).toBeGreaterThan(0);
});

test("[CL22] a run tells of a missing mesh what becomes of its collision and of its visual", async () => {
  const mesh = "<geometry><mesh><uri>none.stl</uri></mesh></geometry>";
  const parts = `<visual name="v">${mesh}</visual><collision name="c">${mesh}</collision>`;
  const thread = await start(`<model name="m"><link name="l">${parts}</link></model>`, { steps: 1, targetFactor: 0 });
  expect(thread.loaded.problems.map(({ severity, message, hint }) => [severity, message, hint])).toEqual([
    ["warning", "<mesh> none.stl: there is no such file", "the collision is left out, things pass through it"],
    ["warning", "<mesh> none.stl: there is no such file", "a box is drawn in its place"],
  ]);
  await thread.ended;
});

test("[SV11] a state handed out in the middle does not change the run, and a run from it ends the same", async () => {
  let saved: { steps: number; bytes: Uint8Array } | undefined;
  const onSaved = (steps: number, bytes: Uint8Array): void => void (saved = { steps, bytes });
  const whole = await (await start(ball, { steps: 40, targetFactor: 0, hash: true })).ended;
  const watched = await (await start(ball, { steps: 40, targetFactor: 0, hash: true, saveAt: 40, onSaved })).ended;
  expect(watched.hash).toBe(whole.hash);
  expect(saved?.steps).toBe(40);
  await (
    await start(ball, { steps: 40, targetFactor: 0, saveAt: 15, onSaved })
  ).ended;
  expect(saved?.steps).toBe(15);
  const restore = { file: "state", bytes: saved!.bytes };
  const thread = await start(ball, { steps: 25, targetFactor: 0, hash: true, restore });
  expect(thread.loaded.steps).toBe(15);
  expect(await thread.ended).toMatchObject({ steps: 25, simTime: 0.04, hash: whole.hash });
});

test("[SV12] a request wakes a paused world that waits, and stopping ends the thread", async () => {
  const thread = await start(ball, { paused: true });
  const node = await connectNode(thread.link, messages);
  const answer = await node.request(
    "/world/w/control",
    { multi_step: 3, pause: true },
    { response: "gz.msgs.Boolean" },
  );
  expect(answer.data).toBe(true);
  const stats = new Promise<gz.WorldStatistics>((resolve) => {
    node.subscribe("/stats", "gz.msgs.WorldStatistics", ({ value }) => {
      if (value.paused) resolve(value);
    });
  });
  expect((await stats).iterations).toBe(3);
  expect(await thread.stop()).toMatchObject({ steps: 3 });
});

test("[SV13] nothing goes through the port while nobody subscribes", async () => {
  const thread = await start(ball, { paused: true, targetFactor: 0 });
  let packets = 0;
  const node = await connectNode(
    countedLink(thread.link, () => packets++),
    messages,
  );
  const run = (steps: number) => node.request("/world/w/control", { pause: true, multi_step: steps });
  await run(1);
  const before = packets;
  await run(2000);
  const stats = await new Promise<gz.WorldStatistics>((resolve) => {
    node.subscribe("/stats", "gz.msgs.WorldStatistics", ({ value }) => {
      if (value.paused) resolve(value);
    });
  });
  expect(stats.iterations).toBe(2001);
  // The answer, and a few packets with statistics, but not one for each of two thousand steps.
  expect(packets - before).toBeLessThan(50);
  await thread.stop();
});

function countedLink(link: Link, onPacket: () => void): Link {
  return {
    send: (packet) => link.send(packet),
    close: (reason) => link.close(reason),
    get buffered() {
      return link.buffered;
    },
    get onClose() {
      return link.onClose;
    },
    set onClose(listener) {
      link.onClose = listener;
    },
    get onFrame() {
      return link.onFrame;
    },
    set onFrame(listener) {
      link.onFrame = (packet) => {
        onPacket();
        listener?.(packet);
      };
    },
  };
}

/** Starts a world with a system whose update is the given code. */
function startWith(update: string, options: Partial<WorldThreadOptions> = {}): Promise<WorldThread> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-system-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, "own.js"),
    `export default { name: "own", aliases: [], summary: "", params: {}, after: [], protos: [], prepare: async () => {},
      create: ({ log }) => ({ update() { ${update} } }) };`,
  );
  return start(`<plugin name="own" filename="own"/>`, { pluginFolders: [folder], ...options });
}

test("[SV16] a system that never comes back does not keep the host from ending", async () => {
  const isStuck = Promise.withResolvers<void>();
  const thread = await startWith(`log.info("for ever"); for (;;);`, {
    onLog: ({ message }) => message === "for ever" && isStuck.resolve(),
  });
  await isStuck.promise;
  await expect(thread.stop({ timeoutMs: 200 })).rejects.toThrow(/a step did not end within 0.2 s/);
});

test("[SV17] a loop that throws ends the run with the error and its stack, whatever its systems left running", async () => {
  const records: LogRecord[] = [];
  const thread = await startWith(
    `setInterval(() => {}, 1000); performance.now = () => { throw new Error("no clock"); };`,
    { onLog: (record) => records.push(record) },
  );
  const failure: unknown = await thread.ended.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SimulationFailed);
  expect((failure as Error).message).toMatch(/^the simulation failed: Error: no clock\n[^]*serve\.ts/);
  expect(records.map(({ message }) => message)).not.toContainEqual(expect.stringMatching(/the world runs on/));
});

test("[SV17] a thread that is killed ends the run and the link", async () => {
  const thread = await startWith(`process.exit(3);`);
  const closed = new Promise<string>((resolve) => (thread.link.onClose = resolve));
  await expect(thread.ended).rejects.toThrow("the simulation failed: its thread ended by itself, with status 3");
  // The end of its link and the end of the thread may be reported in any order.
  expect(await closed).toMatch(/^the world (has ended$|failed: its thread ended by itself, with status 3)/);
});

test("[SV18] a step that does not end is warned of, and after a while ends the run", async () => {
  const records: LogRecord[] = [];
  const thread = await startWith(`for (;;);`, {
    patience: { slowMs: 100, stuckMs: 300 },
    onLog: (record) => records.push(record),
  });
  await expect(thread.ended).rejects.toThrow(
    "the simulation failed: a step did not end within 0.3 s; the thread was terminated",
  );
  expect(records.map(({ message }) => message)).toContain("a step has taken 0.1 s so far: update of system own of w");
});

test("[SV14] a world with errors is refused with all of them, and nothing runs", async () => {
  const refused = start(
    `${ball}${ball}<model name="x"><link name="l"><inertial><mass>-1</mass></inertial></link></model>`,
  );
  await expect(refused).rejects.toThrow(WorldRefused);
  const { problems } = (await refused.catch((error: unknown) => error)) as WorldRefused;
  expect(problems.filter(({ severity }) => severity === "error").length).toBeGreaterThanOrEqual(2);
});

test("[SV15] logs of the world reach the host", async () => {
  const records: LogRecord[] = [];
  await (
    await start(ball, { steps: 1, targetFactor: 0, onLog: (record) => records.push(record) })
  ).ended;
  expect(records.map(({ message }) => message)).toContainEqual(expect.stringMatching(/physics engine rapier/));
});

test("[SV43] a world whose link is lost has failed, with the reason; one that ends has not", async () => {
  const lost = await start(ball);
  lost.link.close("out of step");
  lost.linkLost("out of step");
  await expect(lost.ended).rejects.toThrow("the simulation failed: its link to the server was lost: out of step");
  const over = await start(ball, { steps: 1, targetFactor: 0 });
  over.linkLost("the world has ended");
  expect(await over.ended).toMatchObject({ steps: 1 });
});
