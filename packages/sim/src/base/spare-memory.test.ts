import { expect, test } from "vitest";
import { SpareMemory } from "./spare-memory.ts";

const LENGTH = 2e6;

test("[HI32] a buffer that was given back is lent again, for about as many bytes", () => {
  const memory = new SpareMemory();
  const first = memory.borrow(LENGTH);
  expect(first.length).toBe(LENGTH);
  memory.giveBack(first);
  const second = memory.borrow(LENGTH + 1000);
  expect([second.buffer, second.length]).toEqual([first.buffer, LENGTH + 1000]);
  expect(second.buffer === first.buffer).toBe(true);
  expect(memory.borrow(LENGTH).buffer === first.buffer).toBe(false);
  memory.giveBack(second);
  expect(memory.borrow(LENGTH * 2).buffer === first.buffer).toBe(false);
});

test("[HI32] what stays, was given back before or was never lent is not lent again", () => {
  const memory = new SpareMemory();
  const bytes = memory.borrow(LENGTH);
  memory.stay(bytes);
  memory.giveBack(bytes);
  expect(memory.borrow(LENGTH).buffer === bytes.buffer).toBe(false);
  const own = new Uint8Array(LENGTH);
  memory.giveBack(own);
  expect(memory.borrow(LENGTH).buffer === own.buffer).toBe(false);
  const twice = memory.borrow(LENGTH);
  memory.giveBack(twice);
  const other = memory.borrow(LENGTH);
  memory.giveBack(twice);
  expect(memory.borrow(LENGTH).buffer === other.buffer).toBe(true);
});
