import type { Entity } from "@orrery/sim";
import type { WorldView } from "../client/world-view.ts";

/** Longer than a state takes to arrive. */
const PATIENCE_MS = 5000;

/** Selects what a command has created as soon as the page has it, unless something else was selected meanwhile. */
export function chooseMade({ mirror, selection }: WorldView, entities: readonly Entity[]): void {
  const { world, changes } = mirror;
  if (entities.length === 0) return;
  const areThere = (): boolean => entities.every((entity) => world.exists(entity));
  if (areThere()) return selection.set(entities);
  const end = (): void => {
    clearTimeout(timer);
    coming[Symbol.dispose]();
    choosing[Symbol.dispose]();
  };
  const timer = setTimeout(end, PATIENCE_MS);
  const coming = changes.on(() => {
    if (!areThere()) return;
    end();
    selection.set(entities);
  });
  const before = selection.entities;
  const choosing = selection.changes.on((now) => {
    // Selected things that are cut or deleted leave the selection without the user's doing.
    if (now.some((entity) => !before.includes(entity))) end();
  });
}
