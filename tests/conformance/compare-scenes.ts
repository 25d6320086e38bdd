import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  areSameNumbers,
  isObject,
  isSameLimit,
  isSameNumber,
  isSamePose,
  numberOf,
  type Json,
  type JsonObject,
} from "./compare-values.ts";

export interface Comparison {
  readonly passed: number;
  /** Number of files that need a newer SDF than the reference knows. */
  readonly skipped: number;
  /** The differences, by file. */
  readonly failed: ReadonlyMap<string, readonly string[]>;
}

/** Compares the output of `orrery scene --json` with the reference's for the same files. */
export function compareFolders(actual: string, expected: string): Comparison {
  const failed = new Map<string, readonly string[]>();
  let [passed, skipped] = [0, 0];
  const files = readdirSync(expected, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
  for (const file of files.toSorted()) {
    const wanted = readJson(join(expected, file));
    const differences =
      wanted === undefined ? ["the expectation cannot be read"] : judge(readJson(join(actual, file)), wanted);
    if (differences === "skip") skipped++;
    else if (differences.length === 0) passed++;
    else failed.set(file.slice(0, -".json".length), differences);
  }
  return { passed, skipped, failed };
}

function readJson(file: string): JsonObject | undefined {
  try {
    const json = JSON.parse(readFileSync(file, "utf8")) as Json;
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Compares with the reference. For a file that the reference refuses, only checks that it is refused. */
export function judge(actual: JsonObject | undefined, expected: JsonObject): readonly string[] | "skip" {
  if (actual === undefined) return ["there is no such file, or it is no JSON"];
  const isSound = actual["ok"] === true;
  if (expected["ok"] !== true) {
    if (expected["newer"] === true) return "skip";
    return isSound ? ["it is read, and should be refused"] : [];
  }
  if (!isSound) return expected["lenient"] === true ? [] : [`it is refused: ${JSON.stringify(actual["errors"])}`];
  const differences: string[] = [];
  compareObject("root", "", actual, expected, (where, what) => differences.push(`${where}: ${what}`));
  return differences;
}

type Report = (where: string, what: string) => void;

/** The kind of the entries of a list. Such lists are compared by name, whatever their order. */
const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  root: { worlds: "world", models: "model", lights: "light", actors: "actor" },
  world: { models: "model", lights: "light", frames: "frame", plugins: "plugin", actors: "actor" },
  model: { links: "link", joints: "joint", frames: "frame", models: "model", plugins: "plugin" },
  link: { collisions: "shape", visuals: "shape", sensors: "sensor", lights: "light" },
  joint: { sensors: "sensor" },
};

/** The required fields; others are compared if present. */
const REQUIRED: Readonly<Record<string, string>> = {
  root: "worlds models lights",
  world: "name gravity physics models lights frames plugins",
  physics: "max_step_size real_time_factor",
  model: "name static pose links joints frames models",
  link: "name pose mass inertia inertial_pose collisions visuals sensors",
  shape: "name pose geometry",
  sensor: "name type",
  joint: "name type parent child pose axis axis2",
  axis: "xyz limits",
  limits: "lower upper effort velocity",
  light: "name type pose",
  frame: "name pose",
  plugin: "name filename",
  actor: "name pose",
};

/** Remarks of the reference about itself. */
const NOTES = new Set(
  `file source class newer newer_why lenient lenient_why errors warnings version original_version checks unresolved missing_uris
   resolved_uris exception summary inertial_auto parent_link child_link ok oracle counts sample_models`.split(/\s+/),
);

function compareObject(kind: string, where: string, actual: Json, expected: JsonObject, report: Report): void {
  if (!isObject(actual)) return report(where, `got ${text(actual)}, expected an object`);
  const required = (REQUIRED[kind] ?? "").split(" ");
  for (const [key, wanted] of Object.entries(expected)) {
    if (NOTES.has(key)) continue;
    const place = `${where}.${key}`;
    if (Object.hasOwn(actual, key)) compareField(kind, key, place, actual[key]!, wanted, expected, report);
    else if (required.includes(key) && !isNothing(wanted)) report(place, "is missing");
  }
  if (isObject(expected["counts"])) compareCounts(where, actual, expected, report);
}

function compareField(
  kind: string,
  key: string,
  where: string,
  actual: Json,
  expected: Json,
  parent: JsonObject,
  report: Report,
): void {
  const demand = (isSame: boolean): void => {
    if (!isSame) report(where, `got ${text(actual)}, expected ${text(expected)}`);
  };
  const listed = LISTS[kind]?.[key];
  if (listed !== undefined) return compareList(listed, where, actual, expected as readonly Json[], report);
  const isAutomatic = parent["inertial_auto"] === true || isObject(parent["inertial_auto"] ?? null);
  switch (key) {
    case "pose":
      return demand(expected === null || isSamePose(actual, expected as readonly Json[]));
    case "inertial_pose":
      return demand(isAutomatic || expected === null || isSamePose(actual, expected as readonly Json[]));
    case "mass":
    case "inertia":
      return isAutomatic ? undefined : compareAny(where, actual, expected, report);
    case "geometry":
      return compareGeometry(where, actual, expected as JsonObject, report);
    case "axis":
    case "axis2":
      // Axes of such joints mean nothing.
      if (parent["type"] === "fixed" || parent["type"] === "ball") return;
      return expected === null
        ? demand(actual === null)
        : compareObject("axis", where, actual, expected as JsonObject, report);
    case "xyz":
    case "xyz_joint":
    case "xyz_raw":
      return demand(expected === null || areSameNumbers(actual, expected as readonly Json[], 1e-6));
    case "limits":
    case "physics":
      return expected === null ? undefined : compareObject(key, where, actual, expected as JsonObject, report);
    case "parent":
    case "child":
      if (kind === "joint") return demand(actual === expected || actual === parent[`${key}_link`]);
      break;
    case "diffuse":
    case "specular":
    case "ambient":
    case "emissive":
      return demand(areSameNumbers(actual, expected as readonly Json[], 1e-5));
    case "material":
      if (!isObject(actual) || !isObject(expected)) return;
      for (const [colour, wanted] of Object.entries(expected))
        if (Object.hasOwn(actual, colour))
          compareField("material", colour, `${where}.${colour}`, actual[colour]!, wanted, expected, report);
      return;
  }
  if (kind === "limits") {
    const [a, b] = [numberOf(actual), numberOf(expected)];
    const isSigned = key !== "effort" && key !== "velocity";
    return demand(a === undefined || b === undefined ? actual === expected : isSameLimit(a, b, isSigned));
  }
  compareAny(where, actual, expected, report);
}

/** Compares shapes; those for which the reference has no class, only by name. */
function compareGeometry(where: string, actual: Json, expected: JsonObject, report: Report): void {
  if (!isObject(actual)) return report(where, `got ${text(actual)}, expected ${text(expected)}`);
  const isUnknown = expected["type"] === "empty" || expected["type"] === "none";
  const types = isUnknown ? ["empty", "none", undefined, expected["element"]] : [expected["type"]];
  if (!types.includes(actual["type"])) return report(`${where}.type`, `got ${text(actual["type"] ?? null)}`);
  if (isUnknown) return;
  for (const [key, wanted] of Object.entries(expected)) {
    if (Object.hasOwn(actual, key)) compareAny(`${where}.${key}`, actual[key]!, wanted, report);
    else if (!["submesh", "center_submesh", "sampling"].includes(key)) report(`${where}.${key}`, "is missing");
  }
}

function compareList(kind: string, where: string, actual: Json, expected: readonly Json[], report: Report): void {
  if (!Array.isArray(actual)) return report(where, `got ${text(actual)}, expected a list`);
  const nameOf = (each: Json): string =>
    isObject(each) ? JSON.stringify(kind === "plugin" ? [each["name"], each["filename"]] : each["name"]) : "";
  // The reference creates such frames where it merges a model.
  const isMade = (name: string): boolean => kind === "frame" && /^"(_merged__|__)/.test(name);
  const left = [...(actual as readonly Json[])];
  for (const wanted of expected) {
    const name = nameOf(wanted);
    const at = left.findIndex((each) => nameOf(each) === name);
    if (at >= 0) compareObject(kind, `${where}[${name}]`, left.splice(at, 1)[0]!, wanted as JsonObject, report);
    else if (!isMade(name)) report(where, `${kind} ${name} is missing`);
  }
  for (const each of left) if (!isMade(nameOf(each))) report(where, `${kind} ${nameOf(each)} is not expected`);
}

/** Compares the fields present in both, value by value. */
function compareAny(where: string, actual: Json, expected: Json, report: Report): void {
  const [a, b] = [numberOf(actual), numberOf(expected)];
  if (Array.isArray(expected)) {
    const list = expected as readonly Json[];
    if (!Array.isArray(actual) || actual.length !== list.length)
      return report(where, `got ${text(actual)}, expected ${text(expected)}`);
    return list.forEach((each, i) => compareAny(`${where}[${i}]`, (actual as readonly Json[])[i]!, each, report));
  }
  if (isObject(expected) && isObject(actual)) {
    for (const [key, wanted] of Object.entries(expected))
      if (Object.hasOwn(actual, key)) compareAny(`${where}.${key}`, actual[key]!, wanted, report);
    return;
  }
  const isSame = a !== undefined && b !== undefined ? isSameNumber(a, b) : actual === expected;
  if (!isSame) report(where, `got ${text(actual)}, expected ${text(expected)}`);
}

/** Compares a large world, for which the reference stores the number of each kind, and a few models. */
function compareCounts(where: string, actual: JsonObject, expected: JsonObject, report: Report): void {
  const counts = countIn(actual);
  for (const [kind, wanted] of Object.entries(expected["counts"] as JsonObject))
    if ((counts[kind] ?? 0) !== wanted)
      report(`${where}.counts.${kind}`, `got ${counts[kind] ?? 0}, expected ${text(wanted)}`);
  const models = listIn(actual, "models");
  for (const sample of (expected["sample_models"] as readonly Json[] | undefined) ?? []) {
    const name = (sample as JsonObject)["name"];
    const found = models.find((model) => model["name"] === name);
    if (found === undefined) report(`${where}.models`, `model ${text(name ?? null)} is missing`);
    else compareObject("model", `${where}.models[${text(name!)}]`, found, sample as JsonObject, report);
  }
}

function countIn(world: JsonObject): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (holder: JsonObject, ...kinds: readonly string[]): void => {
    for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + listIn(holder, kind).length;
  };
  const addModels = (holder: JsonObject): void => {
    for (const model of listIn(holder, "models")) {
      add(model, "joints", "frames", "links");
      for (const link of listIn(model, "links")) add(link, "collisions", "visuals", "sensors");
      addModels(model);
    }
    add(holder, "models");
  };
  addModels(world);
  add(world, "frames", "lights");
  return counts;
}

function listIn(holder: JsonObject, key: string): readonly JsonObject[] {
  const list = holder[key];
  return Array.isArray(list) ? (list as readonly Json[]).filter(isObject) : [];
}

function isNothing(value: Json): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function text(value: Json): string {
  return JSON.stringify(value).slice(0, 200);
}
