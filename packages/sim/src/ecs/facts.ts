import { titleOf } from "./title-of.ts";
import type { ValueRule } from "./value-rule.ts";

/** What the author of a component declares about it, next to its name and its first value. Everything is optional. */
export interface Declaration {
  /** Its name for people. By default it is derived from the name: `acme.BatteryCharge` is "Acme battery charge". */
  readonly title?: string;
  /** The section of the inspector that shows it; "Other" by default. */
  readonly group?: string;
  /** Its position within the section. Components without a rank follow, by name. */
  readonly rank?: number;
  /**
   * The unit of all its numbers, or of some: by field, from the outermost on and without indexes in lists
   * (`attenuation.range`). A unit applies to everything in its field. A key may name several fields, separated by
   * spaces. Units of a joint are those for one that turns; for one that slides, metres replace radians.
   */
  readonly unit?: string | Readonly<Record<string, string>>;
  /**
   * Which viewers of a running world get its changes. By default, numbers go to viewers who watch the entity,
   * everything else to all.
   */
  readonly stream?: Streaming;
  /** What must be recomputed when it changes. */
  readonly affects?: readonly Effect[];
  /** How people may edit it; by default they may not. */
  readonly edit?: EditDeclaration;
  /** The reason shown to people when they may not edit it: "Chosen once, when the world was loaded". */
  readonly locked?: string;
  /** The component that people write for another value of this one, if it follows from other things. */
  readonly setBy?: { readonly name: string };
  /** What is known of single fields. Keys are as in `unit`. */
  readonly fields?: Readonly<Record<string, FieldFacts>>;
  /** Names of fields at any depth, separated by spaces, in the order in which people see them. */
  readonly order?: string;
  /** What people call an item of its list, which gets a number: "Axis". */
  readonly item?: string;
  /** Shows it as a switch, in the section "Behaviour", of every entity that may have it by `edit`. */
  readonly toggle?: Toggle;
}

/** What is known of a field. */
export interface FieldFacts {
  /** Its name for people. By default it is derived from the name: `maxStepSize` is "Max step size". */
  readonly title?: string;
  /** What its number stands for: the id of an entity (0 is none), no or yes (0 or 1), or nanoseconds, shown as a time. */
  readonly means?: Meaning;
  /** The reason shown to people when they may not edit it, although they may edit the component. */
  readonly locked?: string;
}

export type Meaning = "entity" | "flag" | "time";

/**
 * A property that an entity has or lacks: whether a tag is there, or whether the only number of a component is not 0. An
 * entity without that number has the first value.
 */
export interface Toggle {
  /** By default that of the component. */
  readonly title?: string;
  /** What it means when it is on: "It never moves by itself". */
  readonly hint: string;
}

export interface EditDeclaration {
  /** Entities of one of these kinds may have it: tags such as `IsLink`. */
  readonly on: readonly { readonly name: string }[];
  /** What a value must satisfy. By default: each of its numbers is finite. */
  readonly value?: ValueRule;
  readonly presence?: Presence;
}

/**
 * What people may do besides changing the value: nothing; remove it and add it; the same, and the page offers to add
 * it.
 */
export type Presence = "fixed" | "optional" | "offered";

/** A viewer who does not watch the entity gets it with the entity's first state, and when the world is paused. */
export type Streaming = "always" | "when-watched";

/** Physics reads only built-in components, so the last three have no effect for others. */
export type Effect =
  /** How an entity is drawn, but not where. */
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
  /** By field; the key "" stands for the whole value. */
  readonly units: Readonly<Record<string, string>>;
  readonly stream: Streaming;
  readonly affects: readonly Effect[];
  readonly edit: EditRule | undefined;
  readonly locked: string | undefined;
  // Absent where nothing is declared: few components have them, and every introduction of one takes bytes.
  /** The name of the component to write. */
  readonly setBy?: string;
  /** By field. */
  readonly fields?: Readonly<Record<string, FieldFacts>>;
  readonly order?: readonly string[];
  readonly item?: string;
  readonly toggle?: Toggle;
}

export interface EditRule {
  /** Names of tags: an entity must have one of them. */
  readonly on: readonly string[];
  readonly value: ValueRule;
  readonly presence: Presence;
}

/** The defaults for a component of its kind. */
export interface Usual {
  readonly stream: Streaming;
  readonly value: ValueRule;
}

/** Completes what was declared. */
export function factsOf(name: string, declared: Declaration, usual: Usual): Facts {
  const { title = titleOf(name), group = OTHERS, rank = LAST_RANK, unit = {} } = declared;
  const { stream = usual.stream, affects = [], edit, locked } = declared;
  const units = typeof unit === "string" ? { "": unit } : byField(unit);
  const rule = edit && editRuleOf(edit, usual.value);
  return { title, group, rank, units, stream, affects, edit: rule, locked, ...rareFactsOf(declared) };
}

type RareFacts = Pick<Facts, "setBy" | "fields" | "order" | "item" | "toggle">;

function rareFactsOf({ setBy, fields, order, item, toggle }: Declaration): RareFacts {
  return {
    ...(setBy && { setBy: setBy.name }),
    ...(fields && { fields: byField(fields) }),
    ...(order && { order: order.split(" ") }),
    ...(item && { item }),
    ...(toggle && { toggle }),
  };
}

function editRuleOf({ on, value, presence = "fixed" }: EditDeclaration, usual: ValueRule): EditRule {
  return { on: on.map(({ name }) => name), value: value ?? usual, presence };
}

/** The section of components that declare none. */
export const OTHERS = "Other";
const LAST_RANK = 1000;

/** Returns what is declared by field, with a key for each of several fields that share one. */
function byField<T>(declared: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(declared).flatMap(([fields, each]) => fields.split(" ").map((field) => [field, each] as const)),
  );
}

/** Returns the unit of a field: its own, that of the field around it, or that of the whole value. */
export function unitAt({ units }: Facts, path: string): string | undefined {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    if (Object.hasOwn(units, at)) return units[at];
  }
  return units[""];
}

/** Returns what is declared of a field. The path has no indexes in lists: `attenuation.range`. */
export function fieldAt({ fields }: Facts, path: string): FieldFacts | undefined {
  return fields !== undefined && Object.hasOwn(fields, path) ? fields[path] : undefined;
}
