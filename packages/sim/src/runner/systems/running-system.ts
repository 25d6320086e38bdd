import type { Entity } from "../../ecs/entities.ts";
import { scopedName } from "../../entities/find.ts";
import type { Plugin } from "../../scene/scene.ts";
import type { Node } from "../../transport/node.ts";
import type { SystemSetParts } from "./system-set-parts.ts";
import type { SystemInfo } from "./system-info.ts";
import type { System, SystemDefinition } from "./system.ts";

/** A system of a world; one that has failed stays as a record. */
export interface Running {
  /** Entity, name, and number among systems of that name: the same in every process. */
  readonly key: string;
  readonly name: string;
  readonly entity: Entity;
  /** The entity's scoped name, converted for use in topic names. */
  readonly scoped: string;
  readonly priority: number;
  readonly after: readonly string[];
  readonly plugin: Plugin;
  readonly node: Node;
  /** Its number for the runner's observer; see `Activity`. */
  readonly number: number;
  /** Undefined after it has failed. */
  system: System | undefined;
  failure: SystemInfo["failure"];
  /** Time spent in the pass being measured. */
  micros: number;
  microsPerStep: number;
}

/**
 * Gives a system its place in a world: a node, and a number for the runner's observer. If it does not belong on that
 * entity, logs the reason and returns `undefined`.
 */
export function place(
  parts: SystemSetParts,
  definition: SystemDefinition,
  { key, entity, plugin }: Pick<Running, "key" | "entity" | "plugin">,
): Running | undefined {
  const { world, root, log, library, activity } = parts;
  const { name, after, single } = definition;
  const scoped = scopedName(world, entity);
  if (single && key !== `${root}/${name}`) {
    log.error(`${scoped}: system ${name} must be attached to the world itself, once; this one is left out`);
    return undefined;
  }
  return {
    number: activity.register({ key, name, scoped, isBuiltIn: library.isBuiltIn(definition) }),
    key,
    name,
    entity,
    scoped,
    after,
    priority: priorityOf(plugin),
    plugin,
    node: parts.node(`${name} of ${scoped}`),
    system: undefined,
    failure: undefined,
    micros: 0,
    microsPerStep: 0,
  };
}

/** Reads Gazebo's `<gz:system_priority>`; smaller numbers run first. */
function priorityOf({ innerXml }: Plugin): number {
  return Number(/<gz:system_priority>\s*(-?\d+)\s*</.exec(innerXml)?.[1] ?? 0);
}
