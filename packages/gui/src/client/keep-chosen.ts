import { scopedName } from "@orrery/sim";
import type { Mirror } from "./mirror.ts";
import type { Selection } from "./selection.ts";

/**
 * Keeps the selection up to date: removed entities are deselected. When they come back, by an undo for example, they
 * are selected again, unless something else was selected in the meantime.
 */
export function keepChosen(selection: Selection, { world, changes }: Mirror): Disposable {
  let chosen = chosenNow();
  let isOwnChange = false;

  function chosenNow() {
    return selection.entities.map((entity) => ({ entity, name: scopedName(world, entity) }));
  }

  const parts = new DisposableStack();
  parts.use(
    selection.changes.on(() => {
      if (!isOwnChange) chosen = chosenNow();
    }),
  );
  parts.use(
    changes.on(({ delta }) => {
      if (delta.removed.length + delta.placed.length === 0) return;
      // On a different branch of history, a different thing may have the id.
      const isThere = ({ entity, name }: (typeof chosen)[number]): boolean =>
        world.exists(entity) && (selection.has(entity) || scopedName(world, entity) === name);
      isOwnChange = true;
      selection.set(chosen.filter(isThere).map(({ entity }) => entity));
      isOwnChange = false;
      if (selection.hovered !== undefined && !world.exists(selection.hovered)) selection.hover(undefined);
    }),
  );
  return parts;
}
