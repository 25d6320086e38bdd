import { nearest } from "@orrery/msgs/nearest";
import type { Vec3 } from "../../base/vec3.ts";
import { parseNumber, parseNumbers } from "../../formats/sdf/values.ts";
import { hasPrefix, placeOf, type XmlElement } from "../../formats/xml.ts";
import { parseXml } from "../../formats/xml-reader.ts";
import { Problems } from "../../scene/problem.ts";
import type { Plugin, SourcePlace } from "../../scene/scene.ts";

/** A parameter of a system, declared once: its element, default, help text and type all come from here. */
export interface Param<T> {
  readonly element: string;
  readonly initial: T;
  readonly doc: string;
  /** Returns the value that these elements give, or a text that says what is wrong. */
  readonly read: (elements: readonly XmlElement[]) => { readonly value: T } | string;
  /**
   * The kind of parts of the model that its texts name, scoped below the model, so that unknown names can be reported
   * beforehand.
   */
  readonly names?: keyof KnownNames;
  /** Whether the system does nothing without it; its absence is then a warning. */
  readonly isNeeded?: boolean;
  /** Whether it is in metres, and so is scaled with the model. */
  readonly isLength?: boolean;
}

/** The parts of a model that parameters may name. */
export interface KnownNames {
  readonly joint: readonly string[];
}

export interface ParamSpecs {
  readonly [name: string]: Param<unknown>;
}

export type ParamValues<S extends ParamSpecs> = { readonly [K in keyof S]: S[K] extends Param<infer T> ? T : never };

export function numberParam(element: string, initial: number, doc = ""): Param<number> {
  return {
    element,
    initial,
    doc,
    read: (elements) => {
      const value = parseNumber(textOf(elements));
      return value === undefined ? `"${textOf(elements)}" is not a number` : { value };
    },
  };
}

/** Declares that a number or vector is a length, in metres: when the model is scaled, so is the parameter. */
export function asLength<T extends number | Vec3>(param: Param<T>): Param<T> {
  return { ...param, isLength: true };
}

/** Declares a number that may be absent, with a meaning that no number has. */
export function optionalNumberParam(element: string, doc = ""): Param<number | undefined> {
  return { ...numberParam(element, 0, doc), initial: undefined };
}

export function textParam(element: string, initial: string, doc = ""): Param<string> {
  return { element, initial, doc, read: (elements) => ({ value: textOf(elements) }) };
}

export function flagParam(element: string, initial: boolean, doc = ""): Param<boolean> {
  return {
    element,
    initial,
    doc,
    read: (elements) => {
      const text = textOf(elements).toLowerCase();
      if (text === "true" || text === "1") return { value: true };
      return text === "false" || text === "0" ? { value: false } : `"${text}" is neither true nor false`;
    },
  };
}

/** Declares a flag that may be absent, with a meaning that differs from both values. */
export function optionalFlagParam(element: string, doc = ""): Param<boolean | undefined> {
  return { ...flagParam(element, false, doc), initial: undefined };
}

export function vec3Param(element: string, initial: Vec3, doc = ""): Param<Vec3> {
  return {
    element,
    initial,
    doc,
    read: (elements) => {
      const [x, y, z, more] = parseNumbers(textOf(elements)) ?? [];
      if (x === undefined || y === undefined || z === undefined || more !== undefined)
        return "three numbers are needed";
      return { value: { x, y, z } };
    },
  };
}

/** Declares the texts of an element that may be given several times. */
export function textListParam(element: string, doc = ""): Param<readonly string[]> {
  return { element, initial: [], doc, read: (elements) => ({ value: elements.map(({ text }) => text.trim()) }) };
}

/** Declares the name of a joint of the model. */
export function jointParam(element: string, doc = ""): Param<string> {
  return { ...textParam(element, "", doc), names: "joint" };
}

/** Does the same as `jointListParam`, but at least one must be given. */
export function neededJointsParam(element: string, doc = ""): Param<readonly string[]> {
  return { ...jointListParam(element, doc), isNeeded: true };
}

/** Declares names of joints of the model, one element each. */
export function jointListParam(element: string, doc = ""): Param<readonly string[]> {
  return { ...textListParam(element, doc), names: "joint" };
}

