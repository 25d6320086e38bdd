import { OTHERS, type Facts } from "@orrery/sim/host";

/**
 * The inspector's sections from top to bottom. Sections that only third-party plugins use follow by name, before the
 * last one.
 */
const FIRST = [
  "Identity",
  "Pose",
  "Behaviour",
  "Motion",
  "Joint",
  "Geometry",
  "Material",
  "Mass and inertia",
  "Surface",
  "Light",
  "Sensor",
  "Actor",
  "World",
  "Systems",
];

/** Sorts components into the order of the inspector. */
export function inGroups<T>(given: readonly T[], factsOf: (item: T) => Pick<Facts, "group" | "rank">): T[] {
  const groups = groupsInOrder(given.map((item) => factsOf(item).group));
  const place = (item: T): number => groups.indexOf(factsOf(item).group);
  return given.toSorted((a, b) => place(a) - place(b) || factsOf(a).rank - factsOf(b).rank);
}

/** Returns the given sections and the standard ones in order, each once. */
export function groupsInOrder(given: Iterable<string>): readonly string[] {
  const others = [...new Set(given)].filter((group) => !FIRST.includes(group) && group !== OTHERS);
  return [...FIRST, ...others.sort(), OTHERS];
}
