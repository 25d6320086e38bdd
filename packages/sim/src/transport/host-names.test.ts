import { expect, test } from "vitest";
import { ANY_TYPE } from "./message.ts";
import { allowances } from "./allowance.ts";
import type { Bus } from "./bus.ts";
import type { Node } from "./node.ts";
import { connectPeer, type Peer, type PeerOptions } from "./wire/peer.ts";
import type { PortLink } from "./wire/port-link.ts";
import { INT, STRING, textsOf, Wire } from "./wire/wire.fixture.ts";

/** Returns sim ↔ gateway ↔ clients, each of which the gateway knows by its name. */
class Gateway {
  readonly wire: Wire;
  readonly main: Bus;

  constructor(wire: Wire) {
    this.wire = wire;
    this.main = wire.bus("main");
  }

  /** Adds a simulation thread, and the gateway's end of its link. */
  host(): { readonly node: Node; readonly bus: Bus; readonly link: PortLink } {
    const bus = this.wire.bus("sim");
    const { links } = this.wire.join(this.main, bus);
    return { node: this.wire.node(bus), bus, link: links[0] };
  }

  /**
   * Adds a malicious client: it keeps its own services, whatever others announce. Its publications wait for a flush.
   */
  liar(caller: string): Node {
    return this.client(caller, {}, true).node;
  }

  client(caller: string, options: PeerOptions = {}, deferred = false): { readonly node: Node; readonly peer: Peer } {
    const [atMain, atClient] = this.wire.links();
    const peer = connectPeer(this.main, atMain, { caller, ...options });
    const bus = this.wire.bus(caller, { deferred });
    connectPeer(bus, atClient);
    this.wire.pump();
    return { node: this.wire.node(bus), peer };
  }
}

test("[TR40] links with the same allowances share a limit, and what one held is free when it ends", () => {
  using wire = new Wire();
  const gateway = new Gateway(wire);
  const reasons: string[] = [];
  const shared = {
    allowances: allowances({ topics: 3, services: 1 }),
    onClose: (reason: string) => reasons.push(reason),
  };
  const [first, second] = [gateway.client("ada", shared), gateway.client("ada", shared)];
  for (const name of ["/a", "/b"]) first.node.subscribe(name, ANY_TYPE, () => undefined);
  first.node.service("/s", { request: STRING, response: STRING }, () => ({}));
  second.node.subscribe("/c", ANY_TYPE, () => undefined);
  wire.pump();
  expect([shared.allowances.topics.used, shared.allowances.services.used, reasons]).toEqual([3, 1, []]);
  second.node.subscribe("/d", ANY_TYPE, () => undefined);
  wire.pump();
  expect(reasons).toEqual(["more than 3 topics"]);
  first.peer.close("done");
  wire.pump();
  expect([shared.allowances.topics.used, shared.allowances.services.used]).toEqual([0, 0]);
  expect(gateway.main.topicTable.size).toBe(0);
});

test("[TR40] the threads of one program tell each other any number of names", () => {
  using wire = new Wire();
  const gateway = new Gateway(wire);
  const { node } = gateway.host();
  node.bus.batch(() => {
    for (let i = 0; i < 20_000; i++) node.advertise(`/model/m${i}/odometry`, STRING);
  });
  wire.pump();
  expect(gateway.client("ada").node.topics()).toHaveLength(20_000);
});

test("[TR41] what clients want, and publish where the host does not listen, is not told to the host", () => {
  using wire = new Wire();
  const gateway = new Gateway(wire);
  const { node: system, bus: sim } = gateway.host();
  const [ada, bob] = [gateway.client("ada").node, gateway.client("bob").node];
  const heard = textsOf(ada, "/chat");
  const chat = bob.advertise("/chat", STRING);
  const drive = bob.advertise("/cmd", STRING);
  ada.subscribe("/never", ANY_TYPE, () => undefined);
  wire.pump();
  expect(sim.topicTable.size).toBe(0);
  expect(bob.topics().map(({ name }) => name)).toEqual(["/chat", "/cmd"]);
  const commands = textsOf(system, "/cmd");
  wire.pump();
  expect(system.topics().map(({ name }) => name)).toEqual(["/cmd"]);
  chat.publish({ data: "hello" });
  drive.publish({ data: "go" });
  wire.pump();
  expect([heard.texts, commands.texts]).toEqual([["hello"], ["go"]]);
});