/** Declares the numbers of an element that may be given several times. */
export function numberListParam(element: string, doc = ""): Param<readonly number[]> {
  return {
    element,
    initial: [],
    doc,
    read: (elements) => {
      const values = elements.map(({ text }) => parseNumber(text.trim()));
      const wrong = values.indexOf(undefined);
      if (wrong >= 0) return `"${elements[wrong]!.text.trim()}" is not a number`;
      return { value: values as number[] };
    },
  };
}

/** Declares elements that are groups of parameters themselves; unknown elements in a group are ignored. */
export function groupsParam<const S extends ParamSpecs>(
  element: string,
  specs: S,
  doc = "",
): Param<readonly ParamValues<S>[]> {
  const readGroup = ({ children }: XmlElement): ParamValues<S> | string => {
    const values: Record<string, unknown> = {};
    for (const [name, spec] of Object.entries(specs)) {
      const given = children.filter((child) => child.name === spec.element);
      const result = given.length === 0 ? { value: spec.initial } : spec.read(given);
      if (typeof result === "string") return `<${spec.element}>: ${result}`;
      values[name] = result.value;
    }
    return values as ParamValues<S>;
  };
  return {
    element,
    initial: [],
    doc,
    read: (elements) => {
      const groups = elements.map(readGroup);
      const wrong = groups.find((group) => typeof group === "string");
      return wrong === undefined ? { value: groups as ParamValues<S>[] } : wrong;
    },
  };
}

/** Reads one parameter from the children of an element; returns its default if it is absent or invalid. */
export function readParam<T>(spec: Param<T>, { children }: XmlElement): T {
  const given = children.filter((child) => child.name === spec.element);
  const result = given.length === 0 ? { value: spec.initial } : spec.read(given);
  return typeof result === "string" ? spec.initial : result.value;
}

/**
 * Reads a plugin's parameters. An invalid one is reported and gets its default; an unknown one causes a warning. If
 * `parts` is given, so does the name of a missing part; in a running world the part may be added later.
 */
export function readParams<S extends ParamSpecs>(
  specs: S,
  plugin: Plugin,
  where: SourcePlace | undefined,
  problems: Problems,
  parts?: KnownNames,
): ParamValues<S> {
  const file = where?.file ?? `<plugin name="${plugin.name}">`;
  const syntax = new Problems();
  const root = parseXml(`<plugin>${plugin.innerXml}</plugin>`, file, syntax);
  for (const { code, message, hint } of syntax.list) problems.warn(code, `${plugin.name}: ${message}`, where, hint);
  const children = root?.children ?? [];
  const known = Object.values(specs).map(({ element }) => element);
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const given = children.filter((child) => child.name === spec.element);
    const result = given.length === 0 ? { value: spec.initial } : spec.read(given);
    values[name] = typeof result === "string" ? spec.initial : result.value;
    if (typeof result === "string") {
      const message = `${plugin.name}: <${spec.element}>: ${result}; its default, ${String(spec.initial)}, is used`;
      problems.warn("bad-value", message, placeIn(where, given[0]!));
    }
    if (spec.isNeeded === true && given.length === 0)
      problems.warn("missing-element", `${plugin.name}: it lacks <${spec.element}>`, where, spec.doc);
    if (spec.names === undefined || parts === undefined) continue;
    const there = new Set(parts[spec.names]);
    for (const element of given) {
      const part = element.text.trim();
      if (there.has(part)) continue;
      const message = `${plugin.name}: <${spec.element}>: the model has no ${spec.names} "${part}"`;
      const hint = (): string => {
        const near = nearest(part, there);
        return near === undefined ? "" : `did you mean "${near}"?`;
      };
      problems.warn(`unknown-${spec.names}`, message, placeIn(where, element), hint);
    }
  }
  for (const child of children) {
    if (known.includes(child.name) || hasPrefix(child.name)) continue;
    const hint = (): string => {
      const near = nearest(child.name, known);
      return near === undefined ? "" : `did you mean <${near}>?`;
    };
    problems.warn("unknown-element", `${plugin.name} has no parameter <${child.name}>`, placeIn(where, child), hint);
  }
  return values as ParamValues<S>;
}

function textOf(elements: readonly XmlElement[]): string {
  return elements.at(-1)!.text.trim();
}

/** Returns an element's place in the file, given that of its plugin; columns on the plugin's first line are unknown. */
function placeIn(where: SourcePlace | undefined, element: XmlElement) {
  if (where === undefined || element.line === 1) return where;
  return { ...placeOf(element), line: where.line + element.line - 1 };
}
