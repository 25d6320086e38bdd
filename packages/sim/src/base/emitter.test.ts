import { expect, test } from "vitest";
import { Emitter } from "./emitter.ts";

test("[BA17] listeners are called in order with each value until they are disposed of", () => {
  const emitter = new Emitter<number>(unexpected);
  const seen: string[] = [];
  const first = emitter.on((n) => seen.push(`first ${n}`));
  emitter.on((n) => seen.push(`second ${n}`));
  emitter.emit(1);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  emitter.emit(2);
  expect(seen).toEqual(["first 1", "second 1", "second 2"]);
  expect(emitter.count).toBe(1);
});

test("[BA17] one function subscribed twice is called twice and leaves once at a time", () => {
  const emitter = new Emitter<void>(unexpected);
  let calls = 0;
  const count = (): void => void calls++;
  const first = emitter.on(count);
  emitter.on(count);
  emitter.emit();
  first[Symbol.dispose]();
  emitter.emit();
  expect(calls).toBe(3);
});

test("[BA18] a listener that throws does not keep the value from the others", () => {
  const errors: unknown[] = [];
  const emitter = new Emitter<number>((error) => errors.push(error));
  const seen: number[] = [];
  const broken = new Error("broken");
  emitter.on(() => {
    throw broken;
  });
  emitter.on((n) => seen.push(n));
  emitter.emit(5);
  expect({ seen, errors }).toEqual({ seen: [5], errors: [broken] });
});

test("[BA19] while a value is emitted, a new listener waits for the next and a removed one is not called any more", () => {
  const emitter = new Emitter<number>(unexpected);
  const seen: string[] = [];
  emitter.on((n) => {
    seen.push(`a ${n}`);
    if (n === 1) {
      b[Symbol.dispose]();
      emitter.on((m) => seen.push(`c ${m}`));
    }
  });
  const b = emitter.on((n) => seen.push(`b ${n}`));
  emitter.emit(1);
  emitter.emit(2);
  expect(seen).toEqual(["a 1", "a 2", "c 2"]);
});

function unexpected(error: unknown): void {
  throw error;
}
