import type { Rng } from "@orrery/sim";
import { ROLES } from "@orrery/sim/front";
import { encodeFrame, PROTOCOL_VERSION, type Frame } from "../../packages/sim/src/transport/wire/frame.ts";

const TYPES = [
  "gz.msgs.Empty",
  "gz.msgs.StringMsg",
  "gz.msgs.Boolean",
  "gz.msgs.Clock",
  "orrery.msgs.People",
  "no.Type",
  "",
];
const TOPICS = ["/clock", "/world/empty/stats", "/orrery/people", "/cmd", "/a/b/c", "/x"];
const SERVICES = [
  "/orrery/session",
  "/orrery/presence",
  "/orrery/topics",
  "/orrery/services",
  "/orrery/schemas",
  "/world/empty/pose/info",
  "/world/empty/create",
  "/world/empty/set_pose",
  "/world/empty/remove",
  "/world/empty/control",
  "/world/empty/entity/system/add",
  "/nobody/has/it",
];

/** Returns a packet with one frame as strangers might send it: valid, nearly valid, or garbage. */
export function fuzzedPacket(rng: Rng): Uint8Array {
  if (rng.int(60) === 0) return noise(rng, rng.int(64));
  const frame = encodeFrame(randomFrame(rng));
  // Most are left valid: after a frame that breaks the protocol, the rest of the connection is not read.
  if (rng.int(4) === 0)
    for (let changes = rng.int(4); changes > 0; changes--) frame[rng.int(frame.length)] = rng.int(256);
  const cut = rng.int(60) === 0 ? frame.slice(0, rng.int(frame.length)) : frame;
  const packet = new Uint8Array(cut.length + 4);
  new DataView(packet.buffer).setUint32(0, cut.length, true);
  packet.set(cut, 4);
  if (rng.int(100) === 0) packet[rng.int(4)] = rng.int(256);
  // No goodbyes: a stranger that leaves by itself is not closed for its behaviour.
  if (packet[4] === BYE) packet[4] = 0;
  return packet;
}

export function helloPacket(): Uint8Array {
  const hello = encodeFrame(HELLO);
  return Uint8Array.of(hello.length, 0, 0, 0, ...hello);
}

/** A frame that no peer may send, whatever came before. */
export const UNKNOWN_KIND = Uint8Array.of(1, 0, 0, 0, 99);

const BYE = 15;

const HELLO: Frame = {
  kind: "hello",
  version: PROTOCOL_VERSION,
  name: "stranger",
  windowFrames: 64,
  windowBytes: 65_536,
};

function randomFrame(rng: Rng): Frame {
  const pick = <T>(list: readonly T[]): T => list[rng.int(list.length)]!;
  const id = rng.int(10);
  const bytes = noise(rng, rng.int(40));
  const caller = rng.int(2) === 0 ? "" : "0123abcd";
  const topic = pick(TOPICS);
  const service = pick(SERVICES);
  return pick<() => Frame>([
    () => (rng.int(8) === 0 ? HELLO : { kind: "ready" }),
    () => ({
      kind: "topic",
      topic,
      messageType: pick(TYPES),
      published: rng.int(2) === 0,
      subscribed: rng.int(2) === 0,
      latched: rng.int(2) === 0,
    }),
    () => ({ kind: "no-topic", topic }),
    () => ({ kind: "service", service, request: pick(TYPES), response: pick(TYPES), needs: pick(ROLES) }),
    () => ({ kind: "no-service", service }),
    () => ({ kind: "subscribe", id, topic, queue: rng.int(5), maxRateHz: rng.int(3) * 30 }),
    () => ({ kind: "unsubscribe", id }),
    () => ({ kind: "publish", id, latched: rng.int(2) === 0, gap: rng.int(3), caller, bytes }),
    () => ({ kind: "ack", frames: rng.int(5), bytes: rng.int(500) }),
    () => ({ kind: "request", id: rng.int(1000), service, caller, bytes }),
    () => ({ kind: "answer", id, bytes }),
    () => ({ kind: "failure", id, code: "refused", text: "no" }),
    () => ({ kind: "cancel", id }),
    () => ({ kind: "conflict", name: topic, text: "other\u001b[31m" }),
  ])();
}

function noise(rng: Rng, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => rng.int(256));
}
