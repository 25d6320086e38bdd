import type { orrery } from "@orrery/msgs";
import { Name } from "../../components/identity.ts";
import { Light } from "../../components/light.ts";
import { Pushes } from "../../components/motion.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { EditsSoFar } from "./edits-so-far.ts";
import { entityMeant } from "../find-entity.ts";
import { placedMeant } from "../find-placed.ts";
import { prepareEdit, targetOf } from "../prepare-edit.ts";

/**
 * Returns what a command would write, as `entity/key of the component`, and `entity/*` for what it would remove,
 * including everything below. Two commands that touch the same thing are in conflict. Creations conflict with nothing.
 */
export function touchedBy(world: World, root: Entity, { id = "", edits = [] }: orrery.Command): ReadonlySet<string> {
  const touched = new Set<string>();
  for (const edit of edits) {
    if (edit.create !== undefined) continue;
    if (!isThere(world, root, edit)) {
      for (const each of saidOf(edit)) touched.add(each);
      continue;
    }
    try {
      const { writes = [], removes = [] } = prepareEdit(world, root, edit, undefined, new EditsSoFar(world));
      // Pushes add up, so they never conflict.
      for (const { entity, component } of writes)
        touched.add(component === Pushes ? `${entity}/${component.key} of ${id}` : `${entity}/${component.key}`);
      for (const entity of removes) addTree(world, entity, touched);
    } catch {
      // The edit is refused, so this takes what the edit itself names.
      for (const each of saidOf(edit)) touched.add(each);
    }
  }
  return touched;
}

/**
 * Returns whether the target of an edit exists. Asked first, because a refusal looks for the nearest name, and
 * thousands of edits may be about entities that do not exist yet.
 */
function isThere(world: World, root: Entity, edit: orrery.Edit): boolean {
  const { parent_id: id = 0, parent_name: name = "" } = edit.visual ?? {};
  const target = id !== 0 || name !== "" ? { id, name } : targetOf(edit);
  if (target === undefined) return true;
  return (placedMeant(world, root, target) ?? entityMeant(world, root, target)) !== undefined;
}

function addTree(world: World, entity: Entity, touched: Set<string>): void {
  touched.add(`${entity}/*`);
  for (const child of world.childrenOf(entity)) addTree(world, child, touched);
}

function saidOf(edit: orrery.Edit): string[] {
  const id = targetOf(edit)?.id ?? 0;
  if (id === 0) return [];
  if (edit.remove !== undefined) return [`${id}/*`];
  if (edit.pose !== undefined) return [`${id}/${Pose.key}`];
  if (edit.rename !== undefined) return [`${id}/${Name.key}`];
  if (edit.light !== undefined) return [`${id}/${Light.key}`];
  return Object.keys(edit.components?.components ?? {}).map((key) => `${id}/${key}`);
}
