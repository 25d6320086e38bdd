import { messages, type orrery } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode, FIRST_SESSION_ENTITY, logTo, SESSION_ENTITIES } from "@orrery/sim/host";
import { expect, onTestFinished, test, vi } from "vitest";
import { startServer, type Server, type ServerOptions } from "../../server.ts";
import { defaultLimits } from "../limits/limits.ts";
import { Sessions } from "./sessions.ts";
import { smallWorld } from "../../testing/small-world.ts";
import { connectWs } from "../ws-link.ts";

const SECRET = "0123456789abcdef";

async function start(options: Partial<ServerOptions> = {}): Promise<{ server: Server; world: Node }> {
  const server = await startServer({ port: 0, log: logTo(() => undefined), ...options });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { thread, node } = smallWorld();
  await server.attach(thread);
  return { server, world: node };
}

async function join(server: Server, query: Record<string, string> = {}): Promise<Node> {
  const url = `${server.url.replace("http", "ws")}ws?${new URLSearchParams(query)}`;
  const node = await connectNode(await connectWs(url), messages, { onError: () => undefined });
  onTestFinished(() => node[Symbol.dispose]());
  return node;
}

const whoAmI = (node: Node): Promise<orrery.Session> =>
  node.request("/orrery/session", {}, { response: "orrery.msgs.Session" });

/** Returns the lists of people that a node receives, newest last. */
function peopleHeardBy(node: Node): orrery.Person[][] {
  const heard: orrery.Person[][] = [];
  node.subscribe("/orrery/people", "orrery.msgs.People", ({ value }) => heard.push([...(value.people ?? [])]));
  return heard;
}

test("[GW1] a client has a session with the name it gives, a colour of its own and a role", async () => {
  const { server } = await start();
  const ada = await whoAmI(await join(server, { name: " Ada\n Lovelace ", colour: "3" }));
  const bob = await whoAmI(await join(server, { name: "Bob", colour: "3" }));
  const program = await whoAmI(await join(server));
  expect(ada).toMatchObject({ name: "Ada Lovelace", colour: 3, role: "admin" });
  expect(ada.id).toMatch(/^[\da-f]{32}$/);
  expect(ada.may).toEqual(["view", "control", "edit", "administer"]);
  expect(bob).toMatchObject({ name: "Bob" });
  expect(program.name).toBe("Guest 1");
  expect(new Set([ada, bob, program].map(({ colour = 0 }) => colour)).size).toBe(3);
  expect(new Set([ada, bob, program].map(({ id }) => id)).size).toBe(3);
});

test("[GW1] a session id or colour that is none is refused with the reason", async () => {
  const { server } = await start();
  await expect(join(server, { session: "short" })).rejects.toThrow("400 session must be 16 to 128 hex digits");
  await expect(join(server, { colour: "8" })).rejects.toThrow("400 colour must be 0 to 7");
});

test("[GW2] who comes back with its secret is the same session; without one it is a different one", async () => {
  const { server } = await start();
  const first = await join(server, { name: "Ada", session: SECRET });
  const { id, since } = await whoAmI(first);
  first[Symbol.dispose]();
  await expect.poll(() => server.sessions.get(id!)?.links).toBe(0);
  expect(await whoAmI(await join(server, { session: SECRET }))).toMatchObject({ id, since, name: "Ada" });
  expect((await whoAmI(await join(server, { session: `${SECRET}0` }))).id).not.toBe(id);
  expect(id).not.toContain(SECRET.slice(0, 8));
});

test("[GW2] two connections with one secret are one session, until both have ended", async () => {
  const { server } = await start({ keepMs: 1 });
  const [one, two] = [await join(server, { session: SECRET }), await join(server, { session: SECRET })];
  expect(server.sessions.list().map(({ links }) => links)).toEqual([2]);
  one[Symbol.dispose]();
  await expect.poll(() => server.sessions.list().map(({ links }) => links)).toEqual([1]);
  two[Symbol.dispose]();
  await expect.poll(() => server.sessions.size).toBe(0);
});

