import { expect, test } from "vitest";
import { allowances } from "./allowance.ts";
import type { PeerAction } from "./guard.ts";
import { FrameError } from "./wire/frame-error.ts";
import type { Frame } from "./wire/frame.ts";
import { PacketWriter } from "./wire/packet.ts";
import { connectPeer, type PeerOptions } from "./wire/peer.ts";
import { PROTOCOL_VERSION } from "./wire/frame.ts";
import { STRING, textsOf, Wire } from "./wire/wire.fixture.ts";

const HELLO: Frame = { kind: "hello", version: PROTOCOL_VERSION, name: "x", windowFrames: 256, windowBytes: 1e6 };

/** Returns sim ↔ gateway ↔ one client; the gateway knows the client as `ada`. */
function gateway(wire: Wire, options: PeerOptions) {
  const [sim, main, client] = [wire.bus("sim", { deferred: true }), wire.bus("main"), wire.bus("client")];
  wire.join(sim, main);
  const [atMain, atClient] = wire.links();
  const peer = connectPeer(main, atMain, { caller: "ada", ...options });
  connectPeer(client, atClient);
  wire.pump();
  return { sim, main, client, peer };
}

test("[TR36] a handler learns which session asked, also behind a relay and from a recorded input", () => {
  using wire = new Wire();
  const { sim, client } = gateway(wire, {});
  const callers: string[] = [];
  wire.node(sim).service("/s", { request: STRING, response: STRING }, (_, { caller }) => (callers.push(caller), {}));
  wire.pump();
  wire.node(client).call("/s", { data: "x" }, () => undefined);
  wire.pump();
  const [input] = sim.inbox.takeInputs();
  expect(input).toMatchObject({ kind: "request", service: "/s", caller: "ada" });
  sim.deliver(input!);
  sim.deliver({ ...input! });
  expect(callers).toEqual(["ada", "ada"]);
});

test("[TR36] name and role of the session come along, also in the recorded input; the host may do everything", () => {
  using wire = new Wire();
  const bearer = { name: "Ada", role: "operator" as const };
  const { sim, main, client } = gateway(wire, { bearer });
  const who: unknown[] = [];
  wire.node(sim).service("/s", { request: STRING, response: STRING }, (_, { caller, callerName, role }) => {
    who.push([caller, callerName, role]);
    return {};
  });
  wire.pump();
  for (const bus of [client, main]) wire.node(bus).call("/s", {}, () => undefined);
  bearer.name = "Ada L.";
  wire.node(client).call("/s", {}, () => undefined);
  wire.pump();
  const inputs = sim.inbox.takeInputs();
  for (const input of inputs) sim.deliver({ ...input });
  expect(new Set(who)).toEqual(
    new Set([
      ["ada", "Ada", "operator"],
      ["ada", "Ada L.", "operator"],
      ["", "", "admin"],
    ]),
  );
});

test("[TR36] a publication tells subscribers which session made it", () => {
  using wire = new Wire();
  const { sim, main, client } = gateway(wire, {});
  const callers: string[] = [];
  for (const bus of [sim, main]) wire.node(bus).subscribe("/cmd", STRING, ({ caller }) => callers.push(caller));
  const publisher = wire.node(client).advertise("/cmd", STRING);
  wire.pump();
  publisher.publish({ data: "go" });
  wire.pump();
  const [input] = sim.inbox.takeInputs();
  expect(input).toMatchObject({ kind: "message", topic: "/cmd", caller: "ada" });
  sim.deliver(input!);
  expect(callers).toEqual(["ada", "ada"]);
});

