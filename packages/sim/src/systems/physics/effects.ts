import { builtInComponents } from "../../components/built-in.ts";
import type { Component } from "../../ecs/component.ts";
import type { Effect } from "../../ecs/facts.ts";

/** Components that determine which bodies and joints exist, and how they are connected. */
export const structural = declaring("structure");
/** Components that determine the properties of bodies, including the structure. */
export const bodily = [...structural, ...declaring("body")];
/** All components that physics depends on. */
export const physical = [...bodily, ...declaring("motion")];

/** Returns the built-in components that declare an effect. Components of other modules never affect physics. */
function declaring(effect: Effect): readonly Component[] {
  return builtInComponents.filter(({ facts }) => facts.affects.includes(effect));
}
