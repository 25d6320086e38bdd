import type { orrery } from "@orrery/msgs";
import { WorldLinearVelocity } from "../../components/motion.ts";
import { ChosenEngine } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { idsNeeded } from "../../scene/count.ts";
import type { LinkScene, ModelScene, Scene } from "../../scene/scene.ts";
import { entityMeant } from "../find-entity.ts";
import { placedMeant } from "../find-placed.ts";
import { targetOf } from "../prepare-edit.ts";

// A command is applied as a whole, in one step of the simulation, so its size is limited.

/** Far more than people select or a program needs in one step. */
export const MAX_EDITS = 20_000;

/** Entities: models, links, collisions, visuals, … */
export const MAX_MADE = 100_000;

/** Collisions of one link. */
const MAX_SHAPES = 2000;

/** Moving links that one command creates: Rapier takes a tenth of a second for a thousand. */
const MAX_LINKS = 4000;

/** Compiling a model of this size takes MuJoCo a second or two. */
const MAX_MUJOCO_LINKS = 1500;

/**
 * Entities that the edits visit, counted once per visit: moving a model visits all its parts, renaming visits the whole
 * world.
 */
const MAX_TOUCHED = 1_000_000;

/** Throws if a command asks for more than one step can handle. */
export function checkSize(world: World, root: Entity, edits: readonly orrery.Edit[], scenes: readonly Scene[]): void {
  checkEdits(edits.length);
  checkMade(scenes.reduce((sum, scene) => sum + entitiesIn(scene), 0));
  checkBodies(world, root, scenes);
  if (edits.length === 1) return;
  let left = MAX_TOUCHED;
  for (const edit of edits) {
    left -= edit.rename === undefined ? sizeOfTarget(world, root, edit, left) : world.entityCount;
    if (left < 0) throw new Error(`the command would touch more than ${MAX_TOUCHED} entities: split it into several`);
  }
}

/** Throws if a command has more edits than allowed. */
export function checkEdits(edits: number): void {
  if (edits > MAX_EDITS)
    throw new Error(`a command has at most ${MAX_EDITS} edits, not ${edits}: split it into several`);
}

/** Throws if a command would create more than allowed. */
export function checkMade(made: number): void {
  if (made > MAX_MADE)
    throw new Error(
      `a command makes at most ${MAX_MADE} entities, not ${made}: split it into several, or simplify the model`,
    );
}

/**
 * Throws if an engine could not handle the number of links or shapes. MuJoCo recompiles its model for every added link,
 * in a time that grows with the square of their number. In Rapier, each two overlapping shapes of different links are a
 * pair.
 */
function checkBodies(world: World, root: Entity, scenes: readonly Scene[]): void {
  const models = scenes.flatMap(({ models: each }) => each);
  const crowded = models.flatMap(linksIn).find(({ collisions }) => collisions.length > MAX_SHAPES);
  if (crowded !== undefined)
    throw new Error(
      `the link "${crowded.name}" has ${crowded.collisions.length} collisions, and ${MAX_SHAPES} are allowed: split it into several links, or a mesh`,
    );
  const made = models.filter((model) => !model.static).flatMap(linksIn).length;
  if (made > MAX_LINKS)
    throw new Error(`a command makes at most ${MAX_LINKS} links that move, not ${made}: make it several`);
  if (world.get(root, ChosenEngine) !== "mujoco") return;
  const all = world.query(WorldLinearVelocity).count + made;
  if (made > 0 && all > MAX_MUJOCO_LINKS)
    throw new Error(
      `there would be ${all} links that move, and MuJoCo takes at most ${MAX_MUJOCO_LINKS} in a world that runs: use Rapier, or fewer`,
    );
}

function linksIn({ links, models }: ModelScene): LinkScene[] {
  return [...links, ...models.flatMap(linksIn)];
}

export function entitiesIn({ models, lights }: Scene): number {
  return [...models, ...lights].reduce((sum, thing) => sum + idsNeeded(thing), 0);
}

/** Returns how many entities are at and below the target of an edit. Stops counting beyond `most`. */
function sizeOfTarget(world: World, root: Entity, edit: orrery.Edit, most: number): number {
  const target = targetOf(edit);
  if (target === undefined) return 1;
  const entity = entityMeant(world, root, target) ?? placedMeant(world, root, target);
  if (entity === undefined) return 1;
  let size = 0;
  const waiting = [entity];
  for (let next = waiting.pop(); next !== undefined && size <= most; next = waiting.pop()) {
    size++;
    for (const child of world.childrenOf(next)) waiting.push(child);
  }
  return size;
}