test("[TR36] a client cannot speak for another session; what the host asks itself has no caller", () => {
  using wire = new Wire();
  const main = wire.bus("main");
  const callers: string[] = [];
  wire.node(main).service("/s", { request: STRING, response: STRING }, (_, { caller }) => (callers.push(caller), {}));
  const [atMain, stranger] = wire.links();
  connectPeer(main, atMain, { caller: "ada" });
  const packet = new PacketWriter();
  packet.add(HELLO);
  packet.add({ kind: "request", id: 1, service: "/s", caller: "bob", bytes: new Uint8Array() });
  stranger.send(packet.take());
  wire.pump();
  wire.node(main).call("/s", {}, () => undefined);
  expect(callers).toEqual(["ada", ""]);
});

test("[TR37] what the guard refuses is not done, and the other side reads why", async () => {
  using wire = new Wire();
  const { main, client } = gateway(wire, { guard: ({ kind }) => `${kind}: not for you` });
  const node = wire.node(client);
  const heard = textsOf(wire.node(main), "/cmd");
  let asked = 0;
  wire.node(main).service("/s", { request: STRING, response: STRING }, () => (asked++, {}));
  node.service("/mine", { request: STRING, response: STRING }, () => ({}));
  const publisher = node.advertise("/cmd", STRING);
  wire.pump();
  publisher.publish({ data: "go" });
  const refused = node.request("/s", {});
  wire.pump();
  await expect(refused).rejects.toThrow("ask: not for you");
  expect({ asked, texts: heard.texts, services: main.serviceTable.list().map(({ name }) => name) }).toEqual({
    asked: 0,
    texts: [],
    services: ["/s"],
  });
  expect(wire.reports.map(({ message }) => message)).toEqual(["offer: not for you", "publish: not for you"]);
});

test("[TR56] a guard is told what the service that is asked needs, and nothing of one that is not there", async () => {
  using wire = new Wire();
  const deeds: PeerAction[] = [];
  const { main, client } = gateway(wire, { guard: (deed) => void deeds.push(deed) });
  const strings = { request: STRING, response: STRING };
  wire.node(main).service("/looks", { ...strings, needs: "viewer" }, () => ({}));
  wire.node(main).service("/acts", strings, () => ({}));
  wire.pump();
  const asking = ["/looks", "/acts", "/nobody"].map((name) => wire.node(client).request(name, {}));
  const settled = Promise.allSettled(asking);
  wire.pump();
  expect((await settled).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(deeds).toEqual([
    { kind: "ask", service: "/looks", needs: "viewer" },
    { kind: "ask", service: "/acts", needs: "operator" },
  ]);
});

test("[TR37] to subscribe is never refused", () => {
  using wire = new Wire();
  const { main, client } = gateway(wire, { guard: () => "no" });
  const publisher = wire.node(main).advertise("/pose", STRING);
  const heard = textsOf(wire.node(client), "/pose");
  wire.pump();
  publisher.publish({ data: "here" });
  wire.pump();
  expect(heard.texts).toEqual(["here"]);
});

test("[TR38] more subscriptions than allowed end the link, with the reason", () => {
  using wire = new Wire();
  const reasons: string[] = [];
  const { main, client } = gateway(wire, {
    allowances: allowances({ subscriptions: 2 }),
    onClose: (reason) => reasons.push(reason),
  });
  for (const topic of ["/a", "/b", "/c"]) wire.node(main).advertise(topic, STRING);
  for (const topic of ["/a", "/b"]) textsOf(wire.node(client), topic);
  wire.pump();
  expect(reasons).toEqual([]);
  textsOf(wire.node(client), "/c");
  wire.pump();
  expect(reasons).toEqual(["more than 2 subscriptions"]);
});

test("[TR38] a frame counter may end the link, with its reason", () => {
  using wire = new Wire();
  const reasons: string[] = [];
  let frames = 0;
  const onFrame = (): void => {
    if (++frames > 3) throw new FrameError("too many frames");
  };
  const { client } = gateway(wire, { onFrame, onClose: (reason) => reasons.push(reason) });
  expect(reasons).toEqual([]);
  for (const topic of ["/a", "/b"]) wire.node(client).advertise(topic, STRING);
  wire.pump();
  expect(reasons).toEqual(["too many frames"]);
});
