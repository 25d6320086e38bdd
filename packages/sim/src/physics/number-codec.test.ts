import { expect, test } from "vitest";
import { NumberReader, NumberWriter } from "./number-codec.ts";

test("[PH85] every number comes back to the bit, in few bytes where it is simple", () => {
  const numbers = [0, -0, 1, -1, 2, 255, 256, 0xffffffff, 2 ** 32, 0.5, 0.1, -1e-300, Infinity, -Infinity, NaN];
  const out = new NumberWriter();
  for (const value of numbers) out.number(value);
  out.array(Float32Array.of(1.5, -2));
  out.array(Uint32Array.of(7, 0xffffffff));
  const bytes = out.bytes();
  const from = new NumberReader(bytes);
  for (const value of numbers) expect(from.number()).toBe(value);
  expect(from.singles()).toEqual(Float32Array.of(1.5, -2));
  expect(from.words()).toEqual(Uint32Array.of(7, 0xffffffff));
  expect(from.isAtEnd).toBe(true);
  expect(() => from.number()).toThrow("too early");
  expect(() => new NumberReader(Uint8Array.of(99)).number()).toThrow("kind 99");
  const small = new NumberWriter();
  for (let i = 0; i < 100; i++) small.numbers(0, 1, 7);
  expect(small.bytes().length).toBe(400);
});
