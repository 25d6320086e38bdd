import { type Entity, type World } from "@orrery/sim";
import { renameEdit } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";
import type { WorldApp } from "../../shell/app.ts";
import { treeOf } from "./tree-of.ts";
import { nameProblem } from "./rename-rules.ts";

/** Renames in the tree's row if that is visible, otherwise in a dialog. */
export async function renameChosen(app: WorldApp): Promise<void> {
  const { questions, view } = app;
  const { selection } = view;
  const entity = selection.primary;
  if (entity === undefined) return;
  const row = document.querySelector<HTMLElement>(`.tree-row[data-entity="${entity}"]`);
  const tree = treeOf(app);
  if (tree !== undefined && row !== null && row.checkVisibility()) return tree.renaming.set(entity);
  const { world } = view.mirror;
  const name = await questions.ask({
    title: `Rename ${nameOf(world, entity)}`,
    label: "Name",
    initial: nameOf(world, entity),
    action: "Rename",
    problem: (text) => nameProblem(world, entity, text),
  });
  if (name !== undefined) await rename(app, entity, name);
}

/** Renames an entity with one command; does nothing if the name is the same. */
export async function rename({ view: { mirror, editing } }: WorldApp, entity: Entity, text: string): Promise<void> {
  const { world } = mirror;
  const name = text.trim();
  const before = nameOf(world, entity);
  if (name !== before) await editing.perform(`Rename ${before} to ${name}`, [renameEdit(entity, name)]);
}

/** Returns the name of an entity, or its id if it has none. */
export function nameOf(world: World, entity: Entity): string {
  return world.get(entity, Name) ?? `#${entity}`;
}
