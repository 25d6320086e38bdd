import { expect, test } from "vitest";
import { Turns } from "./connection-turns.ts";

/** Returns a packet of frames with one byte each. */
function packetOf(...bytes: readonly number[]): Uint8Array {
  return Uint8Array.from(bytes.flatMap((byte) => [1, 0, 0, 0, byte]));
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i % 256);

/** Returns a connection that records who said what. */
function speaker(turns: Turns, name: string, heard: string[]) {
  const waiting: number[] = [];
  const deliver = (packet: Uint8Array): void => {
    for (let at = 4; at < packet.length; at += 5) heard.push(`${name}${packet[at]}`);
  };
  return { turn: turns.open(deliver, (bytes) => waiting.push(bytes)), waiting };
}

const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("[GW64] a small packet is dealt with at once; a flood in turns, in order, and others come between", async () => {
  const heard: string[] = [];
  const turns = new Turns();
  const [flood, good] = [speaker(turns, "f", heard), speaker(turns, "g", heard)];
  flood.turn.receive(packetOf(...range(5000)));
  flood.turn.receive(packetOf(77));
  expect([heard, flood.waiting]).toEqual([[], [25_000, 25_005]]);
  good.turn.receive(packetOf(1));
  expect(heard).toEqual(["g1"]);
  while (flood.waiting.at(-1) !== 0) await nextRound();
  expect(heard.slice(1)).toEqual([...range(5000), 77].map((byte) => `f${byte}`));
  expect([flood.waiting.at(-1), good.waiting]).toEqual([0, []]);
});

test("[GW64] who talks to another world does not wait for one that is behind", async () => {
  const heard: string[] = [];
  const behind = new Set(["/slow"]);
  const turns = new Turns({ isBehind: (world) => behind.has(world), nowMs: () => 0 });
  const [slow, both, fast] = [["/slow"], ["/slow", ""], [""]].map((worlds) => {
    const deliver = (packet: Uint8Array): void => void heard.push(`${worlds.join("+")} ${packet.length / 5}`);
    return turns.open(deliver, () => undefined, new Set(worlds));
  });
  const flood = packetOf(...range(40));
  // The first connection has a turn before the world is known to be behind.
  slow!.receive(flood);
  await nextRound();
  heard.length = 0;
  both!.receive(flood);
  fast!.receive(flood);
  slow!.receive(flood);
  await expect.poll(() => heard.filter((who) => who.startsWith(" "))).toHaveLength(3);
  expect(heard.filter((who) => who.includes("slow"))).toEqual([]);
  behind.clear();
  await expect.poll(() => heard.filter((who) => who.includes("slow")).length).toBeGreaterThan(0);
});

test("[GW64] floods take turns by a few frames each", async () => {
  const heard: string[] = [];
  const turns = new Turns({ nowMs: () => 0 });
  const speakers = ["a", "b", "c"].map((name) => speaker(turns, name, heard));
  for (const { turn } of speakers) turn.receive(packetOf(...range(100)));
  await nextRound();
  const firsts = ["a", "b", "c"].map((name) => heard.indexOf(`${name}0`));
  expect(firsts).toEqual([0, 8, 16]);
  expect(heard).toHaveLength(300);
});

test("[GW64] many small packets are a flood, too, once they have taken more than a small part of the time", async () => {
  const clock = { ms: 0 };
  const turns = new Turns({ nowMs: () => clock.ms });
  const heard: number[] = [];
  const waiting: number[] = [];
  const deliver = (packet: Uint8Array): void => {
    heard.push(packet[4]!);
    clock.ms += 1;
  };
  const turn = turns.open(deliver, (bytes) => waiting.push(bytes));
  for (let i = 0; i < 20; i++) turn.receive(packetOf(i));
  expect([heard, waiting.length]).toEqual([range(3), 17]);
  while (waiting.at(-1) !== 0) await nextRound();
  expect(heard).toEqual(range(20));
  // After it has been quiet for a while, its packets are handled at once again.
  clock.ms += 1000;
  turn.receive(packetOf(99));
  expect([heard.at(-1), waiting.at(-1)]).toEqual([99, 0]);
});

test("[GW64] a packet that took long, as when the garbage collector came in between, does not make a flood", () => {
  const clock = { ms: 0 };
  const turns = new Turns({ nowMs: () => clock.ms });
  const heard: number[] = [];
  const deliver = (packet: Uint8Array): void => {
    if (heard.push(packet[4]!) === 1) clock.ms += 50;
  };
  const turn = turns.open(deliver, () => undefined);
  for (let i = 0; i < 10; i++) turn.receive(packetOf(i));
  expect(heard).toEqual(range(10));
});

test("[GW64] while the world is behind, only those who send little are dealt with, and a flood a little later", async () => {
  const clock = { ms: 0 };
  let isBehind = true;
  const turns = new Turns({ nowMs: () => clock.ms, isBehind: () => isBehind });
  const heard: string[] = [];
  const [flood, good] = [speaker(turns, "f", heard), speaker(turns, "g", heard)];
  clock.ms = 1000;
  for (let i = 0; i < 60; i++) flood.turn.receive(packetOf(i));
  good.turn.receive(packetOf(1));
  // Its remaining credit is enough for only half as many frames.
  const first = heard.length;
  expect(first).toBeLessThan(30);
  expect(heard.at(-1)).toBe("g1");
  await nextRound();
  expect(heard.length).toBeGreaterThan(first);
  isBehind = false;
  while (flood.waiting.at(-1) !== 0) await nextRound();
  expect(heard).toHaveLength(61);
});

test("[GW64] of those that wait, who has sent least comes first", async () => {
  const clock = { ms: 0 };
  const turns = new Turns({ nowMs: () => clock.ms, isBehind: () => true });
  const heard: string[] = [];
  const [flood, good] = [speaker(turns, "f", heard), speaker(turns, "g", heard)];
  flood.turn.receive(packetOf(...range(300)));
  await nextRound();
  good.turn.receive(packetOf(1));
  const before = heard.length;
  expect(heard.includes("g1")).toBe(false);
  clock.ms += 150;
  while (heard.length === before) await nextRound();
  expect(heard[before]).toBe("g1");
});

test("[GW64] who has gone has had its last words, but no flood", () => {
  const heard: string[] = [];
  const turns = new Turns({ nowMs: () => 0 });
  const [brief, flood] = [speaker(turns, "b", heard), speaker(turns, "f", heard)];
  brief.turn.receive(packetOf(...range(100)));
  brief.turn.receive(packetOf(42));
  flood.turn.receive(packetOf(...range(20_000)));
  for (const { turn } of [brief, flood]) turn.end();
  expect([heard.length, heard.at(-1)]).toEqual([101, "b42"]);
});

test("[GW64] what is no packet is passed on as it is", () => {
  const passed: Uint8Array[] = [];
  const turn = new Turns().open(
    (packet) => passed.push(packet),
    () => undefined,
  );
  const odd = [Uint8Array.of(1, 2), Uint8Array.of(255, 255, 255, 255, 1), new Uint8Array()];
  for (const packet of odd) turn.receive(packet);
  expect(passed).toEqual(odd);
});
