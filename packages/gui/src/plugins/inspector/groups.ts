import { OTHERS } from "@orrery/sim";

/** The inspector's sections from top to bottom. Those that only third parties name follow by name, before the last. */
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

/** Sorts sections, each once, the given ones and those that are always there. */
export function groupsInOrder(given: Iterable<string>): readonly string[] {
  const others = [...new Set(given)].filter((group) => !FIRST.includes(group) && group !== OTHERS);
  return [...FIRST, ...others.sort(), OTHERS];
}
