import { messages } from "@orrery/msgs";
import { type Role } from "@orrery/sim";
import { Bus, connectNode, connectPeer, type Link, logTo, Node, ROLES } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { startServer, type Server } from "../../server.ts";
import { smallWorld } from "../../testing/small-world.ts";
import { connectWs } from "../ws-link.ts";

const tokens = { viewer: ["token-of-viewers"], operator: ["token-of-operators"], admin: ["token-of-admins"] };

/** For each role, the outcome of an action: "done", or the refusal. */
type Outcomes = Readonly<Record<Role, string>>;

const EMPTY = { request: "gz.msgs.Empty", response: "gz.msgs.Empty" } as const;

const services = {
  "/world/w/control": "operator",
  "/world/w/create": "operator",
  "/world/w/set_physics": "operator",
  "/third/party": "operator",
  "/world/w/entity/system/add": "admin",
  "/world/w/entity/system/remove": "admin",
  "/server_control": "admin",
  "/world/w/scene/info": "viewer",
  "/world/w/pose/info": "viewer",
  "/world/w/systems": "viewer",
  "/world/w/systems/available": "viewer",
  "/world/w/stream": "viewer",
  "/world/w/generate_world_sdf": "viewer",
  "/introspection/w/set_filter": "viewer",
  "/orrery/models": "viewer",
  "/orrery/server/stop": "admin",
} as const;

