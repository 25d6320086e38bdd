import type { Entity } from "../../ecs/entities.ts";
import type { Plugin } from "../../scene/scene.ts";
import type { Node } from "../../transport/node.ts";
import type { SystemInfo } from "./system-info.ts";
import type { System } from "./system.ts";

/** A system of a world, or what is left of one that failed. */
export interface Running {
  /** Entity, name and number among systems of that name: the same in every process. */
  readonly key: string;
  readonly name: string;
  readonly entity: Entity;
  /** The entity's scoped name, which topic names may contain. */
  readonly scoped: string;
  readonly priority: number;
  readonly after: readonly string[];
  readonly plugin: Plugin;
  readonly node: Node;
  /** Its number for the observer of the runner; see `Activity`. */
  readonly number: number;
  /** Undefined once it has failed. */
  system: System | undefined;
  failure: SystemInfo["failure"];
  /** Time spent in the pass being measured. */
  micros: number;
  microsPerStep: number;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Reads Gazebo's `<gz:system_priority>`; smaller runs first. */
export function priorityOf({ innerXml }: Plugin): number {
  return Number(/<gz:system_priority>\s*(-?\d+)\s*</.exec(innerXml)?.[1] ?? 0);
}
