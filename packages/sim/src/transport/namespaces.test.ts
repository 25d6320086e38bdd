import { expect, test } from "vitest";
import type { Bus } from "./bus.ts";
import type { Node } from "./node.ts";
import { namespaceProblem } from "./namespaces.ts";
import { connectPeer } from "./wire/peer.ts";
import type { PortLink } from "./wire/port-link.ts";
import { STRING, textsOf, Wire, type Text } from "./wire/wire.fixture.ts";

/** A gateway's bus with worlds in namespaces, and clients. */
class Worlds {
  readonly wire: Wire;
  readonly main: Bus;

  constructor(wire: Wire) {
    this.wire = wire;
    this.main = wire.bus("main");
  }

  world(
    namespace: string,
    begin: (node: Node) => void = () => undefined,
  ): { readonly node: Node; readonly link: PortLink; readonly claim: Disposable } {
    const claim = this.main.claim(namespace);
    const [atMain, atWorld] = this.wire.links();
    connectPeer(this.main, atMain, { namespace });
    const bus = this.wire.bus("world");
    const node = this.wire.node(bus);
    begin(node);
    connectPeer(bus, atWorld);
    this.wire.pump();
    return { node, link: atMain, claim };
  }

  client(caller: string): Node {
    const [atMain, atClient] = this.wire.links();
    connectPeer(this.main, atMain, { caller });
    const bus = this.wire.bus(caller);
    connectPeer(bus, atClient);
    this.wire.pump();
    return this.wire.node(bus);
  }
}

function namesOf(node: Node): string[] {
  return [...node.topics(), ...node.services()].map(({ name }) => name);
}

test("[TR52] a world in a namespace uses plain names, and others find them below the namespace", async () => {
  using wire = new Wire();
  const worlds = new Worlds(wire);
  const { node: world } = worlds.world("/lab/run-3");
  const client = worlds.client("ada");
  world.service("/world/w/control", { request: STRING, response: STRING }, ({ data }: Text) => ({
    data: `did ${data}`,
  }));
  const stats = world.advertise("/world/w/stats", STRING, { latched: true });
  const heard = textsOf(world, "/model/m/cmd_vel");
  wire.pump();
  expect(namesOf(client)).toEqual([
    "/lab/run-3/model/m/cmd_vel",
    "/lab/run-3/world/w/stats",
    "/lab/run-3/world/w/control",
  ]);
  const told = textsOf(client, "/lab/run-3/world/w/stats");
  const drive = client.advertise("/lab/run-3/model/m/cmd_vel", STRING);
  const answer = client.request("/lab/run-3/world/w/control", { data: "it" });
  wire.pump();
  stats.publish({ data: "running" });
  drive.publish({ data: "go" });
  wire.pump();
  expect([told.texts, heard.texts, await answer]).toEqual([["running"], ["go"], { data: "did it" }]);
});

test("[TR52] worlds with equal names share nothing: neither messages nor requests nor what they know of", async () => {
  using wire = new Wire();
  const worlds = new Worlds(wire);
  const all = ["", "/a", "/a/b"].map((namespace) => ({ namespace, ...worlds.world(namespace) }));
  const client = worlds.client("ada");
  const heard = all.map(({ node, namespace }) => {
    node.service("/world/w/hash", { request: STRING, response: STRING }, () => ({ data: `hash in ${namespace}` }));
    node.advertise("/model/m/odometry", STRING);
    return textsOf(node, "/cmd").texts;
  });
  wire.pump();
  const publishers = all.map(({ namespace }) => client.advertise(`${namespace}/cmd`, STRING));
  wire.pump();
  for (const publisher of publishers) publisher.publish({ data: publisher.topic });
  const answers = all.map(({ namespace }) => client.request(`${namespace}/world/w/hash`, {}));
  wire.pump();
  expect(heard).toEqual([["/cmd"], ["/a/cmd"], ["/a/b/cmd"]]);
  expect(await Promise.all(answers)).toEqual(all.map(({ namespace }) => ({ data: `hash in ${namespace}` })));
  // Its own names, and the topics on which clients publish and it listens.
  for (const { node } of all) expect(namesOf(node)).toEqual(["/cmd", "/model/m/odometry", "/world/w/hash"]);
});

