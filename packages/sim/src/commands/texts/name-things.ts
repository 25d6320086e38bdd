import { IsCollision, IsJoint, IsLight, IsLink, IsModel, IsSensor, IsVisual } from "../../components/identity.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { scopedName } from "../../entities/find.ts";

/** Describes the things that a command is about: "box_1", "3 models", "2 models and 1 light". */
export function nameThings(world: World, entities: readonly Entity[]): string {
  const [only] = entities;
  if (only !== undefined && entities.length === 1) return scopedName(world, only);
  return countKinds(entities.map((entity) => kindName(world, entity)));
}

/**
 * Counts kinds: "2 models and 1 light" for "light", "model", "model". Models come first, then lights, then their parts.
 */
export function countKinds(kinds: readonly string[]): string {
  const known = [...KINDS.map(([, kind]) => kind), ...kinds];
  const words = [...new Set(known)].flatMap((kind) => {
    const count = kinds.filter((each) => each === kind).length;
    return count === 0 ? [] : [`${count} ${kind}${count === 1 ? "" : "s"}`];
  });
  if (words.length === 0) return "nothing";
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(", ")} and ${words.at(-1)!}`;
}

/** Returns a kind such as "model", or "thing" if there is no better word. */
export function kindName(world: World, entity: Entity | undefined): string {
  const found = entity === undefined ? undefined : KINDS.find(([kind]) => world.has(entity, kind));
  return found?.[1] ?? "thing";
}

const KINDS = [
  [IsModel, "model"],
  [IsLight, "light"],
  [IsLink, "link"],
  [IsJoint, "joint"],
  [IsCollision, "collision"],
  [IsVisual, "visual"],
  [IsSensor, "sensor"],
] as const;
