import { titleOf } from "./title-of.ts";
import type { ValueRule } from "./value-rule.ts";

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
  /** Which viewers of a running world get its changes. Without it, numbers go to those who watch the entity, all else to everybody. */
  readonly stream?: Streaming;
  /** What has to be worked out again when it changes. */
  readonly affects?: readonly Effect[];
  /** How people may edit it; without it they may not. */
  readonly edit?: EditDeclaration;
  /** Why people may not edit it, for those who wonder: "Chosen once, when the world was loaded". */
  readonly locked?: string;
}

export interface EditDeclaration {
  /** Entities of one of these kinds may have it: tags such as `IsLink`. */
  readonly on: readonly { readonly name: string }[];
  /** What a value must be. Without it: that each of its numbers is finite. */
  readonly value?: ValueRule;
  readonly presence?: Presence;
}

/** What people may do besides giving another value: nothing; take it away and give it; the same, and the page offers to give it. */
export type Presence = "fixed" | "optional" | "offered";

/** Who does not watch the entity gets it with the entity's first state, and when the world is paused. */
export type Streaming = "always" | "when-watched";

/** Physics reads components of its own: the last three mean something for built-in ones alone. */
export type Effect =
  /** How an entity is drawn, apart from where it is. */
  | "look"
  /** Which bodies and joints there are, and how they are connected. */
  | "structure"
  /** What a body is: its shape, mass and place. */
  | "body"
  /** How bodies move: velocities, gravity, friction, what they touch. */
  | "motion";

/** What is known of a component apart from its values. Plain data. */
export interface Facts {
  readonly title: string;
  readonly group: string;
  readonly rank: number;
  /** By field; that of the whole value under "". */
  readonly units: Readonly<Record<string, string>>;
  readonly stream: Streaming;
  readonly affects: readonly Effect[];
  readonly edit: EditRule | undefined;
  readonly locked: string | undefined;
}

export interface EditRule {
  /** Names of the tags of which an entity must have one. */
  readonly on: readonly string[];
  readonly value: ValueRule;
  readonly presence: Presence;
}

/** What holds for a component of its kind that does not say. */
export interface Usual {
  readonly stream: Streaming;
  readonly value: ValueRule;
}

/** Completes what was declared. */
export function factsOf(name: string, declared: Declaration, usual: Usual): Facts {
  const { title = titleOf(name), group = OTHERS, rank = LAST_RANK, unit = {} } = declared;
  const { stream = usual.stream, affects = [], edit, locked } = declared;
  const units = typeof unit === "string" ? { "": unit } : unitsByField(unit);
  return { title, group, rank, units, stream, affects, edit: edit && editRuleOf(edit, usual.value), locked };
}

function editRuleOf({ on, value, presence = "fixed" }: EditDeclaration, usual: ValueRule): EditRule {
  return { on: on.map(({ name }) => name), value: value ?? usual, presence };
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
