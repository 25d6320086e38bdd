import type { Component, ValueOf } from "@orrery/sim";
import { Material } from "@orrery/sim/components";

/** Returns the value that a component gets when a user adds it to an entity, or resets it. */
export function initialValue(component: Component): unknown {
  return component.name === Material.name ? plainMaterial : component.initial();
}

/** By default a visual has no material at all, which would leave nothing to edit. */
const plainMaterial: ValueOf<typeof Material> = {
  ambient: { r: 0.7, g: 0.7, b: 0.7, a: 1 },
  diffuse: { r: 0.7, g: 0.7, b: 0.7, a: 1 },
  specular: { r: 0.1, g: 0.1, b: 0.1, a: 1 },
  emissive: { r: 0, g: 0, b: 0, a: 1 },
  doubleSided: false,
  pbr: undefined,
};
