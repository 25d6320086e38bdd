import { shapeElements } from "./shape-elements.ts";
import { modelElements } from "./model-elements.ts";
import { sensorElements } from "./sensor-elements.ts";
import { worldElements } from "./world-elements.ts";

/** The type of an element's or attribute's text. */
export type ValueType = "bool" | "double" | "int" | "uint" | "string" | "vec2" | "vec3" | "pose" | "color" | "time";

export interface ValueRule {
  /** Undefined for an element that only contains other elements. */
  readonly type: ValueType | undefined;
  /** For an attribute: whether it is required. */
  readonly required: boolean;
  readonly mayBeEmpty: boolean;
  readonly least: number;
  readonly most: number;
  /** The allowed words; empty if any word is allowed. */
  readonly words: readonly string[];
}

/** The allowed contents of an element. */
export interface ElementRule {
  readonly attributes: ReadonlyMap<string, ValueRule>;
  /** The names of the required attributes. */
  readonly required: readonly string[];
  readonly children: ReadonlyMap<string, ValueRule>;
}

/**
 * Returns the rule for an element in its parent; `undefined` if SDF has none, so that nothing is checked. A name can
 * have different meanings in different parents: `contact/ode` is not `friction/ode`, and `<frame>` is a text in a
 * sensor.
 */
export function ruleOf(name: string, parent: string, value: ValueRule | undefined): ElementRule | undefined {
  const isText = value?.type !== undefined && value.type !== "pose";
  const rules = RULES.get(name);
  return rules?.within.get(parent) ?? (isText ? undefined : rules?.anywhere);
}

const TYPES: Readonly<Record<string, ValueType>> = {
  b: "bool",
  d: "double",
  i: "int",
  u: "uint",
  s: "string",
  v2: "vec2",
  v3: "vec3",
  pose: "pose",
  color: "color",
  time: "time",
};

/**
 * The syntax of the tables: `name`, `name:type`, `name:type[least,most]`, `name:s{word|word}`; with a leading `@` for
 * an attribute, a trailing `!` for required and not empty, `+` for required.
 */
const ENTRY =
  /^(?<attribute>@?)(?<name>\w+)(?::(?<type>\w+))?(?:\[(?<least>[^,]*),(?<most>[^\]]*)\])?(?:\{(?<words>[^}]+)\})?(?<required>[!+]?)$/;

/** The rule for an element of this name, and different rules inside some parents. */
interface NamedRules {
  anywhere: ElementRule | undefined;
  readonly within: Map<string, ElementRule>;
}

const RULES: ReadonlyMap<string, NamedRules> = readTables();

/** Reads the tables, whose keys are `name` or `parent/name`. */
function readTables(): Map<string, NamedRules> {
  const rules = new Map<string, NamedRules>();
  for (const table of [modelElements, shapeElements, sensorElements, worldElements]) {
    for (const [element, entries] of Object.entries(table)) {
      const slash = element.indexOf("/");
      const name = element.slice(slash + 1);
      let named = rules.get(name);
      if (named === undefined) rules.set(name, (named = { anywhere: undefined, within: new Map() }));
      const rule = readRule(element, entries);
      if (slash < 0) named.anywhere = rule;
      else named.within.set(element.slice(0, slash), rule);
    }
  }
  return rules;
}

function readRule(element: string, entries: string): ElementRule {
  const attributes = new Map<string, ValueRule>();
  const children = new Map<string, ValueRule>();
  for (const entry of entries.split(/\s+/).filter((word) => word !== "")) {
    const { attribute, name, type, least, most, words, required } = ENTRY.exec(entry)?.groups ?? {};
    const isKnown = name !== undefined && (type === undefined || Object.hasOwn(TYPES, type));
    if (!isKnown) throw new Error(`the SDF table has a bad entry for <${element}>: ${entry}`);
    (attribute === "@" ? attributes : children).set(name, {
      type: type === undefined ? undefined : TYPES[type],
      required: required !== "",
      mayBeEmpty: required !== "!",
      least: least === undefined || least === "" ? -Infinity : Number(least),
      most: most === undefined || most === "" ? Infinity : Number(most),
      words: words?.split("|") ?? [],
    });
  }
  const required = [...attributes].filter(([, value]) => value.required).map(([name]) => name);
  return { attributes, required, children };
}
