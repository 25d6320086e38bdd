import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages, type gz, type orrery } from "@orrery/msgs";
import { type Role } from "@orrery/sim";
import { connectNode, LogBoard, logTo, Node } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { defaultConfig } from "../config.ts";
import { offerModels } from "../files/model-services.ts";
import { startServer, type Server } from "../server.ts";
import { startWorld } from "../world/start-world.ts";
import { connectWs } from "./ws-link.ts";

const tokens = { operator: ["token-of-operators"], admin: ["token-of-admins"] };

/**
 * Starts a server with a world in a thread, and a folder with a third-party system that leaves a trace when it is
 * imported.
 */
async function start({ paused = false } = {}): Promise<{ server: Server; folder: string; trace: string }> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-trust-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const trace = join(folder, "imported");
  writeFileSync(join(folder, "world.sdf"), `<sdf version="1.9"><world name="w"/></sdf>`);
  writeFileSync(
    join(folder, "mine.js"),
    `import { writeFileSync } from "node:fs";
     import { defineSystem } from "@orrery/sim";
     writeFileSync(${JSON.stringify(trace)}, "");
     export default defineSystem({ name: "mine", create: () => ({}) });`,
  );
  const server = await startServer({ port: 0, log: logTo(() => undefined), tokens });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { systems, history } = defaultConfig;
  const world = join(folder, "world.sdf");
  const options = { world, resourceFolders: [folder], pluginFolders: [folder], systems, history, paused };
  const thread = await startWorld({ ...options, onLog: () => undefined });
  onTestFinished(() => thread[Symbol.asyncDispose]());
  await server.attach(thread);
  return { server, folder, trace };
}

async function as(server: Server, role: Exclude<Role, "viewer">, name: string): Promise<Node> {
  const url = `${server.url.replace("http", "ws")}ws?token=${tokens[role][0]}&name=${name}`;
  const node = await connectNode(await connectWs(url), messages, { onError: () => undefined });
  onTestFinished(() => node[Symbol.dispose]());
  return node;
}

const robot = (name: string, plugin: string): string =>
  `<sdf version="1.9"><model name="${name}"><model name="inner"><link name="l"/>${plugin}</model><link name="l"/></model></sdf>`;

const mine = `<plugin name="mine" filename="mine"/>`;

function valuesIn({ header }: gz.Boolean, key: string): readonly string[] {
  return header?.data?.find((entry) => entry.key === key)?.value ?? [];
}

async function systemsOf(node: Node): Promise<(string | undefined)[]> {
  const { systems = [] } = await node.request("/world/w/systems", {}, { response: "orrery.msgs.SystemList" });
  return systems.map(({ name }) => name);
}

const LEFT_OUT = `system "mine" is left out: adding third-party systems requires the role admin`;

test("[GW10] services that change nothing are for viewers, those that decide for everybody are for admins", async () => {
  const { server, folder } = await start();
  using node = new Node(server.bus, { owner: "test" });
  offerModels(node, "", { world: join(folder, "world.sdf"), folders: [folder] });
  new LogBoard({ nowMs: () => 0 }).serve(node);
  await expect.poll(() => server.bus.serviceTable.get("/world/w/stream")).toBeDefined();
  const {
    viewer = [],
    admin = [],
    operator = [],
  } = Object.groupBy(server.bus.serviceTable.list(), ({ needs }) => needs);
  expect(viewer.map(({ name }) => name)).toEqual([
    "/gazebo/worlds",
    "/introspection/w/get_filter",
    "/introspection/w/items",
    "/introspection/w/remove_filter",
    "/introspection/w/replay",
    "/introspection/w/replay/cancel",
    "/introspection/w/replay/focus",
    "/introspection/w/set_filter",
    "/orrery/log",
    "/orrery/models",
    "/orrery/models/sdf",
    "/orrery/presence",
    "/orrery/schemas",
    "/orrery/services",
    "/orrery/session",
    "/orrery/topics",
    "/orrery/worlds",
    "/world/w/generate_world_sdf",
    "/world/w/history/info",
    "/world/w/pose/info",
    "/world/w/scene/graph",
    "/world/w/scene/info",
    "/world/w/schemas",
    "/world/w/state",
    "/world/w/state_async",
    "/world/w/stream",
    "/world/w/system/info",
    "/world/w/systems",
    "/world/w/systems/available",
  ]);
  expect(admin.map(({ name }) => name)).toEqual([
    "/orrery/server/share_token",
    "/world/w/entity/system/add",
    "/world/w/entity/system/remove",
    "/world/w/history/settings",
  ]);
  expect(operator.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["/world/w/command", "/world/w/control", "/world/w/create", "/world/w/history/go_to"]),
  );
});

