import { expect, test } from "vitest";
import type { Entity } from "../../ecs/entities.ts";
import { settleWithout } from "./settle-without.ts";

/** Returns an engine that cannot compile its model while it has one of the bad bodies. */
function picky(bodies: readonly number[], bad: readonly number[]) {
  const has = new Set(bodies);
  return {
    has,
    hasBody: (id: number) => has.has(id),
    removeBody: (id: number) => void has.delete(id),
    settle: () => {
      if (bad.some((id) => has.has(id))) throw new Error("mass is too small\nElement name 'b7', id 3");
    },
  };
}

function settle(engine: ReturnType<typeof picky>, told: readonly number[]): string[] {
  const reports: string[] = [];
  const report = (entity: Entity, error: unknown): void => void reports.push(`${entity}: ${(error as Error).message}`);
  settleWithout(engine, () => told as Entity[], { report });
  return reports;
}

test("[PS30] the newest body that an engine cannot have is left out and named, in the engine's words but for its own names", () => {
  const engine = picky([1, 2, 3], [3]);
  expect(settle(engine, [1, 2, 3])).toEqual(["3: physics cannot have it, so it is left out (mass is too small)"]);
  expect([...engine.has]).toEqual([1, 2]);
});

test("[PS30] bodies go, the newest first, until the engine can have the rest; those that were not told stay", () => {
  const engine = picky([1, 2, 3, 4, 5], [4]);
  expect(settle(engine, [2, 3, 4, 5])).toEqual([
    "3: physics cannot have it, nor 2 more that came with it, so they are left out (mass is too small)",
  ]);
  expect([...engine.has]).toEqual([1, 2]);
});

test("[PS30] what no told body is to blame for is thrown", () => {
  expect(() => settle(picky([1, 2], [1]), [2])).toThrow("mass is too small");
});
