import { type Entity, type Vec3, type World } from "@orrery/sim";
import { scaleProblem } from "@orrery/sim/host";
import { IsModel } from "@orrery/sim/components";
import { axes, type Axis, type Handle } from "./handle.ts";

/** Handles that cannot be used, and why. */
export interface Blocked {
  readonly handles: ReadonlySet<Handle>;
  /** The reason in a few words, and what to do instead. */
  readonly note: string | undefined;
  readonly reason: string | undefined;
}

export const NOT_BLOCKED: Blocked = { handles: new Set(), note: undefined, reason: undefined };

/** Returns the axes along which at least one of these models cannot be scaled alone. */
export function blockedAxes(world: World, entities: readonly Entity[]): Blocked {
  const models = entities.filter((entity) => world.has(entity, IsModel));
  const problemOf = (factors: Vec3): string | undefined =>
    firstOf(models, (model) => scaleProblem(world, model, factors));
  const problems = axes.map((axis) => problemOf({ ...SAME, [axis]: LARGER }));
  const blocked = axes.filter((_, i) => problems[i] !== undefined);
  if (blocked.length === 0) return NOT_BLOCKED;
  const all = problemOf({ x: LARGER, y: LARGER, z: LARGER });
  const note = all === undefined ? togetherNote(blocked) : "Cannot be scaled";
  const reason = all ?? problems.find((problem) => problem !== undefined);
  return { handles: new Set<Handle>(blocked), note, reason };
}

function togetherNote(blocked: readonly Axis[]): string {
  const which = blocked.length === axes.length ? "All axes" : blocked.join(" and ");
  return `${which} only ${blocked.length === 1 ? "with the others" : "together"}: drag the middle`;
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

const SAME: Vec3 = { x: 1, y: 1, z: 1 };
/** Any factor will do: a model that can be enlarged along an axis can be shrunk too. */
const LARGER = 1.5;