test("[GW16] what an operator inserts brings no third party's system along, unless an admin has brought it before", async () => {
  const { server, trace } = await start();
  const [operator, admin] = [await as(server, "operator", "Bob"), await as(server, "admin", "Ada")];
  const create = (node: Node, sdf: string): Promise<gz.Boolean> =>
    node.request("/world/w/create", { sdf }, { response: "gz.msgs.Boolean" });

  const first = await create(operator, robot("a", mine));
  expect(first.data).toBe(true);
  expect(valuesIn(first, "warning")).toEqual([expect.stringContaining(LEFT_OUT)]);
  const byFilename = await create(operator, robot("b", `<plugin name="else" filename="mine"/>`));
  expect(valuesIn(byFilename, "warning")).toHaveLength(1);
  expect([existsSync(trace), (await systemsOf(operator)).includes("mine")]).toEqual([false, false]);

  // Everybody may use the systems that come with Orrery.
  const driven = await create(
    operator,
    robot("c", `<plugin name="gz::sim::systems::PosePublisher" filename="gz-sim-pose-publisher-system"/>`),
  );
  expect(valuesIn(driven, "warning")).toEqual([]);
  expect(await systemsOf(operator)).toContain("pose-publisher");

  expect(valuesIn(await create(admin, robot("d", mine)), "warning")).toEqual([]);
  expect([existsSync(trace), (await systemsOf(operator)).includes("mine")]).toEqual([true, true]);
  expect(valuesIn(await create(operator, robot("e", mine)), "warning")).toEqual([]);
});

test("[GW16] nor do its pending commands", async () => {
  const { server, trace } = await start({ paused: true });
  const operator = await as(server, "operator", "Bob");
  const edits = [{ create: { factory: { sdf: robot("a", mine) } } }];
  const answer = await operator.request(
    "/world/w/pending/announce",
    { id: "b:1", edits },
    { response: "gz.msgs.Boolean" },
  );
  expect([answer.data, valuesIn(answer, "warning")]).toEqual([true, [expect.stringContaining(LEFT_OUT)]]);
  await operator.request("/world/w/control", { multi_step: 1 });
  const models = async (): Promise<(string | undefined)[]> =>
    ((await operator.request("/world/w/pose/info", {}, { response: "gz.msgs.Pose_V" })).pose ?? []).map(
      ({ name }) => name,
    );
  await expect.poll(models, { timeout: 20_000 }).toContain("a");
  expect(await systemsOf(operator)).not.toContain("mine");
  expect(existsSync(trace)).toBe(false);
});

test("[GW17] commands are listed under the name of the session that gave them, whatever they say", async () => {
  const { server } = await start({ paused: true });
  const operator = await as(server, "operator", "Bob");
  const names: string[] = [];
  const heard = (history: orrery.History): void => {
    for (const { author_name = "" } of history.undo ?? []) names.push(author_name);
  };
  operator.subscribe("/world/w/history", "orrery.msgs.History", ({ value }) => heard(value));
  const header = { data: [{ key: "author_name", value: ["The Admin"] }] };
  await operator.request("/world/w/create", { header, sdf: robot("a", "") });
  await operator.request("/world/w/command", {
    author_name: "The Admin",
    edits: [{ create: { factory: { sdf: robot("b", "") } } }],
  });
  await operator.request("/world/w/set_physics", { header, gravity: { z: -1 } });
  await expect.poll(() => names.length).toBeGreaterThanOrEqual(3);
  expect(new Set(names)).toEqual(new Set(["Bob"]));
});