test.each(["/world/w/history", "/world/w/made/up", "/clock", "/orrery/people", "/model/m/odometry"])(
  "[TR42] a client does not publish on %s, which is the host's, and reads why",
  (topic) => {
    using wire = new Wire();
    const gateway = new Gateway(wire);
    const { node: system } = gateway.host();
    const told = topic.includes("made") ? undefined : system.advertise(topic, STRING, { latched: true });
    wire.pump();
    const [liar, page] = [gateway.client("ada").node, gateway.client("bob").node];
    const heard = textsOf(page, topic);
    liar.advertise(topic, STRING, { latched: true }).publish({ data: "a lie" });
    told?.publish({ data: "the truth" });
    wire.pump();
    expect(heard.texts).toEqual(told === undefined ? [] : ["the truth"]);
    const text = `to publish on "${topic}" is for the server and its world alone; what "ada" publishes is ignored`;
    expect(wire.reports.map(({ message }) => message)).toContain(text);
    expect(textsOf(gateway.client("eve").node, topic).texts).not.toContain("a lie");
  },
);

test("[TR42] where the host listens, clients publish: from the moment it does, and under its names too", () => {
  using wire = new Wire();
  const gateway = new Gateway(wire);
  const { node: system } = gateway.host();
  const client = gateway.client("ada").node;
  const publishers = ["/world/w/wrench", "/model/m/cmd_vel"].map((topic) => client.advertise(topic, STRING));
  wire.pump();
  const heard = publishers.map(({ topic }) => textsOf(system, topic));
  // A system that drives by itself does not prevent others from driving.
  system.advertise("/model/m/cmd_vel", STRING);
  wire.pump();
  for (const publisher of publishers) publisher.publish({ data: "push" });
  wire.pump();
  expect(heard.map(({ texts }) => texts)).toEqual([["push"], ["push"]]);
});

test("[TR42] a client that takes a name first loses it, and its type, to the host", () => {
  using wire = new Wire();
  const gateway = new Gateway(wire);
  const { node: system } = gateway.host();
  const [early, page] = [gateway.client("ada").node, gateway.client("bob").node];
  const lie = early.advertise("/model/m/odometry", INT);
  const heard = textsOf(page, "/model/m/odometry");
  wire.pump();
  const odometry = system.advertise("/model/m/odometry", STRING);
  wire.pump();
  lie.publish({ data: 1 });
  odometry.publish({ data: "here" });
  wire.pump();
  expect(heard.texts).toEqual(["here"]);
});

test("[TR43] the host's services come before those of clients, who offer none under its names", async () => {
  using wire = new Wire();
  const gateway = new Gateway(wire);
  const [liar, page] = [gateway.liar("ada"), gateway.client("bob").node];
  for (const name of ["/gusts/set", "/world/w/control", "/server/only"]) {
    liar.service(name, { request: STRING, response: STRING }, () => ({ data: "a lie" }));
  }
  const sim = wire.bus("sim");
  wire.node(sim).service("/gusts/set", { request: STRING, response: STRING }, () => ({ data: "the truth" }));
  wire.join(gateway.main, sim);
  wire.node(gateway.main).service("/server/only", { request: STRING, response: STRING }, () => ({ data: "the truth" }));
  wire.pump();
  const asked = ["/gusts/set", "/server/only"].map((name) => page.request(name, {}));
  wire.pump();
  expect(await Promise.all(asked)).toEqual([{ data: "the truth" }, { data: "the truth" }]);
  expect(page.services().map(({ name }) => name)).toEqual(["/gusts/set", "/server/only"]);
  const text = 'to offer the service "/world/w/control" is for the server and its world alone';
  expect(wire.reports.map(({ message }) => message)).toContain(text);
});

