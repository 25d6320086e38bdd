import type { Component } from "../../../ecs/component.ts";
import type { Entity } from "../../../ecs/entities.ts";
import type { Edits } from "./edits.ts";

/** Carries edits of some components to the engine. */
export interface Carrier {
  readonly components: readonly Component[];
  readonly carry: (edits: Edits) => void;
}

type Act = (entity: Entity, edits: Edits) => void;

/** Acts on every touched entity. An invalid request is reported, and the others continue. */
export function forEach(components: readonly Component[], act: Act): Carrier {
  const carry = (edits: Edits): void => {
    for (const entity of edits.touched(components)) edits.guard(entity, () => act(entity, edits));
  };
  return { components, carry };
}

/** Acts on touched entities, except those just added to the engine, which has their present values. */
export function forEachKnown(components: readonly Component[], act: Act): Carrier {
  return forEach(components, (entity, edits) => {
    if (!edits.added.has(entity)) act(entity, edits);
  });
}

/** Acts on links whose bodies the engine had before. */
export function forEachKnownBody(components: readonly Component[], act: Act): Carrier {
  return forEachKnown(components, (link, edits) => {
    if (edits.engine.hasBody(link)) act(link, edits);
  });
}
