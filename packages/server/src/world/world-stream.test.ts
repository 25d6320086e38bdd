import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages, type gz, type orrery } from "@orrery/msgs";
import { find, World, type Node } from "@orrery/sim";
import { applyState, connectNode, decodeChunk, hashComponents, logTo, STREAM_TYPE, type Delta } from "@orrery/sim/host";
import { IsWorld, Pose, SimClock } from "@orrery/sim/components";
import { expect, onTestFinished, test } from "vitest";
import { defaultConfig } from "../config.ts";
import { WebSocket } from "ws";
import { wsLink } from "../gateway/ws-link.ts";
import { startServer, type Server } from "../server.ts";
import { startWorld } from "./start-world.ts";

const ball = `
  <model name="ball"><pose>0 0 5 0 0 0</pose><link name="link">
    <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision>
  </link></model>`;
const floor = `
  <model name="floor"><static>true</static><link name="link">
    <collision name="c"><geometry><plane/></geometry></collision>
  </link></model>`;

async function start(inside: string, options: { paused?: boolean; systems?: readonly string[] } = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-stream-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "world.sdf");
  writeFileSync(file, `<sdf version="1.9"><world name="w">${inside}</world></sdf>`);
  const server = await startServer({ port: 0, log: logTo(() => undefined) });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const thread = await startWorld({
    world: file,
    resourceFolders: [],
    pluginFolders: [],
    systems: options.systems?.map((name) => ({ name, filename: "", innerXml: "" })) ?? defaultConfig.systems,
    paused: options.paused ?? false,
    attended: true,
    onLog: () => undefined,
  });
  onTestFinished(() => thread[Symbol.asyncDispose]());
  await server.attach(thread);
  return server;
}

/** A client that asks when the test says so. */
class Viewer {
  readonly world = new World();
  readonly node: Node;
  readonly socket: WebSocket;
  #state = { epoch: 0, after: 0, exact_after: 0 };
  watch: number[] = [];

