import { messages } from "@orrery/msgs";
import { type Role } from "@orrery/sim";
import { connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../server.ts";
import { defaultLimits } from "./limits.ts";
import { ConnectionLimit } from "./connection-limit.ts";
import { get, smallWorld } from "../../testing/small-world.ts";
import { connectWs } from "../ws-link.ts";

const guest = (role: Role, token: string, address: string) => ({ role, token, address });

test("[GW60] some places are for admins, who have no limits of their own", () => {
  const limit = new ConnectionLimit({ ...defaultLimits, connections: 8, connectionsForAdmins: 2 });
  for (let i = 0; i < 6; i++) limit.acquire(guest("viewer", `t${i}`, `a${i}`));
  expect(limit.refusal(guest("operator", "t", "a"))).toBe(
    "there are 6 clients already, and the places left are for admins",
  );
  for (let i = 0; i < 2; i++) {
    expect(limit.refusal(guest("admin", "root", "a"))).toBeUndefined();
    limit.acquire(guest("admin", "root", "a"));
  }
  expect(limit.refusal(guest("admin", "root", "a"))).toBe("there are 8 clients already, as many as this server takes");
});

test("[GW60] nobody takes all places with one token, or from one address; one that leaves makes room", () => {
  const limit = new ConnectionLimit({ ...defaultLimits, connectionsPerToken: 2, connectionsPerAddress: 3 });
  const [first] = ["a", "b"].map((address) => limit.acquire(guest("viewer", "t", address)));
  expect(limit.refusal(guest("viewer", "t", "c"))).toBe("there are 2 clients with this token already");
  expect(limit.refusal(guest("viewer", "u", "c"))).toBeUndefined();
  for (const token of ["u", "v"]) limit.acquire(guest("operator", token, "b"));
  expect(limit.refusal(guest("viewer", "w", "b"))).toBe("there are 3 clients from this address already");
  first![Symbol.dispose]();
  expect(limit.refusal(guest("viewer", "t", "c"))).toBeUndefined();
});

test("[GW60] a viewer that opens as many connections as it gets leaves others in", async () => {
  const tokens = { viewer: ["viewer-one", "viewer-two"], admin: ["token-of-admins"] };
  const limits = { connections: 12, connectionsPerToken: 4, connectionsForAdmins: 2 };
  const server = await startServer({ port: 0, log: logTo(() => undefined), tokens, limits });
  onTestFinished(() => server[Symbol.asyncDispose]());
  await server.attach(smallWorld().thread);
  const join = async (token: string) =>
    connectNode(await connectWs(`${server.url.replace("http", "ws")}ws?token=${token}`), messages);
  const taken = await Promise.allSettled(Array.from({ length: 20 }, () => join("viewer-one")));
  expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  await expect(join("viewer-one")).rejects.toThrow("503 there are 4 clients with this token already");
  const health = (token: string) => get(server, `/health?token=${token}`).then(({ body }): unknown => JSON.parse(body));
  expect(await health("viewer-one")).toMatchObject({
    ok: true,
    refusal: "there are 4 clients with this token already",
  });
  expect(await health("viewer-two")).not.toHaveProperty("refusal");
  for (const token of ["viewer-two", "token-of-admins"]) {
    expect(await (await join(token)).request("/orrery/session", {})).toMatchObject({ role: expect.any(String) });
  }
});
