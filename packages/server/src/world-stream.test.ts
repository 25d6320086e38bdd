import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages, type gz, type orrery } from "@orrery/msgs";
import {
  applyState,
  connectNode,
  decodeChunk,
  find,
  hashComponents,
  logTo,
  World,
  type Delta,
  type Node,
} from "@orrery/sim";
import { IsWorld, Pose, SimClock } from "@orrery/sim/components";
import { expect, onTestFinished, test } from "vitest";
import { defaultConfig } from "./config.ts";
import { connectWs } from "./gateway/ws-link.ts";
import { startServer, type Server } from "./server.ts";
import { startWorld } from "./world-thread.ts";

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
    engine: undefined,
    seed: undefined,
    paused: options.paused ?? false,
    targetFactor: undefined,
    steps: undefined,
    saveAt: undefined,
    restore: undefined,
    hash: false,
    progress: false,
    attended: true,
    onLog: () => undefined,
  });
  onTestFinished(() => thread[Symbol.asyncDispose]());
  await server.attach(thread);
  return server;
}

/** A client that asks when it is told to. */
class Viewer {
  readonly world = new World();
  readonly node: Node;
  #state = { epoch: 0, after: 0, exact_after: 0 };
  watch: number[] = [];

  static async connect(server: Server): Promise<Viewer> {
    const node = await connectNode(await connectWs(`${server.url.replace("http", "ws")}ws`), messages);
    onTestFinished(() => node[Symbol.dispose]());
    return new Viewer(node);
  }

  private constructor(node: Node) {
    this.node = node;
  }

  async next(): Promise<orrery.StateChunk & { delta: Delta }> {
    const chunk = await this.node.request<orrery.StateChunk>("/world/w/stream", { ...this.#state, watch: this.watch });
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
    return this.node.request("/world/w/control", { pause: true });
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