async function startWithoutWorld(): Promise<Server> {
  const server = await startServer({ port: 0, log: logTo(() => undefined), tokens });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

async function start(namespace = ""): Promise<{ server: Server; world: Node }> {
  const server = await startWithoutWorld();
  const { thread, node: world } = smallWorld();
  await server.attach(thread, { namespace });
  for (const [name, needs] of Object.entries(services)) {
    // Services for operators need no declaration.
    world.service(name, { ...EMPTY, ...(needs === "operator" ? {} : { needs }) }, () => ({}));
  }
  await expect.poll(() => server.bus.serviceTable.get(`${namespace}/orrery/server/stop`)).toBeDefined();
  return { server, world };
}

const linkAs = (server: Server, role: Role): Promise<Link> =>
  connectWs(`${server.url.replace("http", "ws")}ws?token=${tokens[role][0]}`);

async function as(server: Server, role: Role, reports: string[] = []): Promise<Node> {
  const onError = ({ message }: { message: string }): void => void reports.push(message);
  const node = await connectNode(await linkAs(server, role), messages, { onError });
  onTestFinished(() => node[Symbol.dispose]());
  return node;
}

/** Returns the outcome for each role if `needed` is the lowest role that is allowed. */
function outcomes(needed: Role, refused: (role: Role) => string): Outcomes {
  const outcome = (role: Role): string => (ROLES.indexOf(role) >= ROLES.indexOf(needed) ? "done" : refused(role));
  return { viewer: outcome("viewer"), operator: outcome("operator"), admin: outcome("admin") };
}

async function outcomesOf(deed: (node: Node) => Promise<string>, server: Server): Promise<Outcomes> {
  const [viewer, operator, admin] = await Promise.all(ROLES.map(async (role) => deed(await as(server, role))));
  return { viewer: viewer!, operator: operator!, admin: admin! };
}

test.each(["", "/lab/run-3"])(
  "[GW10] each role may ask what it needs no more for, in the namespace %o",
  async (namespace) => {
    const { server } = await start(namespace);
    for (const [name, needed] of Object.entries(services)) {
      const service = namespace + name;
      const deed = (node: Node): Promise<string> =>
        node.request(service, {}).then(
          () => "done",
          (error: Error) => error.message,
        );
      expect({ service, ...(await outcomesOf(deed, server)) }).toEqual({
        service,
        ...outcomes(needed, (role) => `to ask "${service}" needs the role ${needed}; yours is ${role}`),
      });
    }
  },
);

test.each(["", "/lab/run-3"])(
  "[GW10] a viewer publishes nothing, and is told so; an operator does, in %o",
  async (namespace) => {
    const { server, world } = await start(namespace);
    const heard: (string | undefined)[] = [];
    world.subscribe("/cmd", "gz.msgs.StringMsg", ({ value }) => heard.push(value.data));
    const reports: string[] = [];
    const [viewer, operator] = [await as(server, "viewer", reports), await as(server, "operator")];
    const [first, second] = [viewer, operator].map((node) => node.advertise(`${namespace}/cmd`, "gz.msgs.StringMsg"));
    await expect
      .poll(() => reports)
      .toEqual([`to publish on "${namespace}/cmd" needs the role operator; yours is viewer`]);
    await operator.until(() => second!.hasSubscribers);
    first!.publish({ data: "viewer" });
    // By then the server has handled everything sent before this request.
    await viewer.request("/orrery/session", {});
    second!.publish({ data: "operator" });
    await expect.poll(() => heard).toEqual(["operator"]);
  },
);

test.each(["", "/lab/run-3"])(
  "[GW10] nobody speaks for the server or a world, in the namespace %o",
  async (namespace) => {
    const { server } = await start(namespace);
    const reports: string[] = [];
    const admin = await as(server, "admin", reports);
    const topics = {
      "/orrery/people": "orrery.msgs.People",
      "/world/w/stats": "gz.msgs.Clock",
      "/clock": "gz.msgs.Clock",
    };
    for (const [topic, type] of Object.entries(topics)) admin.advertise(namespace + topic, type);
    admin.service(`${namespace}/orrery/mine`, EMPTY, () => ({}));
    await expect
      .poll(() => reports)
      .toEqual([
        ...Object.keys(topics).map(
          (topic) =>
            `to publish on "${namespace}${topic}" is for the server and its world alone; what "client" publishes is ignored`,
        ),
        `to offer the service "${namespace}/orrery/mine" is for the server and its world alone`,
      ]);
  },
);

test.each(["", "/lab/run-3"])(
  "[GW10] no client lowers what the service of another needs, whoever was first, in the namespace %o",
  async (namespace) => {
    const server = await startWithoutWorld();
    // A server without any world admits nobody.
    await server.attach(smallWorld().thread, { namespace: "/other" });
    const [early, late, others] = ["/early", "/late", "/bob/secret"].map((name) => namespace + name);
    const heardBy = (name = "") => server.bus.serviceTable.get(name)?.announcements.size;
    // The world keeps its own services, whatever the other side announces.
    using liars = new Bus({ codec: messages, name: "liar", deferred: true, onError: () => undefined });
    connectPeer(liars, await linkAs(server, "operator"));
    const liar = new Node(liars, { owner: "liar" });
    const bob = await as(server, "operator");

    liar.service(early!, { ...EMPTY, needs: "viewer" }, () => ({}));
    await expect.poll(() => heardBy(early)).toBe(1);
    const { thread, node: world } = smallWorld();
    for (const name of ["/early", "/late"]) world.service(name, { ...EMPTY, needs: "admin" }, () => ({}));
    await server.attach(thread, { namespace });
    bob.service(others!, { ...EMPTY, needs: "admin" }, () => ({}));
    await expect.poll(() => [heardBy(early), heardBy(late), heardBy(others)]).toEqual([2, 1, 1]);
    for (const name of [late, others]) liar.service(name!, { ...EMPTY, needs: "viewer" }, () => ({}));
    await expect.poll(() => [heardBy(early), heardBy(late), heardBy(others)]).toEqual([2, 2, 2]);

    const [viewer, admin] = [await as(server, "viewer"), await as(server, "admin")];
    for (const name of [early, late, others]) {
      await expect(viewer.request(name!, {})).rejects.toThrow(`to ask "${name}" needs the role admin; yours is viewer`);
      expect(await admin.request(name!, {})).toEqual({});
    }
  },
);

test("[GW10] a viewer asks for a service that nobody offers, and reads that", async () => {
  const { server } = await start();
  await expect((await as(server, "viewer")).request("/nobody", {})).rejects.toMatchObject({ code: "no-such-service" });
});

test("[GW10] a viewer offers no service", async () => {
  const { server } = await start();
  const reports: string[] = [];
  const viewer = await as(server, "viewer", reports);
  viewer.service("/mine", EMPTY, () => ({}));
  await expect.poll(() => reports).toEqual([`to offer the service "/mine" needs the role operator; yours is viewer`]);
  expect(server.bus.serviceTable.get("/mine")).toBeUndefined();
});

test("[GW10] a viewer subscribes, and tells where it looks", async () => {
  const { server, world } = await start();
  const viewer = await as(server, "viewer");
  const pose = world.advertise("/pose", "gz.msgs.StringMsg");
  const heard = new Promise((resolve) => viewer.subscribe("/pose", "gz.msgs.StringMsg", ({ value }) => resolve(value)));
  await world.until(() => pose.hasSubscribers);
  pose.publish({ data: "here" });
  expect(await heard).toEqual({ data: "here" });
  expect(await viewer.request("/orrery/presence", { doing: "looking" })).toEqual({ data: true });
  expect(await viewer.request("/orrery/session", {})).toMatchObject({ role: "viewer", may: ["view"] });
});
