import { expect, test } from "vitest";
import { Hash128, hash32 } from "./hash.ts";
import { Rng, seedFrom } from "./rng.ts";

const rng = new Rng(seedFrom(1, "hash"));
const noise = (length: number): Uint8Array => Uint8Array.from({ length }, () => rng.int(256));

test("[BA14] a single flipped bit changes about half of the 128 bits", () => {
  const data = new Uint32Array(noise(400).buffer);
  const before = new Hash128().words(data).digest();
  let changed = 0;
  for (let i = 0; i < 3200; i++) {
    data[i >> 5]! ^= 1 << (i & 31);
    const bits = bitsBetween(before, new Hash128().words(data).digest());
    expect(bits).toBeGreaterThan(25);
    changed += bits;
    data[i >> 5]! ^= 1 << (i & 31);
  }
  expect(changed / 3200 / 128).toBeCloseTo(0.5, 2);
});

test("[BA14] every 32-bit lane tells 60,000 near-equal inputs apart about as well as chance", () => {
  const data = new Uint32Array(8);
  const lanes = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()];
  for (let i = 0; i < 60_000; i++) {
    data[i % 8] = i;
    const digest = new Hash128().words(data).digest();
    for (const [lane, seen] of lanes.entries()) seen.add(digest[lane]!);
  }
  // About 60,000² / 2 / 2³² = 0.42 collisions are expected in each lane.
  for (const seen of lanes) expect(60_000 - seen.size).toBeLessThan(5);
});

test("[BA14] bytes hash alike at every alignment and for every length", () => {
  const seen = new Set<string>();
  for (const length of [0, 1, 3, 4, 15, 16, 17, 63, 64, 1000, 70_001]) {
    const data = noise(length);
    const hex = new Hash128().bytes(data).hex();
    for (const offset of [1, 2, 3, 4]) {
      const moved = new Uint8Array(length + 8).subarray(offset, offset + length);
      moved.set(data);
      expect(new Hash128().bytes(moved).hex()).toBe(hex);
    }
    seen.add(hex);
  }
  expect(seen.size).toBe(11);
});

test("[BA15] the parts of a sequence count, not only their sum", () => {
  const hexes = [
    new Hash128().text("ab").text("c"),
    new Hash128().text("a").text("bc"),
    new Hash128().text("abc"),
    new Hash128().text("abc\0"),
    new Hash128(1).text("abc"),
    new Hash128().number(0),
    new Hash128().number(-0),
    new Hash128().number(0).number(0),
    new Hash128().words(new Uint32Array(2)),
    new Hash128().words(new Uint32Array(3)),
    new Hash128().bytes(new Uint8Array(3)),
    new Hash128(),
  ].map((hash) => hash.hex());
  expect(new Set(hexes).size).toBe(hexes.length);
});

test("[BA15] reset starts again, digest leaves the state alone, and words can be a part of an array", () => {
  const hash = new Hash128().text("something");
  hash.digest();
  expect(hash.number(5).hex()).toBe(new Hash128().text("something").number(5).hex());
  expect(hash.reset().number(5).hex()).toBe(new Hash128().number(5).hex());
  const data = Uint32Array.of(9, 1, 2, 3, 4, 5, 9);
  expect(new Hash128().words(data, 1, 6).hex()).toBe(new Hash128().words(Uint32Array.of(1, 2, 3, 4, 5)).hex());
});

test("[BA15] the hash of given values never changes, as logs keep it", () => {
  const hash = new Hash128(7)
    .text("orrery")
    .number(-1.5)
    .bytes(Uint8Array.of(1, 2, 3, 4, 5))
    .words(Uint32Array.of(1, 2));
  expect(hash.hex()).toBe("dffc8dc10475fd54c01484e904d29de2");
});

test("[BA16] hash32 is FNV-1a of the UTF-8 bytes", () => {
  expect(hash32("")).toBe(0x811c9dc5);
  expect(hash32("a")).toBe(0xe40c292c);
  expect(hash32("foobar")).toBe(0xbf9cf968);
  for (const text of ["é", "漢字", "a🤖b"]) expect(hash32(text)).toBe(fnv1a(new TextEncoder().encode(text)));
});

function fnv1a(bytes: Uint8Array): number {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 16777619) >>> 0, 2166136261);
}

function bitsBetween(a: Uint32Array, b: Uint32Array): number {
  let bits = 0;
  for (let lane = 0; lane < 4; lane++) {
    for (let word = (a[lane]! ^ b[lane]!) >>> 0; word !== 0; word = (word & (word - 1)) >>> 0) bits++;
  }
  return bits;
}
