import { builtInComponents } from "../../components/built-in.ts";
import type { Component } from "../../ecs/component.ts";
import type { Effect } from "../../ecs/facts.ts";

/** Decides which bodies and joints there are, and how they are connected. */
export const structural = declaring("structure");
/** Decides what bodies are, which includes the structure. */
export const bodily = [...structural, ...declaring("body")];
/** Everything that physics depends on. */
export const physical = [...bodily, ...declaring("motion")];

/** Returns the built-in components that declare an effect: those of other modules affect no physics. */
function declaring(effect: Effect): readonly Component[] {
  return builtInComponents.filter(({ facts }) => facts.affects.includes(effect));
}
