import { type Entity, type World } from "@orrery/sim";
import { renameEdit } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";
import type { WorldApp } from "../../shell/app.ts";
import { treeOf } from "./tree-of.ts";
import { nameProblem } from "./rename-rules.ts";

/** In its row of the tree where that is in sight, else in a box. */
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

/** One command; nothing when it is the name that it has. */
export async function rename({ view: { mirror, editing } }: WorldApp, entity: Entity, text: string): Promise<void> {
  const { world } = mirror;
  const name = text.trim();
  const before = nameOf(world, entity);
  if (name !== before) await editing.perform(`Rename ${before} to ${name}`, [renameEdit(entity, name)]);
}

/** Returns the name of an entity, or its id where it has none. */
export function nameOf(world: World, entity: Entity): string {
  return world.get(entity, Name) ?? `#${entity}`;
}
