import { textOf } from "../../base/error-text.ts";
import type { Log } from "../../base/log.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { scopedName } from "../../entities/find.ts";

/**
 * Runs what one entity requests from the engine. An invalid request is reported, once per reason, and the rest
 * continues.
 */
export interface EntityGuard {
  (entity: Entity, act: () => void): void;
  /** For hot loops, which catch errors themselves and so need no closure. */
  readonly report: (entity: Entity, error: unknown) => void;
  /** Logs a fact about the world, once per text. */
  readonly logOnce: (level: "info" | "warn", text: string) => void;
  readonly log: Log;
}

export function guardFor(world: World, log: Log): EntityGuard {
  const logged = new Set<string>();
  const report = (entity: Entity, error: unknown): void => {
    const text = `${scopedName(world, entity)}: ${textOf(error)}`;
    if (logged.has(text) || logged.size >= MOST) return;
    logged.add(text);
    log.error(`${text}; it is left as it was`);
  };
  const guard = (entity: Entity, act: () => void): void => {
    try {
      act();
    } catch (error) {
      report(entity, error);
    }
  };
  const logOnce = (level: "info" | "warn", text: string): void => {
    if (logged.has(text) || logged.size >= MOST) return;
    logged.add(text);
    log[level](text);
  };
  return Object.assign(guard, { log, report, logOnce });
}

/** A controller that writes a different invalid value in every step must not fill the log. */
const MOST = 200;
