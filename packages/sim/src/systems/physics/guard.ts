import type { Log } from "../../base/log.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { scopedName } from "../../entities/find.ts";

/** Runs what one entity asks of the engine; one that asks for nonsense is reported, once for each reason, and the rest goes on. */
export interface Guard {
  (entity: Entity, act: () => void): void;
  /** For hot loops, which catch for themselves and so need no closure. */
  readonly report: (entity: Entity, error: unknown) => void;
  /** What is to be known of the world, once for each text. */
  readonly tell: (level: "info" | "warn", text: string) => void;
  readonly log: Log;
}

export function guardFor(world: World, log: Log): Guard {
  const told = new Set<string>();
  const report = (entity: Entity, error: unknown): void => {
    const text = `${scopedName(world, entity)}: ${error instanceof Error ? error.message : String(error)}`;
    if (told.has(text) || told.size >= MOST) return;
    told.add(text);
    log.error(`${text}; it is left as it was`);
  };
  const guard = (entity: Entity, act: () => void): void => {
    try {
      act();
    } catch (error) {
      report(entity, error);
    }
  };
  const tell = (level: "info" | "warn", text: string): void => {
    if (told.has(text) || told.size >= MOST) return;
    told.add(text);
    log[level](text);
  };
  return Object.assign(guard, { log, report, tell });
}

/** A controller that writes another nonsense in every step must not fill the log. */
const MOST = 200;
