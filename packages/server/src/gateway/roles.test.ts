import { messages } from "@orrery/msgs";
import { type Node, type Role } from "@orrery/sim";
import { connectNode, logTo, ROLES } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { startServer, type Server } from "../server.ts";
import { smallWorld } from "../testing/small-world.ts";
import { connectWs } from "./ws-link.ts";

const tokens = { viewer: ["token-of-viewers"], operator: ["token-of-operators"], admin: ["token-of-admins"] };

/** For each role, what becomes of a deed: "done", or the refusal. */
type Outcomes = Readonly<Record<Role, string>>;

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

async function start(namespace = ""): Promise<{ server: Server; world: Node }> {
  const server = await startServer({ port: 0, log: logTo(() => undefined), tokens });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { thread, node } = smallWorld();
  await server.attach(thread, { namespace });
  for (const name of Object.keys(services))
    node.service(name, { request: "gz.msgs.Empty", response: "gz.msgs.Empty" }, () => ({}));
  await expect.poll(() => server.bus.serviceTable.get(`${namespace}/orrery/server/stop`)).toBeDefined();
  return { server, world: node };
}

async function as(server: Server, role: Role, reports: string[] = []): Promise<Node> {
  const url = `${server.url.replace("http", "ws")}ws?token=${tokens[role][0]}`;
  const onError = ({ message }: { message: string }): void => void reports.push(message);
  const node = await connectNode(await connectWs(url), messages, { onError });
  onTestFinished(() => node[Symbol.dispose]());
  return node;
}

/** What each role gets, when `needed` is the least that may. */
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
    // The server has dealt with what came before its answer.
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
    admin.service(`${namespace}/orrery/mine`, { request: "gz.msgs.Empty", response: "gz.msgs.Empty" }, () => ({}));
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

test("[GW10] a viewer offers no service", async () => {
  const { server } = await start();
  const reports: string[] = [];
  const viewer = await as(server, "viewer", reports);
  viewer.service("/mine", { request: "gz.msgs.Empty", response: "gz.msgs.Empty" }, () => ({}));
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
