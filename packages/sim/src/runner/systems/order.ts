/** Something that has a place in the order of systems. */
export interface Ordered {
  readonly name: string;
  readonly entity: number;
  readonly priority: number;
  readonly after: readonly string[];
}

/**
 * Sorts systems. Each comes after the systems that it names; otherwise the order is by priority (smaller first, as in
 * Gazebo's `<gz:system_priority>`), then by name, then by entity. A cycle is broken at the name that sorts first.
 */
export function inOrder<T extends Ordered>(systems: readonly T[]): T[] {
  const waiting = systems.toSorted((a, b) => a.priority - b.priority || compare(a.name, b.name) || a.entity - b.entity);
  const done: T[] = [];
  while (waiting.length > 0) {
    const blocked = ({ name, after }: T): boolean =>
      waiting.some((other) => other.name !== name && after.includes(other.name));
    const next = waiting.findIndex((candidate) => !blocked(candidate));
    done.push(...waiting.splice(Math.max(next, 0), 1));
  }
  return done;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
