import { expect, test } from "vitest";
import { soak } from "../../../../../tests/soak.ts";
import { Rng, seedFrom } from "../../base/rng.ts";
import { FrameError } from "./frame-error.ts";
import { decodeFrame, encodeFrame, type Frame } from "./frame.ts";
import { joinedPacket } from "./link.ts";
import { PacketWriter, readPacket } from "./packet.ts";

const bytes = Uint8Array.of(1, 2, 255);

const EVERY_KIND: readonly Frame[] = [
  { kind: "hello", version: 1, name: "sim", windowFrames: 256, windowBytes: 2 ** 22 },
  { kind: "ready" },
  { kind: "topic", topic: "/a/ä", messageType: "gz.msgs.Pose", published: true, subscribed: false, latched: true },
  { kind: "topic", topic: "/b", messageType: "", published: false, subscribed: true, latched: false },
  { kind: "no-topic", topic: "/a" },
  { kind: "service", service: "/s", request: "gz.msgs.Empty", response: "gz.msgs.Boolean", needs: "admin" },
  { kind: "no-service", service: "/s" },
  { kind: "subscribe", id: 300, topic: "/a", queue: 0, maxRateHz: 60.5 },
  { kind: "unsubscribe", id: 2 ** 53 - 1 },
  { kind: "publish", id: 127, latched: true, gap: 0, bytes },
  { kind: "publish", id: 128, latched: false, gap: 1_000_000, bytes: new Uint8Array() },
  { kind: "ack", frames: 64, bytes: 12_345_678 },
  { kind: "request", id: 1, service: "/s", bytes },
  { kind: "request", id: 1, service: "/s", caller: "1f2e3d4c", callerName: "Ada", role: "admin", bytes },
  { kind: "publish", id: 1, latched: false, gap: 0, caller: "1f2e3d4c", role: "viewer", bytes },
  { kind: "publish", id: 1, latched: true, gap: 3, caller: "1f2e3d4c", bytes },
  { kind: "request", id: 1, service: "/s", caller: "1f2e3d4c", bytes },
  { kind: "answer", id: 1, bytes },
  { kind: "failure", id: 1, code: "refused", text: "no such entity" },
  { kind: "cancel", id: 1 },
  { kind: "conflict", name: "/a", text: "has another type" },
  { kind: "bye", text: "" },
];

test.each(EVERY_KIND)("[TR3] a frame of kind $kind comes back as it was", (frame) => {
  expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
});

test("[TR3] a publication costs three bytes beyond its contents, and four more in its packet", () => {
  const frame: Frame = { kind: "publish", id: 100, latched: false, gap: 0, bytes };
  expect(encodeFrame(frame)).toHaveLength(bytes.length + 3);
  const packet = new PacketWriter();
  packet.add(frame);
  expect(packet.length).toBe(bytes.length + 7);
});

test.each([
  ["nothing", []],
  ["an unknown kind", [99]],
  ["an end within a number", [7, 128]],
  ["a number beyond 2^53 - 1", [7, 255, 255, 255, 255, 255, 255, 255, 127]],
  ["an end within a name", [3, 5, 47]],
  ["a name that is not UTF-8", [3, 1, 255]],
  ["bytes after the end", [1, 0]],
  ["unknown flags", [2, 8, 1, 47, 0]],
  ["an unknown failure", [12, 1, 9, 0]],
  ["a rate that is no number", [6, 1, 1, 47, 0, 0, 0, 0, 0, 0, 0, 248, 127]],
])("[TR4] %s is a FrameError", (_, hostile) => {
  expect(() => decodeFrame(Uint8Array.from(hostile))).toThrow(FrameError);
});

test("[TR4] names beyond 1024 bytes are neither sent nor taken", () => {
  expect(() => encodeFrame({ kind: "no-topic", topic: `/${"a".repeat(1024)}` })).toThrow("1025 bytes");
  expect(() => decodeFrame(Uint8Array.of(3, 129, 8, ...Array<number>(1025).fill(97)))).toThrow("1025 bytes");
});

test("[TR4] an explanation that is too long is cut", () => {
  const frame = decodeFrame(encodeFrame({ kind: "bye", text: "€".repeat(20_000) }));
  expect(frame.kind === "bye" && frame.text.endsWith("€…")).toBe(true);
});

test("[TR4] a frame beyond the limit is neither sent nor taken, and leaves its packet whole", () => {
  const packet = new PacketWriter(100);
  packet.add({ kind: "cancel", id: 1 });
  expect(() => packet.add({ kind: "answer", id: 2, bytes: new Uint8Array(99) })).toThrow(FrameError);
  packet.add({ kind: "cancel", id: 3 });
  const sent = packet.take();
  const frames: Frame[] = [];
  readPacket(sent, (frame) => frames.push(frame));
  expect(frames).toEqual([
    { kind: "cancel", id: 1 },
    { kind: "cancel", id: 3 },
  ]);
  expect(() => readPacket(Uint8Array.of(101, 0, 0, 0), () => undefined, 100)).toThrow("at most 100");
});

test("[TR3] a packet keeps its frames' order, large ones among them", () => {
  const packet = new PacketWriter();
  const large = new Uint8Array(200_000).map((_, index) => index);
  const frames: readonly Frame[] = [...EVERY_KIND, { kind: "answer", id: 9, bytes: large }, ...EVERY_KIND];
  for (const frame of frames) packet.add(frame);
  const got: Frame[] = [];
  readPacket(packet.take(), (frame) => got.push(frame));
  expect(got).toEqual(frames);
  packet.add({ kind: "ready" });
  expect(packet.take()).toEqual(Uint8Array.of(1, 0, 0, 0, 1));
});

test("[TR3] a frame whose contents follow the packet is the same bytes, and as limited", () => {
  const frame = { kind: "answer", id: 9, bytes: new Uint8Array(300).fill(5) } as const;
  const [whole, head] = [new PacketWriter(310), new PacketWriter(310)];
  whole.add({ kind: "ready" });
  whole.add(frame);
  head.add({ kind: "ready" });
  head.addHead(frame);
  expect(joinedPacket(head.take(), frame.bytes)).toEqual(whole.take());
  head.add({ kind: "ready" });
  expect(() => head.addHead({ ...frame, bytes: new Uint8Array(310) })).toThrow("at most 310");
  expect(head.take()).toEqual(Uint8Array.of(1, 0, 0, 0, 1));
});

test("[TR4] mutated packets are frames or a FrameError, never anything else", { timeout: 60_000 }, () => {
  const rng = new Rng(seedFrom(7, "frames"));
  const packet = new PacketWriter();
  for (const frame of EVERY_KIND) packet.add(frame);
  const whole = packet.take();
  for (let count = 0; count < soak(200_000); count++) {
    const mutated = whole.slice(0, rng.int(8) === 0 ? rng.int(whole.length + 1) : whole.length);
    for (let change = rng.int(4); change >= 0 && mutated.length > 0; change--) {
      mutated[rng.int(mutated.length)] = rng.int(256);
    }
    try {
      readPacket(mutated, (frame) => void decodeFrame(encodeFrame(frame)), 1 << 20);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
    }
  }
});
