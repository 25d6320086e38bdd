import type { KnownSystem } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { ThreadActivity } from "./thread-activity.ts";
import { CALL_OFF, SIGNALS } from "../threads/signals.ts";

test("[SV73] what calls off a way that has just ended does not call off the next one", () => {
  const signals = new Int32Array(new SharedArrayBuffer(SIGNALS * Int32Array.BYTES_PER_ELEMENT));
  const activity = new ThreadActivity(signals, () => undefined);
  expect(activity.travelling(0.5)).toBe(true);
  activity.travelling(undefined);
  Atomics.store(signals, CALL_OFF, 1);
  expect(activity.travelling(0)).toBe(true);
  expect(activity.travelling(0.1)).toBe(true);
  Atomics.store(signals, CALL_OFF, 1);
  expect(activity.travelling(0.2)).toBe(false);
});

test("[RU65] a system that is made again keeps its number", () => {
  const signals = new Int32Array(new SharedArrayBuffer(SIGNALS * Int32Array.BYTES_PER_ELEMENT));
  const told = new Map<number, KnownSystem>();
  const activity = new ThreadActivity(signals, (number, system) => told.set(number, system));
  const system = (key: string, scoped: string): KnownSystem => ({ key, name: "own", scoped, isBuiltIn: false });
  expect([activity.register(system("7/own", "arm")), activity.register(system("8/own", "leg"))]).toEqual([1, 2]);
  expect(activity.register(system("7/own", "renamed"))).toBe(1);
  expect([...told].map(([number, { scoped }]) => [number, scoped])).toEqual([
    [1, "renamed"],
    [2, "leg"],
  ]);
});
