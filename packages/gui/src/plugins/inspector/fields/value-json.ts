/** Formats a component's value as JSON; numbers that JSON lacks become texts: "Infinity", "NaN". */
export function valueToJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => plain(inner), 2) ?? "null";
}

export type ReadValue =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/**
 * Parses a new value for a component whose current value is `present`. Missing parts stay unchanged; the world checks
 * whether the result is valid.
 */
export function valueFromJson(text: string, present: unknown): ReadValue {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { ok: false, reason: "The clipboard does not hold JSON; copy a component's value first" };
  }
  try {
    return { ok: true, value: fitted(parsed ?? undefined, present, "") };
  } catch (error) {
    if (error instanceof MisfitError) return { ok: false, reason: error.message };
    throw error;
  }
}

class MisfitError extends Error {}

function plain(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
}

function fitted(value: unknown, present: unknown, path: string): unknown {
  const where = path === "" ? "The value" : `“${path}”`;
  if (present === undefined || present === null) return value;
  if (typeof present === "number") return numberIn(value, where);
  if (typeof present !== "object") {
    if (typeof value === typeof present) return value;
    throw new MisfitError(`${where} must be ${typeof present === "string" ? "a text" : "true or false"}`);
  }
  if (Array.isArray(present)) {
    if (!Array.isArray(value)) throw new MisfitError(`${where} must be a list`);
    return value.map((item, i) => fitted(item, present[i] ?? present[0], `${path}[${i}]`));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new MisfitError(`${where} must be an object`);
  return fittedObject(value as Readonly<Record<string, unknown>>, present as Readonly<Record<string, unknown>>, path);
}

function fittedObject(
  value: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
  path: string,
): unknown {
  // A different type has different fields, so none of the old ones are kept.
  const isOther = typeof value["type"] === "string" && value["type"] !== present["type"];
  if (isOther) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && !keys.some((key) => key in present))
    throw new MisfitError(`${path === "" ? "The value" : `“${path}”`} has none of the fields of this component`);
  const inner = (key: string): unknown => fitted(value[key], present[key], path === "" ? key : `${path}.${key}`);
  return { ...present, ...Object.fromEntries(keys.map((key) => [key, inner(key)])) };
}

function numberIn(value: unknown, where: string): number {
  if (typeof value === "number") return value;
  if (value === "Infinity" || value === "-Infinity" || value === "NaN") return Number(value);
  throw new MisfitError(`${where} must be a number`);
}
