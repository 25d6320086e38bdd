import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages, type gz, type orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { connectNode, logTo } from "@orrery/sim/host";
import { LogFile } from "@orrery/sim/logs";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultConfig } from "../config.ts";
import { connectWs } from "../gateway/ws-link.ts";
import { startServer, type Server } from "../server.ts";
import { startWorld } from "./start-world.ts";
import { FileLogSource } from "../logs/log-source.ts";

vi.setConfig({ testTimeout: 120_000 });

const TOKENS = { operator: ["operator-token"], viewer: ["viewer-token"] };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "orrery-records-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function served(folder: string): Promise<Server> {
  const world = join(folder, "world.sdf");
  writeFileSync(world, `<sdf version="1.9"><world name="w"/></sdf>`);
  const server = await startServer({ port: 0, log: logTo(() => undefined), tokens: TOKENS });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const records = { folder, about: { worldFile: world }, begun: undefined };
  const open = server.worlds.open({ records });
  const options = { world, resourceFolders: [], pluginFolders: [], systems: defaultConfig.systems, paused: false };
  const thread = await startWorld({ ...options, attended: true, onLog: () => undefined });
  onTestFinished(() => thread[Symbol.asyncDispose]());
  await open.attach(thread);
  return server;
}

async function enter(server: Server, token: string): Promise<Node> {
  const link = await connectWs(`${server.url.replace("http", "ws")}ws?token=${token}`);
  const client = await connectNode(link, messages);
  onTestFinished(() => client[Symbol.dispose]());
  return client;
}

async function ask(node: Node, service: string, request: object): Promise<string> {
  const answer: gz.Boolean = await node.request(`/world/w/record/${service}`, request, { response: "gz.msgs.Boolean" });
  if (answer.data !== true) throw new Error(answer.header?.data?.[0]?.value?.[0]);
  return answer.header?.data?.find(({ key }) => key === "file")?.value?.[0] ?? "";
}

test("[SV90] operators begin and end a log of a running world; everybody is told how it goes, and may download it", async () => {
  const folder = temporaryFolder();
  const server = await served(folder);
  const [operator, viewer] = [await enter(server, "operator-token"), await enter(server, "viewer-token")];
  const told: orrery.RecordStatus[] = [];
  viewer.subscribe("/world/w/record", "orrery.msgs.RecordStatus", ({ value }) => told.push(value));
  await vi.waitFor(() => expect(told).toEqual([{}]));
  await expect(ask(viewer, "start", {})).rejects.toThrow("needs the role operator");

  const path = await ask(operator, "start", { file: "mine", topics: ["/clock"] });
  expect(path).toBe(join(folder, "mine.mcap"));
  await expect(ask(operator, "start", {})).rejects.toThrow(`the world is being recorded already, to ${path}`);
  await vi.waitFor(
    () => expect(told.at(-1)).toMatchObject({ recording: true, file: "mine.mcap", path, topics: ["/clock"], rate: 30 }),
    { timeout: 20_000 },
  );
  await vi.waitFor(() => expect(told.at(-1)!.seconds).toBeGreaterThan(0.5), { timeout: 20_000 });
  expect(await ask(operator, "stop", {})).toBe(path);
  await expect(ask(operator, "stop", {})).rejects.toThrow("the world is not being recorded");
  await vi.waitFor(() => expect(told.at(-1)).not.toMatchObject({ recording: true }));
  const log = await LogFile.open(new FileLogSource(path));
  expect([log.isWhole, log.topics.map(({ name }) => name)]).toEqual([true, ["/clock"]]);

  const url = (token: string, file: string): string => `${server.url}logs?${new URLSearchParams({ token, file })}`;
  const given = await fetch(url("viewer-token", "mine.mcap"));
  expect(Buffer.compare(Buffer.from(await given.arrayBuffer()), readFileSync(path))).toBe(0);
  expect((await fetch(url("", "mine.mcap"))).status).toBe(401);
  expect((await fetch(url("viewer-token", "../mine.mcap"))).status).toBe(404);
  expect((await fetch(url("viewer-token", "world.sdf"))).status).toBe(404);

  // Another one, with a name of its own, which the end of the world completes.
  const second = await ask(operator, "start", {});
  expect(second).toMatch(/\/w-\d{4}-\d\d-\d\d-\d{6}\.mcap$/);
  await vi.waitFor(() => expect(told.at(-1)!.path === second && told.at(-1)!.bytes! > 0).toBe(true), {
    timeout: 20_000,
  });
  await server.worlds.close("");
  await vi.waitFor(async () => expect((await LogFile.open(new FileLogSource(second))).isWhole).toBe(true), {
    timeout: 20_000,
  });
});

test("[SV91] a log that cannot be begun is refused with the reason, and leaves no file", async () => {
  const folder = temporaryFolder();
  const server = await served(folder);
  const operator = await enter(server, "operator-token");
  writeFileSync(join(folder, "taken.mcap"), "");
  await expect(ask(operator, "start", { file: "taken" })).rejects.toThrow("choose another name");
  for (const file of ["../out", "/tmp/x", ".hidden", "a".repeat(200)])
    await expect(ask(operator, "start", { file })).rejects.toThrow("cannot be the name of a log");
  await expect(ask(operator, "start", { file: "a", rate: -1 })).rejects.toThrow("the rate must be from 0");
  await expect(ask(operator, "start", { file: "a", topics: ["/a b"] })).rejects.toThrow("no topic can have");
  const many = Array.from({ length: 100 }, () => "/a");
  await expect(ask(operator, "start", { file: "a", topics: many })).rejects.toThrow("at most 64");
  expect(existsSync(join(folder, "a.mcap"))).toBe(false);
  rmSync(folder, { recursive: true });
  await expect(ask(operator, "start", { file: "a" })).rejects.toThrow("there is no such folder");
});
