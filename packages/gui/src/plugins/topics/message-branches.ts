/** A named part of a message. */
export interface Branch {
  readonly name: string;
  readonly value: unknown;
  /** Message type, if the value is a message or a list of messages. */
  readonly type?: string;
}

/** Returns the fields of a message or the items of a list, at most `most`. */
export function branchesOf(value: object, most: number): Branch[] {
  if (isList(value)) {
    return Array.from({ length: Math.min(value.length, most) }, (_, i) => ({ name: String(i), value: value[i] }));
  }
  return Object.entries(value).map(([name, one]: [string, unknown]) => ({ name, value: one }));
}

/** Returns whether there is something to unfold. Bytes are shown as one value. */
export function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Uint8Array);
}

export function leafText(value: unknown): string {
  if (value instanceof Uint8Array) {
    const first = Array.from(value.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    return `${value.length} bytes${value.length === 0 ? "" : `: ${first}${value.length > 16 ? " …" : ""}`}`;
  }
  if (typeof value === "string") return JSON.stringify(value);
  // Text shows the sign of every number except −0.
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Returns the text beside a fold: the number of parts and the name. Small records are shown in full. */
export function sizeText(value: object): string {
  if (isList(value)) return `[${value.length}]`;
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const isShort =
    entries.length <= 4 && entries.every(([, one]) => typeof one === "number" || typeof one === "boolean");
  const { name } = value as { readonly name?: unknown };
  if (typeof name === "string") return `${name} {${entries.length}}`;
  return isShort ? entries.map(([name, one]) => `${name} ${shortText(one)}`).join("  ") : `{${entries.length}}`;
}

/** Returns text for the clipboard and for the view without folds, cut off at a length that nobody reads. */
export function jsonText(json: unknown, most = 100_000): string {
  const text = JSON.stringify(json, undefined, 2) ?? "";
  return text.length <= most ? text : `${text.slice(0, most)}\n… ${text.length - most} characters more`;
}

/** Returns whether a value is a list: of messages, or of numbers. */
export function isList(value: object): value is ArrayLike<unknown> & object {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

function shortText(value: unknown): string {
  return typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(5))) : String(value);
}