test("[TR43] nobody takes the host's place while its link is down", async () => {
  using wire = new Wire();
  const gateway = new Gateway(wire);
  const { node: system, link } = gateway.host();
  system.service("/gusts/set", { request: STRING, response: STRING }, () => ({ data: "the truth" }));
  system.advertise("/model/m/odometry", STRING);
  wire.pump();
  const [liar, page] = [gateway.liar("ada"), gateway.client("bob").node];
  const heard = textsOf(page, "/model/m/odometry");
  const lie = liar.advertise("/model/m/odometry", STRING);
  liar.service("/gusts/set", { request: STRING, response: STRING }, () => ({ data: "a lie" }));
  wire.pump();
  link.close("lost");
  wire.pump();
  gateway.client("eve").node.service("/gusts/set", { request: STRING, response: STRING }, () => ({ data: "a lie" }));
  wire.pump();
  lie.publish({ data: "a lie" });
  liar.bus.flush(0);
  const asked = page.request("/gusts/set", {});
  wire.pump();
  await expect(asked).rejects.toMatchObject({ code: "no-such-service" });
  expect([heard.texts, page.services()]).toEqual([[], []]);

  const back = gateway.host().node;
  back.service("/gusts/set", { request: STRING, response: STRING }, () => ({ data: "back" }));
  const odometry = back.advertise("/model/m/odometry", STRING);
  wire.pump();
  odometry.publish({ data: "back" });
  const again = page.request("/gusts/set", {});
  wire.pump();
  expect([await again, heard.texts]).toEqual([{ data: "back" }, ["back"]]);
});

test("[TR44] a subscriber to the host alone does not get what sessions publish", () => {
  using wire = new Wire();
  const gateway = new Gateway(wire);
  const { node: system } = gateway.host();
  const [ada, page] = [gateway.client("ada").node, gateway.client("bob").node];
  textsOf(system, "/chat");
  const publishers = [system, ada].map((node) => node.advertise("/chat", STRING));
  const heard = textsOf(page, "/chat", { hostOnly: true });
  wire.pump();
  for (const publisher of publishers) publisher.publish({ data: publisher === publishers[0] ? "host" : "session" });
  wire.pump();
  expect(heard.texts).toEqual(["host"]);
});

test("[TR22] a client is told whether the host listens, which other clients that listen or publish do not change", () => {
  using wire = new Wire();
  const gateway = new Gateway(wire);
  const { node: system } = gateway.host();
  const [one, two] = [gateway.client("one").node, gateway.client("two").node];
  const listens = (name: string): boolean | undefined =>
    one.topics().find((topic) => topic.name === name)?.hostSubscribes;
  two.advertise("/typo", STRING);
  two.subscribe("/typo", STRING, () => undefined);
  one.subscribe("/typo", STRING, () => undefined);
  const subscription = system.subscribe("/cmd", STRING, () => undefined);
  one.advertise("/cmd", STRING);
  wire.pump();
  expect([listens("/typo"), listens("/cmd")]).toEqual([false, true]);
  subscription[Symbol.dispose]();
  wire.pump();
  expect(listens("/cmd")).toBe(false);
});

test("[TR56] what a service needs is known behind a relay, and follows whoever is asked", () => {
  using wire = new Wire();
  const gateway = new Gateway(wire);
  const { node: system } = gateway.host();
  const seen = gateway.client("ada").node;
  const needs = (): unknown[] => seen.services().map((service) => [service.name, service.needs]);
  const strings = { request: STRING, response: STRING };
  system.service("/says/nothing", strings, () => ({}));
  const first = system.service("/says", { ...strings, needs: "admin" }, () => ({}));
  const second = gateway.liar("eve").service("/says", { ...strings, needs: "viewer" }, () => ({}));
  wire.pump();
  expect(needs()).toEqual([
    ["/says", "admin"],
    ["/says/nothing", "operator"],
  ]);
  first[Symbol.dispose]();
  wire.pump();
  expect(needs()).toContainEqual(["/says", "viewer"]);
  second[Symbol.dispose]();
  wire.pump();
  system.service("/says", { ...strings, needs: "operator" }, () => ({}));
  wire.pump();
  expect(needs()).toContainEqual(["/says", "operator"]);
});
