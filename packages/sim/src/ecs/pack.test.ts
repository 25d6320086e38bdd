import { expect, test } from "vitest";
import { pack, PackError, unpack } from "./pack.ts";
import { decodeSnapshot, encodeSnapshot } from "./snapshot-codec.ts";
import { World } from "./world.ts";
import { component } from "./component.ts";

const values = [
  undefined,
  null,
  true,
  0,
  -0,
  1.5,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  2 ** 32,
  "Grüße",
  [1, [2, []]],
  { b: 1, a: { c: "x" } },
  Float64Array.of(1, 2),
  Uint8Array.of(1, 2, 3),
];

test("[EC12] plain data comes back to the bit, and equal data has equal bytes whatever the order of keys", () => {
  for (const value of values) expect(unpack(pack(value))).toEqual(value);
  expect(pack({ a: 1, b: 2 })).toEqual(pack({ b: 2, a: 1 }));
});

test("[EC12] what cannot be stored is refused", () => {
  const loop: unknown[] = [];
  loop.push(loop);
  expect(() => pack(loop)).toThrow("refers to itself");
  expect(() => pack(() => 1)).toThrow("a function cannot be stored");
  expect(() => pack({ when: new Date(0) })).toThrow("a Date cannot be stored");
  expect(() => pack(new Map([[1, 2]]))).toThrow("a Map cannot be stored");
  expect(() => pack("\ud800")).toThrow("surrogate");
});

test("[EC13] bytes cut off anywhere are refused with a PackError", () => {
  const Note = component("pack.Note", () => "");
  const world = new World();
  const parent = world.create();
  world.set(world.create(parent), Note, "hello");
  const bytes = encodeSnapshot(world.snapshot());
  for (let length = 0; length < bytes.length; length++)
    expect(() => decodeSnapshot(bytes.subarray(0, length))).toThrow(PackError);
});
