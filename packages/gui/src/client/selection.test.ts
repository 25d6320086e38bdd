import type { Entity } from "@orrery/sim";
import { expect, test } from "vitest";
import { Selection } from "./selection.ts";

const [a, b] = [1 as Entity, 2 as Entity];

test("[GU14] what is chosen last is the one that panels show; the same choice again is no change", () => {
  const selection = new Selection();
  const changes: (readonly Entity[])[] = [];
  selection.changes.on((entities) => changes.push(entities));
  selection.set([a]);
  selection.set([a]);
  selection.toggle(b);
  expect(selection.primary).toBe(b);
  selection.toggle(a);
  selection.clear();
  selection.clear();
  expect(changes).toEqual([[a], [a, b], [b], []]);
});
