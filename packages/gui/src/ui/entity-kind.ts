import type { Component, Entity, World } from "@orrery/sim";
import {
  IsActor,
  IsCollision,
  IsJoint,
  IsLight,
  IsLink,
  IsModel,
  IsSensor,
  IsVisual,
  IsWorld,
  Solid,
} from "@orrery/sim/components";

export type EntityKind =
  | "world"
  | "link"
  | "model"
  | "joint"
  | "actor"
  | "light"
  | "visual"
  | "collision"
  | "sensor"
  /** Triangles or heights that collisions share. */
  | "solid"
  | "entity";

/** In the order of lists, the most important first. */
export const entityKinds: readonly EntityKind[] = [
  "world",
  "link",
  "model",
  "joint",
  "actor",
  "light",
  "visual",
  "collision",
  "sensor",
  "solid",
  "entity",
];

/** The component that determines an entity's kind. */
export const KIND_COMPONENTS: ReadonlyMap<Component, EntityKind> = new Map<Component, EntityKind>([
  [IsVisual, "visual"],
  [IsCollision, "collision"],
  [IsLink, "link"],
  [IsModel, "model"],
  [IsJoint, "joint"],
  [IsLight, "light"],
  [IsSensor, "sensor"],
  [IsActor, "actor"],
  [Solid, "solid"],
  [IsWorld, "world"],
]);

export function kindOf(world: World, entity: Entity): EntityKind {
  for (const [component, kind] of KIND_COMPONENTS) if (world.has(entity, component)) return kind;
  return "entity";
}

/** Returns the name of a kind for people: "Light", "Mesh data". */
export function kindTitle(kind: EntityKind): string {
  return kind === "solid" ? "Mesh data" : kind.charAt(0).toUpperCase() + kind.slice(1);
}