test("[GW1] guests have the lowest number that is free; who has a name uses none up", () => {
  using sessions = new Sessions({ limits: defaultLimits });
  const join = (name?: string) => sessions.join({ role: "viewer", name });
  for (let i = 0; i < 20; i++) sessions.leave(join(`orrery-cli-${i}`));
  const [first, second, third] = [join(), join(), join("Guest 3")];
  expect([first, second, third, join()].map(({ name }) => name)).toEqual(["Guest 1", "Guest 2", "Guest 3", "Guest 4"]);
  sessions.leave(second);
  expect(join().name).toBe("Guest 2");
});

test("[GW2] a session without a secret ends with its connection, others a minute later", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sessions = new Sessions({ limits: defaultLimits });
  sessions.leave(sessions.join({ role: "admin" }));
  expect(sessions.size).toBe(0);
  sessions.leave(sessions.join({ role: "admin", secret: SECRET }));
  vi.advanceTimersByTime(59_000);
  expect(sessions.size).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(sessions.size).toBe(0);
});

test("[GW2] ever new secrets do not fill the memory", () => {
  using sessions = new Sessions({ limits: defaultLimits });
  for (let i = 0; i < 1000; i++) {
    sessions.leave(sessions.join({ role: "admin", secret: i.toString(16).padStart(16, "0") }));
  }
  expect(sessions.size).toBe(256);
});

test("[GW2] a secret shown with another role is another session", () => {
  using sessions = new Sessions({ limits: defaultLimits });
  const [one, two] = (["viewer", "admin"] as const).map((role) => sessions.join({ role, secret: SECRET }));
  expect(one!.id).not.toBe(two!.id);
});

test("[GW5] each session that asks has entity ids of its own, the same when it comes back", async () => {
  const { server } = await start();
  const ada = await whoAmI(await join(server, { session: SECRET }));
  const bob = await whoAmI(await join(server));
  expect(ada).toMatchObject({ first_entity: FIRST_SESSION_ENTITY, entities: SESSION_ENTITIES });
  expect(bob.first_entity).toBe(FIRST_SESSION_ENTITY + SESSION_ENTITIES);
  expect((await whoAmI(await join(server, { session: SECRET }))).first_entity).toBe(ada.first_entity);
});

test("[GW5] ids are not given twice, and who comes when there are none left has none", () => {
  using sessions = new Sessions({ limits: defaultLimits });
  const firsts = new Set<number>();
  for (let i = 0; i < 2 ** 15; i++) {
    const session = sessions.join({ role: "viewer" });
    firsts.add(sessions.firstEntityOf(session));
    sessions.leave(session);
  }
  expect(firsts.size).toBe(2 ** 15);
  expect(Math.max(...firsts) + SESSION_ENTITIES).toBe(2 ** 32);
  expect(sessions.firstEntityOf(sessions.join({ role: "viewer" }))).toBe(0);
});

test("[GW3] a service of the world is told which session asks, whatever the client says", async () => {
  const { server, world } = await start();
  const callers: string[] = [];
  world.service("/s", { request: "gz.msgs.Empty", response: "gz.msgs.Empty" }, (_, { caller }) => {
    callers.push(caller);
    return {};
  });
  const client = await join(server);
  await client.until(() => client.services().some(({ name }) => name === "/s"));
  await client.request("/s", {});
  expect(callers).toEqual([(await whoAmI(client)).id]);
});

