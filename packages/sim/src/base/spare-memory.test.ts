import { expect, test } from "vitest";
import { SpareMemory } from "./spare-memory.ts";

const LENGTH = 2e6;

test("[HI32] a buffer that was given back is lent again, for about as many bytes", () => {
  const memory = new SpareMemory();
  const first = memory.borrow(LENGTH);
  expect(first.length).toBe(LENGTH);
  first[5] = USED;
  memory.giveBack(first);
  const second = memory.borrow(LENGTH + 1000);
  expect(second.length).toBe(LENGTH + 1000);
  expect(isUsed(second)).toBe(true);
  expect(isUsed(memory.borrow(LENGTH))).toBe(false);
  memory.giveBack(second);
  expect(isUsed(memory.borrow(LENGTH * 2))).toBe(false);
});

test("[HI32] what stays, was given back before or was never lent is not lent again", () => {
  const memory = new SpareMemory();
  for (const bytes of [memory.borrow(LENGTH), new Uint8Array(LENGTH)]) {
    bytes[5] = USED;
    memory.stay(bytes);
    memory.giveBack(bytes);
    expect(isUsed(bytes)).toBe(true);
    expect(isUsed(memory.borrow(LENGTH))).toBe(false);
  }
  const twice = memory.borrow(LENGTH);
  memory.giveBack(twice);
  const other = memory.borrow(LENGTH);
  other[5] = USED;
  memory.giveBack(twice);
  expect(isUsed(memory.borrow(LENGTH))).toBe(false);
  expect(isUsed(other)).toBe(true);
});

test("[HI33] who keeps bytes that were given back finds them empty, not written over", () => {
  const memory = new SpareMemory();
  const kept = memory.borrow(LENGTH);
  const part = kept.subarray(100, 200);
  memory.giveBack(kept);
  memory.borrow(LENGTH).fill(USED);
  expect([kept.length, part.length, kept[5]]).toEqual([0, 0, undefined]);
});

/** The contents of a buffer that was lent before. */
const USED = 7;

function isUsed(bytes: Uint8Array): boolean {
  return bytes[5] === USED;
}
