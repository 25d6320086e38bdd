import type { Entity } from "@orrery/sim";
import { expect, test } from "vitest";
import type { Anchor } from "./measure-kinds.ts";
import { namesOf } from "./measure-text.ts";

const nameOf = (entity: Entity | undefined): string => (entity === undefined ? "the ground" : `box_${entity}`);

function on(entity: number | undefined): Anchor {
  return { entity: entity as Entity | undefined, local: { x: 0, y: 0, z: 0 } };
}

test("[MT5] a measure says between what it is; on one thing, it says its name once", () => {
  expect(namesOf({ type: "distance", from: on(1), to: on(undefined) }, nameOf)).toBe("box_1 to the ground");
  expect(namesOf({ type: "distance", from: on(1), to: on(1) }, nameOf)).toBe("box_1");
  expect(namesOf({ type: "angle", from: on(1), vertex: on(2), to: on(1) }, nameOf)).toBe("box_1 to box_2 to box_1");
  expect(namesOf({ type: "objects", from: 1 as Entity, to: 2 as Entity }, nameOf)).toBe("box_1 to box_2");
  expect(namesOf({ type: "edge", entity: 3 as Entity, points: [], isClosed: true }, nameOf)).toBe("box_3");
});

test("[MT5] a measure names models where they say which is which, otherwise their parts", () => {
  const parts = ["", "arm::upper::shell", "arm::lower::shell", "box::link::shell"];
  const partOf = (entity: Entity | undefined): string => parts[entity ?? 0]!;
  expect(namesOf({ type: "objects", from: 1 as Entity, to: 3 as Entity }, partOf)).toBe("arm to box");
  expect(namesOf({ type: "objects", from: 1 as Entity, to: 2 as Entity }, partOf)).toBe(
    "arm::upper::shell to arm::lower::shell",
  );
  expect(namesOf({ type: "edge", entity: 3 as Entity, points: [], isClosed: true }, partOf)).toBe("box");
});
