import { titleOf } from "./title-of.ts";

/** What the author of a component says about it, next to its name and its first value. All of it may be left out. */
export interface Declaration {
  /** What people call it. Without one it follows from the name: `acme.BatteryCharge` is "Acme battery charge". */
  readonly title?: string;
  /** The section of the inspector that shows it; "Other" without one. */
  readonly group?: string;
  /** Its position within the section. Those without one follow, by name. */
  readonly rank?: number;
  /**
   * The unit of all its numbers, or of some: by field, from the outside and without places in lists (`attenuation.range`). A unit goes
   * for everything in its field. A key may name several fields, separated by spaces. Numbers of a joint have the unit that they have
   * where it turns; where it slides, metres take the place of radians.
   */
  readonly unit?: string | Readonly<Record<string, string>>;
}

/** What is known of a component apart from its values. Plain data. */
export interface Facts {
  readonly title: string;
  readonly group: string;
  readonly rank: number;
  /** By field; that of the whole value under "". */
  readonly units: Readonly<Record<string, string>>;
}

/** Completes what was declared. */
export function factsOf(name: string, declared: Declaration): Facts {
  const { title = titleOf(name), group = OTHERS, rank = LAST_RANK, unit = {} } = declared;
  return { title, group, rank, units: typeof unit === "string" ? { "": unit } : unitsByField(unit) };
}

/** The section of components that name none. */
export const OTHERS = "Other";
const LAST_RANK = 1000;

function unitsByField(unit: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(unit).flatMap(([fields, each]) => fields.split(" ").map((field) => [field, each] as const)),
  );
}

/** Returns the unit of a field: its own, that of the field around it, or that of the whole value. */
export function unitAt({ units }: Facts, path: string): string | undefined {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    if (Object.hasOwn(units, at)) return units[at];
  }
  return units[""];
}
