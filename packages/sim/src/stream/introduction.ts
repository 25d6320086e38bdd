import { sameBytes } from "../base/same-bytes.ts";
import { builtInComponents } from "../components/built-in.ts";
import { componentNamed, inform, isStandIn, standIn, type Component } from "../ecs/component.ts";
import type { Facts } from "../ecs/facts.ts";
import { isFacts } from "../ecs/is-facts.ts";
import { isListOf, isRecord } from "../ecs/is-value-rule.ts";
import { pack, PackError, unpack, type PackReader, type PackWriter } from "../ecs/pack.ts";

/** What a process without a component's module must know about it. */
interface Introduction {
  /** Absent if the values are not numbers. */
  readonly fields: readonly string[] | undefined;
  readonly facts: Facts;
  /** The initial value, written by the component's serialiser or as its numbers. */
  readonly initial: Uint8Array | Float64Array;
}

/**
 * Writes a component's name, and what readers need to know about it. For built-in components, these are the fields, to
 * compare. All others are introduced each time, because the reader may never have met them.
 */
export function writeComponent(writer: PackWriter, component: Component): void {
  writer.text(component.name);
  writer.value(introductionOf(component) ?? (component.kind === "numeric" ? component.fields : undefined));
}

/** Returns an upper bound on the bytes that this takes. */
export function roomForComponent(component: Component): number {
  return 128 + (introductionOf(component)?.length ?? 0);
}

const builtIn: ReadonlySet<Component> = new Set(builtInComponents);

/** By facts, because declaring a component that was only received before replaces its facts. */
const written = new WeakMap<Facts, Uint8Array>();

function introductionOf(component: Component): Uint8Array | undefined {
  if (builtIn.has(component)) return undefined;
  if (isStandIn(component)) return met.get(component);
  const known = written.get(component.facts);
  if (known !== undefined) return known;
  const fields = component.kind === "numeric" ? component.fields : undefined;
  const made = pack({ fields, facts: component.facts, initial: initialOf(component) } satisfies Introduction);
  written.set(component.facts, made);
  return made;
}

function initialOf(component: Component): Introduction["initial"] {
  if (component.kind === "value") return component.serialiser.encode(component.initial());
  const initial = component.initial() as Readonly<Record<string, number>>;
  return Float64Array.from(component.fields, (field) => initial[field]!);
}

/** Returns the component that was written, or a substitute for it. Throws a PackError. */
export function readComponent(reader: PackReader): Component {
  const name = reader.text();
  const given = reader.value(0);
  const known = componentNamed(name);
  const before = known && met.get(known);
  if (known !== undefined && before !== undefined && given instanceof Uint8Array && sameBytes(before, given))
    return known;
  const introduction = given instanceof Uint8Array ? readIntroduction(name, given) : undefined;
  const fields = introduction === undefined ? readFields(name, given) : introduction.fields;
  const component = known ?? standIn(name, fields);
  if (fields?.join() !== (component.kind === "numeric" ? component.fields.join() : undefined))
    throw new PackError(
      `component "${name}" has different fields here: ${fields?.join() ?? "none, it is not numeric"}`,
    );
  if (introduction === undefined) return component;
  inform(component, introduction.facts, () => initialFrom(component, introduction.initial));
  met.set(component, given as Uint8Array);
  return component;
}

/** The bytes that last introduced a component: they come with every change of it and are passed on. */
const met = new WeakMap<Component, Uint8Array>();

function readIntroduction(name: string, bytes: Uint8Array): Introduction {
  const given = unpack(bytes);
  if (!isRecord(given)) throw new PackError(`what is known of component "${name}" is damaged`);
  const { fields, facts, initial } = given;
  const isNumbers = initial instanceof Float64Array && Array.isArray(fields) && initial.length === fields.length;
  if (!isFacts(facts) || !(isNumbers || (initial instanceof Uint8Array && fields === undefined)))
    throw new PackError(`what is known of component "${name}" is damaged`);
  return { fields: readFields(name, fields), facts, initial };
}

function readFields(name: string, given: unknown): readonly string[] | undefined {
  if (given === undefined) return undefined;
  if (isListOf(given, (field) => typeof field === "string")) return given as readonly string[];
  throw new PackError(`the fields of component "${name}" are damaged`);
}

function initialFrom(component: Component, initial: Introduction["initial"]): unknown {
  if (component.kind === "value") return component.serialiser.decode(initial as Uint8Array);
  return Object.fromEntries(component.fields.map((field, i) => [field, initial[i]]));
}
