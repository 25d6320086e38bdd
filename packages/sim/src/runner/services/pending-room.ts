import { entitiesIn } from "../../commands/checks/command-limits.ts";
import type { ModelScene, Scene } from "../../scene/scene.ts";
import type { Solid } from "../../scene/solid.ts";

// Limits for commands pending in a paused world: the list is sent to every page whenever it changes, and nobody may
// fill the memory.

export const MAX_WAITING = 1000;
const MAX_OF_ONE = 500;
/** Size as messages. */
export const MAX_BYTES = 16_000_000;
const MAX_BYTES_OF_ONE = 8_000_000;
/** Size of the models read for them: triangles, heights, and an estimate for the entities. */
const MAX_MODEL_BYTES = 256_000_000;
const BYTES_PER_ENTITY = 1000;

/** A command that is pending or about to be. */
export interface Waiting {
  readonly author: string;
  readonly bytes: number;
}

/** Returns why another command cannot be added to these; `undefined` if it can. */
export function roomProblem(others: Iterable<Waiting>, { author, bytes }: Waiting): string | undefined {
  let [count, ofOne, all, bytesOfOne] = [1, 1, bytes, bytes];
  for (const other of others) {
    count++;
    all += other.bytes;
    if (other.author !== author) continue;
    ofOne++;
    bytesOfOne += other.bytes;
  }
  const advice = "resume the world, or withdraw some";
  if (count > MAX_WAITING) return `${MAX_WAITING} commands are already pending; ${advice}`;
  if (ofOne > MAX_OF_ONE) return `${MAX_OF_ONE} of your commands are already pending; ${advice}`;
  if (bytesOfOne > MAX_BYTES_OF_ONE)
    return `your commands that wait would come to ${megabytes(bytesOfOne)}, and ${megabytes(MAX_BYTES_OF_ONE)} may wait; ${advice}`;
  if (all > MAX_BYTES)
    return `what waits would come to ${megabytes(all)}, and ${megabytes(MAX_BYTES)} may wait; ${advice}`;
  return undefined;
}

/** Returns why models cannot be kept for pending commands; `undefined` if they can. */
export function modelRoomProblem(scenes: Iterable<readonly Scene[]>): string | undefined {
  const solids = new Set<Solid>();
  let bytes = 0;
  for (const scene of [...scenes].flat()) {
    bytes += entitiesIn(scene) * BYTES_PER_ENTITY;
    for (const model of scene.models) collectSolids(model, solids);
  }
  for (const solid of solids)
    bytes += solid.type === "mesh" ? solid.vertices.byteLength + solid.indices.byteLength : solid.heights.byteLength;
  if (bytes <= MAX_MODEL_BYTES) return undefined;
  return `models that wait to be inserted would come to ${megabytes(bytes)}, and ${megabytes(MAX_MODEL_BYTES)} may wait; let the world run, or withdraw some`;
}

function collectSolids({ links, models }: ModelScene, solids: Set<Solid>): void {
  for (const { collisions } of links)
    for (const { geometry } of collisions)
      if ("solid" in geometry && geometry.solid !== undefined) solids.add(geometry.solid);
  for (const model of models) collectSolids(model, solids);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 100_000) / 10} MB`;
}
