import { messages } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { startServer, type Server } from "../../server.ts";
import type { Tokens } from "./access.ts";
import { smallWorld } from "../../testing/small-world.ts";
import { connectWs } from "../ws-link.ts";

test("[GW6] an admin is told the token of a role, others are not, and roles without one say so", async () => {
  const server = await start({ viewer: ["token-of-viewers"], admin: ["token-of-admins"] });
  const admin = await connect(server, "token-of-admins");
  expect(await tokenFor(admin, "viewer")).toBe("token-of-viewers");
  expect(await tokenFor(admin, "admin")).toBe("token-of-admins");
  await expect(tokenFor(admin, "operator")).rejects.toThrow("this server has no token for the role operator");
  await expect(tokenFor(admin, "owner")).rejects.toThrow('"owner" is not a role');
  const viewer = await connect(server, "token-of-viewers");
  await expect(tokenFor(viewer, "viewer")).rejects.toThrow("needs the role admin; yours is viewer");
});

test("[GW6] a server without tokens needs none in its links", async () => {
  const admin = await connect(await start({}), "");
  expect(await tokenFor(admin, "viewer")).toBe("");
});

async function start(tokens: Tokens): Promise<Server> {
  const server = await startServer({ port: 0, log: logTo(() => undefined), tokens });
  onTestFinished(() => server[Symbol.asyncDispose]());
  await server.attach(smallWorld().thread);
  return server;
}

async function connect(server: Server, token: string): Promise<Node> {
  const node = await connectNode(await connectWs(`${server.url.replace("http", "ws")}ws?token=${token}`), messages);
  onTestFinished(() => node[Symbol.dispose]());
  return node;
}

async function tokenFor(node: Node, role: string): Promise<string> {
  return (
    (await node.request("/orrery/server/share_token", { data: role }, { response: "gz.msgs.StringMsg" })).data ?? ""
  );
}