test("[GW4] everybody is notified of who is there, where they look and what they selected", async () => {
  const { server } = await start();
  const ada = await join(server, { name: "Ada", session: SECRET });
  const bob = await join(server, { name: "Bob" });
  const heard = peopleHeardBy(bob);
  const camera = { position: { x: 1, y: 2, z: 3 }, orientation: { w: 1 } };
  const answer = await ada.request(
    "/orrery/presence",
    {
      camera,
      selected: [7, 9],
      doing: "plots",
      name: "Countess",
    },
    { response: "gz.msgs.Boolean" },
  );
  expect(answer).toEqual({ data: true });
  const { id } = await whoAmI(ada);
  await expect
    .poll(() => heard.at(-1))
    .toEqual([
      { id, name: "Countess", role: "admin", camera, selected: [7, 9], doing: "plots", connected: true },
      expect.objectContaining({ name: "Bob", colour: 1, connected: true }),
    ]);
  ada[Symbol.dispose]();
  await expect
    .poll(() => heard.at(-1)?.map(({ name, connected = false }) => [name, connected]))
    .toEqual([
      ["Countess", false],
      ["Bob", true],
    ]);
});

test("[GW4] others see in which world somebody is; where it looked in another one no longer counts", async () => {
  const { server } = await start();
  const ada = await join(server, { name: "Ada" });
  const heard = peopleHeardBy(ada);
  const camera = { position: { x: 1 } };
  const seen = async (presence: orrery.Presence): Promise<unknown> => {
    await ada.request("/orrery/presence", presence);
    const [own] = heard.at(-1) ?? [];
    return { world: own?.world ?? "", camera: own?.camera, selected: own?.selected };
  };
  await expect.poll(() => seen({ camera, selected: [7], world: "/b" })).toEqual({ world: "/b", camera, selected: [7] });
  await expect.poll(() => seen({ selected: [8], world: "/b" })).toEqual({ world: "/b", camera, selected: [8] });
  await expect.poll(() => seen({ selected: [8] })).toEqual({ world: "", camera: undefined, selected: [8] });
});

test("[GW4] people who left go", async () => {
  const { server } = await start();
  const heard = peopleHeardBy(await join(server, { name: "Ada" }));
  const bob = await join(server, { name: "Bob" });
  await expect.poll(() => heard.at(-1)?.map(({ name }) => name)).toEqual(["Ada", "Bob"]);
  bob[Symbol.dispose]();
  await expect.poll(() => heard.at(-1)?.map(({ name }) => name)).toEqual(["Ada"]);
});

test("[GW4] thirty changes at once make two messages at most, of which the last is true", async () => {
  const { server } = await start();
  const ada = await join(server, { name: "Ada" });
  const heard = peopleHeardBy(ada);
  await expect.poll(() => heard.length).toBe(1);
  // In one packet, so that the server handles them in one turn of its loop.
  const asked = ada.bus.batch(() =>
    Array.from({ length: 30 }, (_, i) => ada.request("/orrery/presence", { doing: `step ${i}` })),
  );
  await Promise.all(asked);
  await expect.poll(() => heard.at(-1)?.[0]?.doing).toBe("step 29");
  expect(heard.length).toBeLessThanOrEqual(3);
});

test("[GW4] presence that makes no sense is refused with the reason", async () => {
  const { server } = await start();
  const ada = await join(server);
  const refusal = async (presence: orrery.Presence): Promise<string | undefined> => {
    const { data, header } = await ada.request("/orrery/presence", presence, { response: "gz.msgs.Boolean" });
    return data === true ? undefined : header?.data?.[0]?.value?.[0];
  };
  expect(await refusal({ camera: { position: { x: NaN } } })).toBe("the camera's pose is not finite");
  expect(await refusal({ doing: "x".repeat(101) })).toBe('"doing" has more than 100 characters');
  expect(await refusal({ world: "x".repeat(201) })).toBe('"world" has more than 200 characters');
  expect(await refusal({})).toBeUndefined();
});

test("[GW4] of a large selection others see a hundred", async () => {
  const { server } = await start();
  const ada = await join(server);
  const told: orrery.People[] = [];
  ada.subscribe("/orrery/people", "orrery.msgs.People", ({ value }) => told.push(value));
  await ada.request("/orrery/presence", { selected: Array.from({ length: 20_000 }, (_, i) => i + 1) });
  await expect.poll(() => told.at(-1)?.people?.[0]?.selected?.length).toBe(100);
});
