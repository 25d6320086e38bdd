import type { orrery } from "@orrery/msgs";
import { Name } from "../components/identity.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { EntityIndex } from "../entities/entity-index.ts";
import type { Scene } from "../scene/scene.ts";
import { EditsSoFar } from "./checks/edits-so-far.ts";
import { checkEdits, checkSize } from "./checks/command-limits.ts";
import { Copier } from "./edits/copier.ts";
import { sourceOf } from "./edits/create.ts";
import type { LengthsOf } from "./edits/scale-params.ts";
import { withFreeRoom } from "./edits/free-room.ts";
import { prepareEdit, targetOf } from "./prepare-edit.ts";
import { doWrites } from "./prepared.ts";
import type { SceneSource } from "../scene/scene-source.ts";

/** The models and lights that a command created, in the order of its edits. */
export interface Made {
  readonly entities: readonly Entity[];
  readonly names: readonly string[];
}

/**
 * Returns the sources that must be read before a command can be applied, one per creation. Copies are made from the
 * world as it is now.
 */
export function scenesWanted(world: World, root: Entity, { edits = [] }: orrery.Command): SceneSource[] {
  checkEdits(edits.length);
  const copier = new Copier(world, root);
  return edits.flatMap(({ create }) => (create === undefined ? [] : [sourceOf(copier, create.factory ?? {})]));
}

/**
 * Applies a command in any world: the running one, or a page's copy. Throws with the reason if that is impossible. All
 * edits are checked before the first is applied, so a refusal has changed nothing. Only an edit of something that the
 * same command creates or renames can fail later. `scenes` are those of the creations, in order. `lengthsOf` is given
 * where systems are known (they are not in a page); their lengths are then scaled with their models.
 */
export function applyCommand(
  world: World,
  root: Entity,
  command: orrery.Command,
  scenes: readonly Scene[],
  { lengthsOf }: { readonly lengthsOf?: LengthsOf } = {},
): Made {
  if ((command.edits ?? []).length === 0) throw new Error("the command has no edits");
  checkSize(world, root, command.edits ?? [], scenes);
  const edits = withFreeRoom(world, command);
  const entities: Entity[] = [];
  const names: string[] = [];
  const steps = withScenes(edits, scenes);
  if (steps.length > 1) checkAll(world, root, steps);
  const index = EntityIndex.of(world);
  const numbers = new Map<string, number>();
  for (const { edit, scene } of steps) {
    const {
      writes = [],
      removes = [],
      create,
    } = prepareEdit(world, root, edit, scene, new EditsSoFar(world, numbers), lengthsOf);
    index.follow(() => {
      doWrites(world, writes);
      for (const entity of removes) world.remove(entity);
      const renamed = writes.flatMap(({ entity, component }) => (component === Name ? [entity] : []));
      if (create === undefined) return renamed;
      entities.push(create.make());
      names.push(create.name);
      return entities.slice(-1);
    });
  }
  return { entities, names };
}

interface Step {
  readonly edit: orrery.Edit;
  readonly scene: Scene | undefined;
}

function withScenes(edits: readonly orrery.Edit[], scenes: readonly Scene[]): Step[] {
  let next = 0;
  return edits.map((edit) => ({ edit, scene: edit.create === undefined ? undefined : scenes[next++] }));
}

function checkAll(world: World, root: Entity, steps: readonly Step[]): void {
  const soFar = new EditsSoFar(world);
  for (const { edit, scene } of steps) {
    // What does not exist yet is checked once it exists.
    if (soFar.makes(targetOf(edit) ?? {})) continue;
    soFar.note(prepareEdit(world, root, edit, scene, soFar));
  }
}