test("[GW18] what is remembered is for admins to decide; what a request leaves out stays, and the config sets the most", async () => {
  const { server } = await start({ paused: true });
  const [operator, admin] = [await as(server, "operator", "Bob"), await as(server, "admin", "Ada")];
  const set = (node: Node, settings: orrery.HistorySettings): Promise<gz.Boolean> =>
    node.request("/world/w/history/settings", settings, { response: "gz.msgs.Boolean" });
  await expect(set(operator, { byte_limit: 1e9 })).rejects.toThrow("needs the role admin");
  let told: orrery.History = {};
  admin.subscribe("/world/w/history", "orrery.msgs.History", ({ value }) => (told = value));
  expect(await set(admin, { byte_limit: 6e8 })).toMatchObject({ data: true });
  await expect.poll(() => told).toMatchObject({ enabled: true, byte_limit: 6e8 });
  const refused = await set(admin, { byte_limit: 1e15 });
  expect(valuesIn(refused, "error")).toEqual(["byte_limit is at most 4096000000: more is up to the server's config"]);
  expect(await set(admin, { enabled: false })).toMatchObject({ data: true });
  await expect.poll(() => told.enabled ?? false).toBe(false);
});

test("[GW19] what is told of a model that was inserted, or of the world, names no folder of the machine, unless to an admin", async () => {
  const { server, folder } = await start();
  const [operator, admin] = [await as(server, "operator", "Bob"), await as(server, "admin", "Ada")];
  writeFileSync(join(folder, "odd.sdf"), `<sdf version="1.9"><model name="m"><link name="l"/><odd/></model></sdf>`);
  writeFileSync(join(folder, "bad.sdf"), `<sdf version="1.9"><model name="m"><link name="l"></model></sdf>`);
  const told = async (node: Node, file: string, name: string): Promise<string> => {
    const answer = await node.request("/world/w/create", { sdf_filename: file, name }, { response: "gz.msgs.Boolean" });
    return [...valuesIn(answer, "warning"), ...valuesIn(answer, "error")].join("\n");
  };
  for (const file of ["odd.sdf", "bad.sdf"]) {
    expect(await told(admin, file, "a")).toContain(join(folder, file));
    const seen = await told(operator, file, "b");
    expect(seen).toContain(`…/${file}:1:`);
    expect(seen).not.toContain(folder);
  }
  const saved = (node: Node): Promise<gz.StringMsg> =>
    node.request("/world/w/generate_world_sdf", {}, { response: "gz.msgs.StringMsg" });
  expect(JSON.stringify(await saved(admin))).toContain(folder);
  expect(JSON.stringify(await saved(operator))).not.toContain(folder);
});

test("[GW16] a system is left out wherever it is named: on a link, a visual, a sensor", async () => {
  const { server, trace } = await start();
  const operator = await as(server, "operator", "Bob");
  const shape = `<geometry><sphere><radius>1</radius></sphere></geometry>`;
  const sdf = `<sdf version="1.9"><model name="m"><link name="l">${mine}
    <visual name="v">${shape}${mine}</visual><collision name="c">${shape}</collision>
    <sensor name="s" type="contact"><contact><collision>c</collision></contact>${mine}</sensor></link></model></sdf>`;
  const answer = await operator.request("/world/w/create", { sdf }, { response: "gz.msgs.Boolean" });
  expect([answer.data, valuesIn(answer, "warning").filter((text) => text.includes(LEFT_OUT)).length]).toEqual([
    true,
    3,
  ]);
  expect([existsSync(trace), (await systemsOf(operator)).includes("mine")]).toEqual([false, false]);
});