  /** Connects a client. It starts with what `before` has seen, if given. */
  static async connect(server: Server, before?: Viewer): Promise<Viewer> {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}ws`);
    const link = wsLink(socket);
    await once(socket, "open");
    const node = await connectNode(link, messages);
    onTestFinished(() => node[Symbol.dispose]());
    const viewer = new Viewer(node, socket);
    if (before === undefined) return viewer;
    viewer.#state = before.#state;
    viewer.world.restore(before.world.snapshot());
    return viewer;
  }

  private constructor(node: Node, socket: WebSocket) {
    this.node = node;
    this.socket = socket;
  }

  async next(): Promise<orrery.StateChunk & { delta: Delta }> {
    const chunk = await this.node.request("/world/w/stream", { ...this.#state, watch: this.watch }, STREAM_TYPE);
    const none = new Uint8Array();
    const { whole = false, exact = false, changes = none, poses = none, watched = none, version = 0 } = chunk;
    const delta = applyState(this.world, decodeChunk({ changes, poses, watched }), { whole });
    this.#state = {
      epoch: chunk.epoch!,
      after: version,
      exact_after: exact ? version : this.#state.exact_after,
    };
    return { ...chunk, delta };
  }

  async until(
    isDone: (chunk: orrery.StateChunk & { delta: Delta }) => boolean,
  ): Promise<orrery.StateChunk & { delta: Delta }> {
    for (;;) {
      const chunk = await this.next();
      if (isDone(chunk)) return chunk;
    }
  }

  get steps(): number {
    for (const [, { steps }] of this.world.query(SimClock)) return steps;
    return -1;
  }

  pose(name: string) {
    const [root] = [...this.world.query(IsWorld)].map(([entity]) => entity);
    return this.world.get(find(this.world, root!, name)!, Pose)!;
  }

  pause(): Promise<gz.Boolean> {
    return this.node.request("/world/w/control", { pause: true }, { response: "gz.msgs.Boolean" });
  }
}

test("[ST1] a client gets the whole world, then changes; one that comes later has it at once", async () => {
  const server = await start(floor + ball);
  const first = await Viewer.connect(server);
  expect(await first.next()).toMatchObject({ whole: true });
  expect(await first.next()).not.toMatchObject({ whole: true });
  await first.until(() => first.pose("ball").z < 4);
  const late = await Viewer.connect(server);
  expect(await late.next()).toMatchObject({ whole: true });
  expect(late.pose("ball").z).toBeLessThan(4.1);
});

test("[ST5] a paused world is exact to the bit, for those who watched it run and for those who come", async () => {
  const server = await start(floor + ball);
  const [one, other] = [await Viewer.connect(server), await Viewer.connect(server)];
  await one.next();
  await one.until(() => one.pose("ball").z < 4.5);
  await other.pause();
  await one.until(({ exact = false }) => exact);
  await other.until(({ exact = false }) => exact);
  expect(hashComponents(one.world)).toEqual(hashComponents(other.world));
  expect(one.world.entityCount).toBeGreaterThan(5);
  expect((await one.next()).delta.set).toEqual([]);
});

test("[ST6] a client that stops reading keeps nobody waiting, and catches up with one change", async () => {
  const server = await start(floor + ball);
  const [reading, stopping] = [await Viewer.connect(server), await Viewer.connect(server)];
  await reading.next();
  await stopping.next();
  stopping.socket.pause();
  const pending = stopping.next();
  const before = stopping.steps;
  for (let count = 0; count < 30; count++) await reading.next();
  expect(stopping.socket.bufferedAmount).toBe(0);
  stopping.socket.resume();
  // Includes what was under way, and everything since.
  await pending;
  const { whole = false } = await stopping.next();
  expect(whole).toBe(false);
  expect(stopping.steps).toBeGreaterThanOrEqual(reading.steps);
  expect(stopping.steps).toBeGreaterThan(before);
});

test("[ST8] bodies at rest are not sent, and a paused world sends nothing", async () => {
  const server = await start(floor + ball.replace("0 0 5", "0 0 0.5"));
  const viewer = await Viewer.connect(server);
  await viewer.next();
  await viewer.until(({ poses }) => poses === undefined || poses.length === 0);
  const { delta } = await viewer.until(({ poses }) => poses === undefined || poses.length === 0);
  expect(delta.set.map(({ component }) => component)).toEqual([SimClock]);
  await viewer.pause();
  await viewer.until(({ exact = false }) => exact);
  // After a second without changes.
  expect(await viewer.next()).toMatchObject({ delta: { set: [], placed: [], removed: [] } });
});

test("[ST8] nothing is taken from the simulation while nobody asks", async () => {
  const server = await start(floor + ball);
  const viewer = await Viewer.connect(server);
  await viewer.next();
  const { version: first } = await viewer.next();
  const [from, until] = [viewer.steps, Promise.withResolvers<void>()];
  viewer.node.subscribe("/world/w/stats", "gz.msgs.WorldStatistics", ({ value }) => {
    if ((value.iterations ?? 0) > from + 300) until.resolve();
  });
  await until.promise;
  // Versions count the states that the mirror has received: one more than requested was under way.
  const { version: second } = await viewer.next();
  expect(second! - first!).toBeLessThan(10);
});

test("[ST9] after a restart, a client is given the new world as what differs", async () => {
  const [first, second] = [await start(floor + ball, { paused: true }), await start(floor + ball, { paused: true })];
  const viewer = await Viewer.connect(first);
  const { epoch } = await viewer.next();
  const again = await Viewer.connect(second, viewer);
  const chunk = await again.next();
  expect(chunk).toMatchObject({ whole: true, delta: { removed: [], placed: [], unset: [], set: [] } });
  expect(chunk.epoch).not.toBe(epoch);
});

test("[ST10] without a scene broadcaster there is no stream", async () => {
  const server = await start(ball, { systems: ["physics"] });
  const viewer = await Viewer.connect(server);
  await expect(viewer.next()).rejects.toMatchObject({ code: "no-such-service" });
});
