import { titleOf } from "./title-of.ts";
import type { ValueRule } from "./value-rule.ts";

/** What the author of a component declares about it, next to its name and its initial value. Everything is optional. */
export interface Declaration {
  /** Its title for people. By default it is derived from the name: `acme.BatteryCharge` is "Acme battery charge". */
  readonly title?: string;
  /** The section of the inspector that shows it; "Other" by default. */
  readonly group?: string;
  /** Its position within the section. Components without a rank follow, by name. */
  readonly rank?: number;
  /**
   * The unit of all its numbers, or of some: by field, from the outermost on and without list indexes
   * (`attenuation.range`). A unit applies to everything in its field. A key may name several fields, separated by
   * spaces. Units of a joint are those of a rotating one; for a sliding one, metres replace radians.
   */
  readonly unit?: string | Readonly<Record<string, string>>;
  /**
   * Which viewers of a running world receive its changes. By default, numbers go to viewers who watch the entity,
   * everything else to all.
   */
  readonly stream?: Streaming;
  /** What must be recomputed when it changes. */
  readonly affects?: readonly Effect[];
  /** How people may edit it; by default they may not. */
  readonly edit?: EditDeclaration;
  /** The reason shown to people if they may not edit it: "Chosen once, when the world was loaded". */
  readonly locked?: string;
  /** The component that people write for a new value of this one, if it follows from other things. */
  readonly setBy?: { readonly name: string };
  /** Facts about single fields. Keys are as in `unit`. */
  readonly fields?: Readonly<Record<string, FieldFacts>>;
  /** Names of fields at any depth, separated by spaces, in the order in which people see them. */
  readonly order?: string;
  /** The name of an item of its list, to which a number is added: "Axis". */
  readonly item?: string;
  /** Shows it as a switch, in the section "Behaviour", for every entity that may have it according to `edit`. */
  readonly toggle?: Toggle;
}

/** Facts about a field. */
export interface FieldFacts {
  /** Its title for people. By default it is derived from the name: `maxStepSize` is "Max step size". */
  readonly title?: string;
  /**
   * The meaning of its number: the id of an entity (0 means none), no or yes (0 or 1), or nanoseconds, shown as a time.
   */
  readonly means?: Meaning;
  /** The reason shown to people if they may not edit this field, although they may edit the component. */
  readonly locked?: string;
}

export type Meaning = "entity" | "flag" | "time";

/**
 * A property that an entity has or lacks: whether it has a tag, or whether the only number of a component differs from
 * 0. An entity without that number has the initial value.
 */
export interface Toggle {
  /** By default the component's title. */
  readonly title?: string;
  /** The meaning of its being on: "It never moves by itself". */
  readonly hint: string;
}

export interface EditDeclaration {
  /** Entities of one of these kinds may have it: tags such as `IsLink`. */
  readonly on: readonly { readonly name: string }[];
  /** The rule for values. By default, each number must be finite. */
  readonly value?: ValueRule;
  readonly presence?: Presence;
}

/**
 * What people may do besides changing the value: nothing; remove and add it; or also add it by an offer of the page.
 */
export type Presence = "fixed" | "optional" | "offered";

/**
 * With `when-watched`, a viewer who does not watch the entity receives the component with the entity's first state, and
 * while the world is paused.
 */
export type Streaming = "always" | "when-watched";

/** Physics reads only built-in components, so the last three have no effect for others. */
export type Effect =
  /** How an entity is drawn, but not where. */
  | "look"
  /** Which bodies and joints exist, and how they are connected. */
  | "structure"
  /** The properties of a body: its shape, mass and place. */
  | "body"
  /** How bodies move: velocities, gravity, friction, what they touch. */
  | "motion";

/** What is known about a component apart from its values. Plain data. */
export interface Facts {
  readonly title: string;
  readonly group: string;
  readonly rank: number;
  /** By field; the key "" means the whole value. */
  readonly units: Readonly<Record<string, string>>;
  readonly stream: Streaming;
  readonly affects: readonly Effect[];
  readonly edit: EditRule | undefined;
  readonly locked: string | undefined;
  // The rest is left out if nothing is declared, because few components have it, and it would take bytes in every
  // introduction.
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

/** Completes a declaration with defaults. */
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

/** The section of components without a declared one. */
export const OTHERS = "Other";
const LAST_RANK = 1000;

/** Returns declared facts by field, with a separate key for each of several fields that share one. */
function byField<T>(declared: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(declared).flatMap(([fields, each]) => fields.split(" ").map((field) => [field, each] as const)),
  );
}

/** Returns the unit of a field: its own, or that of the enclosing field, or that of the whole value. */
export function unitAt({ units }: Facts, path: string): string | undefined {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    if (Object.hasOwn(units, at)) return units[at];
  }
  return units[""];
}

/** Returns the declared facts about a field. The path has no list indexes: `attenuation.range`. */
export function fieldAt({ fields }: Facts, path: string): FieldFacts | undefined {
  return fields !== undefined && Object.hasOwn(fields, path) ? fields[path] : undefined;
}