test("[TR53] a world does not get at names of another's namespace", async () => {
  using wire = new Wire();
  const worlds = new Worlds(wire);
  const { node: plain } = worlds.world("");
  const { node: other } = worlds.world("/a");
  worlds.world("/b/c");
  const { node: outer } = worlds.world("/b");
  other.service("/set", { request: STRING, response: STRING }, () => ({ data: "set" }));
  const client = worlds.client("ada");
  wire.pump();
  plain.advertise("/a/world/w/stats", STRING, { latched: true }).publish({ data: "a lie" });
  plain.service("/a/world/w/control", { request: STRING, response: STRING }, () => ({ data: "a lie" }));
  outer.service("/c/world/w/control", { request: STRING, response: STRING }, () => ({ data: "a lie" }));
  const asked = plain.request("/a/set", {});
  wire.pump();
  await expect(asked).rejects.toMatchObject({ code: "no-such-service" });
  expect(namesOf(client)).toEqual(["/a/set"]);
  expect(wire.reports.map(({ message }) => message)).toContain(
    "the name is in the namespace of another world, or too long",
  );
});

test("[TR53] in a namespace clients may no more than on plain names, also with names they took before it was opened", async () => {
  using wire = new Wire();
  const worlds = new Worlds(wire);
  const [liar, page] = [worlds.client("ada"), worlds.client("bob")];
  const lie = liar.advertise("/a/world/w/stats", STRING);
  liar.service("/a/world/w/control", { request: STRING, response: STRING }, () => ({ data: "a lie" }));
  liar.service("/a/orrery/session", { request: STRING, response: STRING }, () => ({ data: "a lie" }));
  const heard = textsOf(page, "/a/world/w/stats");
  wire.pump();
  const { node: world } = worlds.world("/a");
  liar.service("/a/world/w/late", { request: STRING, response: STRING }, () => ({ data: "a lie" }));
  wire.pump();
  lie.publish({ data: "a lie" });
  const asked = ["control", "late"].map((name) => page.request(`/a/world/w/${name}`, {}));
  wire.pump();
  for (const one of asked) await expect(one).rejects.toMatchObject({ code: "no-such-service" });
  const stats = world.advertise("/world/w/stats", STRING);
  wire.pump();
  lie.publish({ data: "a lie" });
  stats.publish({ data: "the truth" });
  wire.pump();
  expect(heard.texts).toEqual(["the truth"]);
  expect(page.services()).toEqual([]);
});

test("[TR53] while the link of a world is down nobody takes its place; when it is closed its names are free", async () => {
  using wire = new Wire();
  const worlds = new Worlds(wire);
  const { node: plain } = worlds.world("");
  plain.service("/set", { request: STRING, response: STRING }, () => ({ data: "plain" }));
  const [other, page] = [worlds.client("ada"), worlds.client("bob")];
  other.service("/a/set", { request: STRING, response: STRING }, () => ({ data: "other" }));
  wire.pump();
  const { link, claim } = worlds.world("/a", (node) => {
    node.service("/set", { request: STRING, response: STRING }, () => ({ data: "the truth" }));
  });
  link.close("lost");
  wire.pump();
  const ask = async (name: string): Promise<unknown> => {
    const asked = page.request(name, {});
    wire.pump();
    return await asked.catch((error: Error) => error.message);
  };
  expect(await ask("/a/set")).toContain("nobody provides");
  expect(await ask("/set")).toEqual({ data: "plain" });
  claim[Symbol.dispose]();
  wire.pump();
  expect(await ask("/a/set")).toEqual({ data: "other" });
  expect(() => worlds.main.claim("/a")).not.toThrow();
});

test("[TR54] a namespace is an absolute name that covers up no names of every world, and is nobody else's", () => {
  expect(["", "/lab/run-3", "/shapes-2", "/lab"].map(namespaceProblem)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(
    ["lab", "/", "/lab/", "/a b", "/a//b", "/world/w", "/model", "/orrery", `/${"x".repeat(300)}`].map(
      namespaceProblem,
    ),
  ).toEqual([
    "does not begin with a slash",
    "is only a slash",
    "ends with a slash",
    "has a blank in it",
    'has "//" in it',
    'begins with "/world", where every world has names of its own',
    'begins with "/model", where every world has names of its own',
    'begins with "/orrery", where every world has names of its own',
    "is longer than 200 characters",
  ]);
  using wire = new Wire();
  const worlds = new Worlds(wire);
  const { node: plain } = worlds.world("");
  plain.advertise("/b/pose", STRING);
  worlds.world("/a");
  wire.pump();
  for (const [namespace, problem] of [
    ["/a", 'the namespace "/a" is in use'],
    ["", 'the namespace "" is in use'],
    ["/b", 'the namespace "/b" is in use: there is "/b/pose" already'],
    ["b", 'the namespace "b" does not begin with a slash'],
  ] as const) {
    expect(() => worlds.main.claim(namespace)).toThrow(problem);
  }
});
