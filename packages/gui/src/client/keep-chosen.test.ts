import { World, type Entity } from "@orrery/sim";
import { IsModel, Name } from "@orrery/sim/components";
import { expect, test } from "vitest";
import { Mirror } from "./mirror.ts";
import { keepChosen } from "./keep-chosen.ts";
import { Selection } from "./selection.ts";

test("[GU14] what is gone is not chosen; back again it is", () => {
  const { selection, show } = page();
  show(["box", "ball", "cone"]);
  selection.set(ids(2, 1));
  selection.hover(2 as Entity);
  show(["box", undefined, "cone"]);
  expect([selection.entities, selection.hovered]).toEqual([[1], undefined]);
  show(["box", "ball", "cone"]);
  expect(selection.entities).toEqual([2, 1]);
  show([undefined, undefined, "cone"]);
  expect(selection.entities).toEqual([]);
  show(["box", "ball"]);
  expect(selection.entities).toEqual([2, 1]);
});

test("[GU14] unless something else was chosen meanwhile, or is another thing", () => {
  const { selection, show } = page();
  show(["box", "ball", "cone"]);
  selection.set(ids(2));
  show(["box", undefined, "cone"]);
  show(["box", "lamp", "cone"]);
  expect(selection.entities).toEqual([]);
  selection.set(ids(3));
  show(["box", "ball", "cone"]);
  expect(selection.entities).toEqual([3]);
});

test("[GU14] what is renamed stays chosen", () => {
  const { selection, show } = page();
  show(["box"]);
  selection.set(ids(1));
  show(["crate", "ball"]);
  expect(selection.entities).toEqual([1]);
});

function ids(...numbers: number[]): Entity[] {
  return numbers as Entity[];
}

/** Opens a page whose world contains what the test says: names, of entities 1, 2, 3. */
function page() {
  const mirror = new Mirror();
  const selection = new Selection();
  keepChosen(selection, mirror);
  const show = (names: readonly (string | undefined)[]): void => {
    const wanted = new World();
    for (const name of names) {
      const entity = wanted.create();
      wanted.set(entity, IsModel, {});
      wanted.set(entity, Name, name ?? "");
    }
    for (const [i, name] of names.entries()) if (name === undefined) wanted.remove(ids(i + 1)[0]!);
    const gone = mirror.world.entities().filter((entity) => !wanted.exists(entity));
    const delta = { ...wanted.changesSince(0).delta, removed: gone };
    mirror.world.apply(delta);
    mirror.changes.emit({ delta, whole: false, exact: true });
  };
  return { selection, show };
}
