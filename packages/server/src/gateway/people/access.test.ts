import { messages } from "@orrery/msgs";
import { connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { startServer, type Server, type ServerOptions } from "../../server.ts";
import { isLoopback } from "./access.ts";
import { get, smallWorld } from "../../testing/small-world.ts";
import { connectWs } from "../ws-link.ts";

const tokens = { viewer: ["token-of-viewers"], admin: ["token-of-admins"] };

async function start(options: Partial<ServerOptions> = {}): Promise<Server> {
  const server = await startServer({ port: 0, log: logTo(() => undefined), ...options });
  onTestFinished(() => server[Symbol.asyncDispose]());
  await server.attach(smallWorld().thread);
  return server;
}

/** Connects and resolves to the client's role, or to why it was refused. */
async function roleOf(server: Server, query: string, headers: Record<string, string> = {}): Promise<unknown> {
  try {
    const link = await connectWs(`${server.url.replace("http", "ws")}ws${query}`, { headers });
    using node = await connectNode(link, messages);
    const { role } = await node.request("/orrery/session", {}, { response: "orrery.msgs.Session" });
    return role;
  } catch (error) {
    return (error as Error).message.replace(/^.*: /, "");
  }
}

test("[GW11] a token gives its role; none and a wrong one are refused", async () => {
  const server = await start({ tokens });
  const refused = "401 a token is needed, and the one given is not known";
  expect(await roleOf(server, "?token=token-of-viewers")).toBe("viewer");
  expect(await roleOf(server, "?token=token-of-admins")).toBe("admin");
  expect(await roleOf(server, "", { Authorization: "Bearer token-of-admins" })).toBe("admin");
  expect(await roleOf(server, "")).toBe(refused);
  expect(await roleOf(server, "?token=")).toBe(refused);
  expect(await roleOf(server, "?token=token-of-admin")).toBe(refused);
  expect(await roleOf(server, "?token=token-of-viewers&token=x")).toBe("viewer");
});

test("[GW11] on this machine only and without tokens, everybody is an admin", async () => {
  const server = await start();
  expect(await roleOf(server, "")).toBe("admin");
  expect(await roleOf(server, "?token=stale")).toBe("admin");
});

test("[GW11] a server that others can reach does not start without a token", async () => {
  const log = logTo(() => undefined);
  await expect(startServer({ port: 0, log, host: "0.0.0.0" })).rejects.toThrow(
    "a server that others can reach (0.0.0.0) needs a token",
  );
  const server = await start({ host: "0.0.0.0", tokens });
  expect(await roleOf(server, "")).toMatch(/^401/);
  expect(await roleOf(server, "?token=token-of-admins")).toBe("admin");
});

test("[GW11] what tells of the world over HTTP needs a token too", async () => {
  const server = await start({ tokens });
  for (const path of ["/metrics", "/status", "/assets?uri=a.dae"]) {
    expect({ path, ...(await get(server, path)) }).toMatchObject({ path, status: 401 });
    const [bare] = path.split("?");
    expect({ path, ...(await get(server, `${bare}?token=wrong`)) }).toMatchObject({ path, status: 401 });
  }
  expect(await get(server, "/status?token=token-of-viewers")).toMatchObject({ status: 200 });
  expect(await get(server, "/status", { Authorization: "Bearer token-of-viewers" })).toMatchObject({ status: 200 });
});

test("[GW11] of its health, strangers learn only whether it is well", async () => {
  const server = await start({ tokens });
  expect(JSON.parse((await get(server, "/health")).body)).toEqual({ ok: true, token: "wanted" });
  expect(JSON.parse((await get(server, "/health?token=token-of-viewers")).body)).toMatchObject({
    ok: true,
    worlds: [{ name: "w" }],
    role: "viewer",
  });
});

test("[GW12] the server answers to its addresses and to names that are listed", async () => {
  const server = await start({ host: "0.0.0.0", tokens, hosts: ["Lab.example"] });
  const { port } = new URL(server.url);
  const statusFor = async (host: string): Promise<unknown> => (await get(server, "/health", { Host: host })).status;
  for (const host of ["127.0.0.1", `localhost:${port}`, "192.168.1.2:80", "[fe80::1]:1", `LAB.example:${port}`]) {
    expect({ host, status: await statusFor(host) }).toEqual({ host, status: 200 });
  }
  for (const host of ["evil.example", "lab.example.evil.example", "127.0.0.1.evil.example", "a@127.0.0.1", "1.2.3"]) {
    expect({ host, status: await statusFor(host) }).toEqual({ host, status: 403 });
  }
});

test("[GW12] a server of this machine only does not answer to other addresses", async () => {
  const server = await start();
  expect(await get(server, "/", { Host: "192.168.1.2" })).toMatchObject({ status: 403 });
  expect(await roleOf(server, "", { Host: "evil.example" })).toBe("403 this server answers to its own names only");
});

test("[GW12] pages of the server's own origin and of listed ones may connect", async () => {
  const server = await start({ origins: ["https://lab.example"] });
  const { host } = new URL(server.url);
  expect(await roleOf(server, "", { Origin: `http://${host}` })).toBe("admin");
  expect(await roleOf(server, "", { Origin: "https://lab.example" })).toBe("admin");
  for (const origin of ["http://lab.example", "https://lab.example:444", "https://evil.example", "null", "%"]) {
    expect(await roleOf(server, "", { Origin: origin })).toBe("403 pages of other origins may not connect");
  }
});

test("[GW12] loopback addresses are those of this machine", () => {
  const hosts = ["127.0.0.1", "127.1.2.3", "::1", "localhost", "0.0.0.0", "::", "192.168.0.1", "127.0.0.1.example"];
  expect(hosts.filter(isLoopback)).toEqual(["127.0.0.1", "127.1.2.3", "::1", "localhost"]);
});
