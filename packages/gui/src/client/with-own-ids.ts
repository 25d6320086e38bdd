import type { orrery } from "@orrery/msgs";
import { spawnLight, spawnModel, World, type Scene } from "@orrery/sim";
import type { OwnIds } from "./own-ids.ts";
import type { KnownScene } from "./scene-library.ts";

/**
 * The command with ids for all that it creates, so that the page and the server call it the same; without them where the page does
 * not know how many it takes. `scenes`: of its creations, in their order.
 */
export function withOwnIds(command: orrery.Command, scenes: readonly KnownScene[], ids: OwnIds): orrery.Command {
  const left = [...scenes];
  const edits = (command.edits ?? []).map((edit): orrery.Edit => {
    const { create } = edit;
    if (!create) return edit;
    const known = left.shift();
    if (create.first_id || known?.kind !== "loaded") return edit;
    return { create: { ...create, first_id: ids.take(entitiesOf(known.scene)) } };
  });
  return { ...command, edits };
}

/** How many entities it takes to have it in a world. */
export function entitiesOf({ models, lights }: Scene): number {
  const world = new World();
  const root = world.create();
  for (const model of models) spawnModel(world, root, model);
  for (const light of lights) spawnLight(world, root, light);
  return world.entityCount - 1;
}
