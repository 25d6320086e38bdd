import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages, MessageRegistry, type orrery } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { connectWs } from "../gateway/ws-link.ts";
import { startServer, type Server } from "../server.ts";
import { get, smallWorld } from "../testing/small-world.ts";

async function start(): Promise<Server> {
  const server = await startServer({ port: 0, log: logTo(() => undefined) });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

async function enter(server: Server): Promise<Node> {
  const node = await connectNode(await connectWs(`${server.url.replace("http", "ws")}ws`), messages);
  onTestFinished(() => node[Symbol.dispose]());
  return node;
}

/** Returns the states of all worlds, by namespace, as clients receive them. */
function listen(client: Node): () => Record<string, string> {
  let list: orrery.WorldList = {};
  client.subscribe("/orrery/worlds", "orrery.msgs.WorldList", ({ value }) => (list = value));
  return () =>
    Object.fromEntries(
      (list.worlds ?? []).map(({ namespace = "", name = "", state, reason = "" }) => [
        namespace,
        [name, state, reason].filter((part) => part !== "").join(" "),
      ]),
    );
}

test("[SV80] worlds are attached and detached while the server runs, each under its namespace", async () => {
  const server = await start();
  const [first, second] = [smallWorld("w"), smallWorld("w")];
  await server.attach(first.thread);
  const client = await enter(server);
  await server.attach(second.thread, { namespace: "/lab/run-3" });
  for (const [i, { node }] of [first, second].entries())
    node.service("/world/w/which", { request: "gz.msgs.Empty", response: "gz.msgs.StringMsg" }, () => ({
      data: String(i),
    }));
  const names = ["/world/w/which", "/lab/run-3/world/w/which"];
  await client.until(() => names.every((name) => client.services().some((service) => service.name === name)));
  const answers = names.map((name) => client.request(name, {}, { response: "gz.msgs.StringMsg" }));
  expect(await Promise.all(answers)).toEqual([{ data: "0" }, { data: "1" }]);
  expect([...server.worlds].map(({ prefix }) => prefix)).toEqual(["/world/w", "/lab/run-3/world/w"]);

  await expect(async () => server.attach(smallWorld().thread, { namespace: "lab" })).rejects.toThrow(
    'the namespace "lab" does not begin with a slash',
  );
  await expect(server.detach("/none")).rejects.toThrow('no world is open in the namespace "/none"');
  await server.detach("/lab/run-3");
  await client.until(() => client.services().every(({ name }) => !name.startsWith("/lab")));
  expect([first.hasEnded(), second.hasEnded()]).toEqual([false, true]);
  expect(await client.request("/world/w/which", {})).toEqual({ data: "0" });
  await server.attach(smallWorld("other").thread, { namespace: "/lab/run-3" });
  expect(server.worlds.get("/lab/run-3")?.prefix).toBe("/lab/run-3/world/other");
});

test("[SV80] the world with plain names can be detached, too, and the others stay", async () => {
  const server = await start();
  await server.attach(smallWorld("w").thread);
  await server.attach(smallWorld("w").thread, { namespace: "/b" });
  const client = await enter(server);
  await server.detach("");
  expect(await get(server, "/health")).toMatchObject({ status: 200 });
  await client.until(() => client.services().every(({ name }) => !name.startsWith("/world/")));
  expect(await client.request("/gazebo/worlds", {})).toEqual({});
  await server.detach("/b");
  expect(await get(server, "/health")).toMatchObject({ status: 503 });
  expect(JSON.parse((await get(server, "/health")).body)).toMatchObject({ reason: "no world is open", worlds: [] });
});

test("[SV81] /orrery/worlds lists all worlds with their states, and says when one has changed", async () => {
  const server = await start();
  const { thread } = smallWorld("first");
  await server.attach(thread);
  const client = await enter(server);
  const worlds = listen(client);
  await expect.poll(worlds).toEqual({ "": "first RUNNING" });
  const second = server.worlds.open({ namespace: "/b" });
  await expect.poll(worlds).toEqual({ "": "first RUNNING", "/b": "LOADING the world is still loading" });
  const { thread: other, node } = smallWorld("second");
  await second.attach(other);
  await expect.poll(worlds).toEqual({ "": "first RUNNING", "/b": "second RUNNING" });
  const { worlds: list = [] } = await client.request("/orrery/worlds", {}, { response: "orrery.msgs.WorldList" });
  expect(list).toEqual([
    { name: "first", engine: "none", state: "RUNNING", epoch: expect.any(Number) },
    { namespace: "/b", name: "second", engine: "none", state: "RUNNING", epoch: expect.any(Number) },
  ]);
  expect(list[0]!.epoch).not.toBe(list[1]!.epoch);
  thread.isPaused = true;
  thread.onPaused?.();
  await expect.poll(worlds).toEqual({ "": "first PAUSED", "/b": "second RUNNING" });
  node.bus[Symbol.dispose]();
  await expect.poll(worlds).toEqual({ "": "first PAUSED", "/b": "second STOPPED the bus was disposed of" });
  await server.detach("/b");
  await expect.poll(worlds).toEqual({ "": "first PAUSED" });
  server.worlds.open({ namespace: "/c" }).failed("it has 2 errors");
  await expect.poll(worlds).toEqual({ "": "first PAUSED", "/c": "STOPPED it has 2 errors" });
});

test("[SV82] /gazebo/worlds lists what Gazebo's tools can reach: the world whose names are plain", async () => {
  const server = await start();
  await server.attach(smallWorld("near").thread);
  await server.attach(smallWorld("far").thread, { namespace: "/b" });
  expect(await (await enter(server)).request("/gazebo/worlds", {})).toEqual({ data: ["near"] });
});

test("[SV82] /orrery/schemas has the types that systems of all worlds have added; of types that differ, the first", async () => {
  const server = await start();
  const add = async (name: string, namespace: string, text: string): Promise<() => void> => {
    const { thread, node } = smallWorld(name);
    const types = new MessageRegistry();
    node.service(`/world/${name}/schemas`, { request: "gz.msgs.Empty", response: "orrery.msgs.Schemas" }, () => ({
      descriptor_set: types.addedDescriptorSet(),
    }));
    await server.attach(thread, { namespace });
    return () => types.addProto(`syntax = "proto3"; package acme; ${text}`, { file: `${name}.proto` });
  };
  const adders = [
    await add("a", "", "message A { gz.msgs.Pose pose = 1; }"),
    await add("b", "/b", "message B { int32 b = 1; }"),
    await add("c", "/c", "message A { string other = 1; }"),
  ];
  const client = await enter(server);
  const types = async (): Promise<string[]> => {
    const known = new MessageRegistry({ builtin: false });
    const { descriptor_set } = await client.request("/orrery/schemas", {}, { response: "orrery.msgs.Schemas" });
    known.addDescriptorSet(descriptor_set!);
    expect(known.has("gz.msgs.Pose")).toBe(true);
    return known.types().filter((type) => type.startsWith("acme."));
  };
  expect(await types()).toEqual([]);
  for (const adder of adders) adder();
  expect(await types()).toEqual(["acme.A", "acme.B"]);
  await server.detach("/b");
  expect(await types()).toEqual(["acme.A"]);
});

test("[SV83] a namespace in which somebody else of the server has names is refused; a client's names do not matter", async () => {
  const server = await start();
  const { thread, node } = smallWorld();
  await server.attach(thread);
  node.advertise("/taken/pose", "gz.msgs.Pose");
  await expect.poll(() => server.bus.topicTable.get("/taken/pose")).toBeDefined();
  expect(() => server.worlds.open({ namespace: "/taken" })).toThrow('there is "/taken/pose" already');
  const client = await enter(server);
  client.advertise("/free/pose", "gz.msgs.Pose");
  await expect.poll(() => server.bus.topicTable.get("/free/pose")).toBeDefined();
  expect(() => server.worlds.open({ namespace: "/free" })).not.toThrow();
});

test("[SV84] health, metrics and the status page tell of all worlds", async () => {
  const server = await start();
  for (const namespace of ["", "/b"]) {
    const { thread, node } = smallWorld("w");
    const stats = node.advertise("/world/w/stats", "gz.msgs.WorldStatistics", { latched: true });
    stats.publish({ iterations: namespace === "" ? 1 : 2, sim_time: { sec: 7 } });
    await server.attach(thread, { namespace });
  }
  server.worlds.open({ namespace: "/c" }).failed("no such file");
  const { body: metrics } = await get(server, "/metrics");
  expect(metrics.split("\n")).toEqual(
    expect.arrayContaining([
      "orrery_up 1",
      'orrery_world_up{namespace="",world="w",engine="none"} 1',
      'orrery_world_up{namespace="/b",world="w",engine="none"} 1',
      'orrery_world_up{namespace="/c",world="",engine=""} 0',
      'orrery_steps_total{namespace="",world="w"} 1',
      'orrery_steps_total{namespace="/b",world="w"} 2',
    ]),
  );
  expect(JSON.parse((await get(server, "/health")).body)).toMatchObject({
    ok: true,
    worlds: [
      { namespace: "", name: "w" },
      { namespace: "/b", name: "w" },
      { namespace: "/c", reason: "no such file" },
    ],
  });
  const { body: page } = await get(server, "/status");
  expect(page.match(/<h2>World [^<]*/g)).toEqual(["<h2>World w", "<h2>World w", "<h2>World /c"]);
  expect(page).toContain("stopped: no such file");
});

test("[SV85] each world has its own meshes, pictures and models", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-worlds-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = await start();
  const client = await enter(await attachWithFolders(server, folder));
  for (const [namespace, own] of [
    ["", "a"],
    ["/b", "b"],
  ] as const) {
    const ask = (query: Record<string, string>) =>
      get(server, `/assets?${new URLSearchParams({ ...query, uri: "model://m/m.obj" })}`);
    expect(await ask(namespace === "" ? {} : { world: namespace })).toMatchObject({ status: 200, body: own });
    const { models = [] } = await client.request(
      `${namespace}/orrery/models`,
      {},
      { response: "orrery.msgs.ModelList" },
    );
    expect(models.map(({ name }) => name)).toEqual([own]);
  }
  expect(await get(server, "/assets?world=/none&uri=m.obj")).toMatchObject({ status: 404 });
});

async function attachWithFolders(server: Server, folder: string): Promise<Server> {
  for (const name of ["a", "b"]) {
    mkdirSync(join(folder, name, "m"), { recursive: true });
    writeFileSync(join(folder, name, "m/m.obj"), name);
    writeFileSync(join(folder, name, "m/model.config"), `<model><name>${name}</name></model>`);
    const assets = { world: join(folder, name, "w.sdf"), folders: [join(folder, name)] };
    await server.attach(smallWorld().thread, { assets, namespace: name === "a" ? "" : `/${name}` });
  }
  return server;
}
