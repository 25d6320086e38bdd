import { textOf } from "../../base/error-text.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";
import type { EntityGuard } from "./entity-guard.ts";

/**
 * Settles the engine. If it cannot compile a model, removes the newest of the edited bodies until it can, so that the
 * rest of the world keeps moving. Throws if none of them is to blame.
 */
export function settleWithout(
  engine: Pick<PhysicsEngine, "settle" | "hasBody" | "removeBody">,
  bodies: () => readonly Entity[],
  guard: Pick<EntityGuard, "report">,
): void {
  let suspects: Entity[] | undefined;
  const left = new Map<string, Entity[]>();
  // Doubled each time, because compiling a model of thousands of bodies takes long.
  for (let count = 1; ; count *= 2) {
    try {
      engine.settle();
      return report(left, guard);
    } catch (error) {
      suspects ??= bodies().filter((body) => engine.hasBody(body));
      if (suspects.length === 0) throw error;
      const gone = suspects.splice(-count);
      for (const body of gone) engine.removeBody(body);
      left.set(reasonOf(error), [...gone, ...(left.get(reasonOf(error)) ?? [])]);
    }
  }
}

/** Logs one line per reason, however many bodies there are. */
function report(left: ReadonlyMap<string, readonly Entity[]>, guard: Pick<EntityGuard, "report">): void {
  for (const [reason, bodies] of left) {
    const others = bodies.length - 1;
    const why = others === 0 ? "it, so it is" : `it, nor ${others} more that came with it, so they are`;
    guard.report(bodies[0]!, new Error(`physics cannot have ${why} left out (${reason})`));
  }
}

/** Returns the engine's message up to where it names its own elements, which mean nothing to the author of the link. */
function reasonOf(error: unknown): string {
  const text = textOf(error);
  const end = text.indexOf("Element ");
  return (end < 0 ? text : text.slice(0, end)).trim();
}
