import { hash32 } from "../base/hash.ts";
import { factsOf, type Declaration, type EditDeclaration, type Facts } from "./facts.ts";
import { pack, packed, unpack, type Serialiser } from "./pack.ts";
import { finite, record, type ValueRule } from "./value-rule.ts";

/**
 * A kind of value that entities can have. The definition is shared by all worlds; the values live in each world's
 * stores.
 */
export type Component<T = unknown> = ValueComponent<T> | NumericComponent<T>;

/** Plain data, replaced as a whole and never changed in place, because snapshots share it. */
export interface ValueComponent<T> {
  readonly kind: "value";
  readonly name: string;
  /** Replaces the name on the wire and in hashes. */
  readonly key: number;
  /** A small number within this process, for tables. */
  readonly index: number;
  readonly facts: Facts;
  readonly initial: () => T;
  readonly serialiser: Serialiser<T>;
}

/** A fixed set of numbers, stored as one record of a Float64Array; a component without fields is a tag. */
export interface NumericComponent<T> {
  readonly kind: "numeric";
  readonly name: string;
  readonly key: number;
  readonly index: number;
  readonly facts: Facts;
  readonly initial: () => T;
  readonly fields: readonly string[];
}

export type ValueOf<C> = C extends Component<infer T> ? T : never;

/** The declaration of a component whose values are not only numbers. */
export interface ValueDeclaration<T> extends Declaration {
  readonly edit?: EditDeclaration & { readonly value: ValueRule };
  /** For values that are not plain data. */
  readonly serialiser?: Serialiser<T>;
}

/**
 * Declares a component; a second call with the same name returns the first one, so that plugins can share a component
 * by name.
 */
export function component<T>(
  name: string,
  initial: () => T,
  { serialiser = packed<T>(), ...declared }: ValueDeclaration<T> = {},
): ValueComponent<T> {
  const facts = factsOf(name, declared, { stream: "always", value: record({}) });
  return register({ kind: "value", name, key: hash32(name), facts, initial, serialiser });
}

/** Declares a component of numbers; the object gives the fields, their order and their defaults. */
export function numeric<T extends { readonly [field: string]: number }>(
  name: string,
  defaults: T,
  declared: Declaration = {},
): NumericComponent<Numbers<T>> {
  const initial = (): Numbers<T> => ({ ...defaults });
  return register({
    kind: "numeric",
    name,
    key: hash32(name),
    ...numbers(name, Object.keys(defaults), declared),
    initial,
  });
}

/** Declares a component without values; its presence is the information. */
export function tag(name: string, declared: Declaration = {}): NumericComponent<Tag> {
  const initial = (): Tag => ({});
  return register({ kind: "numeric", name, key: hash32(name), ...numbers(name, [], declared), initial });
}

function numbers(
  name: string,
  fields: readonly string[],
  declared: Declaration,
): Pick<NumericComponent<unknown>, "fields" | "facts"> {
  const value = record(Object.fromEntries(fields.map((field) => [field, finite])));
  return { fields, facts: factsOf(name, declared, { stream: fields.length > 0 ? "when-watched" : "always", value }) };
}

export type Tag = Readonly<Record<string, never>>;
type Numbers<T> = { readonly [F in keyof T]: number };

export function componentNamed(name: string): Component | undefined {
  return byName.get(name);
}

/** Returns the number of components declared or encountered in this process; it only grows. */
export function knownComponentCount(): number {
  return byName.size;
}

/** Returns all components declared or encountered in this process, sorted by name. */
export function knownComponents(): Component[] {
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function componentWithKey(key: number): Component | undefined {
  return byKey.get(key);
}

/**
 * Makes a substitute for a component in a saved state that nobody has declared: its system declares it only when
 * created, or no longer exists. A later declaration with the same fields returns this same component.
 */
export function standIn(name: string, fields: readonly string[] | undefined): Component {
  const made: Component =
    fields === undefined
      ? component<unknown>(name, () => undefined, { serialiser: unknownValues })
      : numeric(name, Object.fromEntries(fields.map((field) => [field, 0])));
  standIns.add(made);
  return made;
}

/** Returns whether the component is not declared in this process. */
export function isStandIn(component: Component): boolean {
  return standIns.has(component);
}

/** Adopts another process's facts about a component that is not declared here. */
export function inform(component: Component, facts: Facts, initial: () => unknown): void {
  if (standIns.has(component)) Object.assign(component, { facts, initial });
}

/** A value whose component is not declared here, and whose bytes come from its own serialiser. */
class OpaqueValue {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

const unknownValues: Serialiser<unknown> = {
  encode: (value) => (value instanceof OpaqueValue ? value.bytes : pack(value)),
  decode: (bytes) => {
    try {
      return unpack(bytes);
    } catch {
      return new OpaqueValue(bytes.slice());
    }
  },
};

const standIns = new Set<Component>();
const byName = new Map<string, Component>();
const byKey = new Map<number, Component>();

function register<C extends Component>(declared: Omit<C, "index">): C {
  const made = { ...declared, index: byName.size } as C;
  const known = byName.get(made.name);
  if (known !== undefined) {
    if (known.kind !== made.kind || fieldsOf(known) !== fieldsOf(made)) {
      throw new Error(`component "${made.name}" is declared twice, with different fields`);
    }
    if (standIns.delete(known)) Object.assign(known, declared);
    return known as C;
  }
  const other = byKey.get(made.key);
  if (other !== undefined)
    throw new Error(`components "${made.name}" and "${other.name}" have the same key; rename one`);
  byName.set(made.name, made);
  byKey.set(made.key, made);
  return made;
}

function fieldsOf(made: Component): string {
  return made.kind === "numeric" ? made.fields.join() : "";
}
