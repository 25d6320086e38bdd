/**
 * A way from a message to one of its numbers: names of fields, positions in lists, keys of maps. A name where a list is
 * means its element that is called so.
 */
export type FieldPath = readonly (string | number)[];

/** A path that is not one, or that does not lead to a number. */
export class FieldError extends Error {
  override readonly name = "FieldError";
}

/** Writes a path as text: `pose[3].position.x`, `params["front mass"].double_value`. */
export function formatPath(path: FieldPath): string {
  return path
    .map((step, i) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_]\w*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return i === 0 ? step : `.${step}`;
    })
    .join("");
}

/** Reads a path as text. Throws a FieldError that says where it ends to make sense. */
export function parsePath(text: string): FieldPath {
  const path: (string | number)[] = [];
  for (let at = 0; at < text.length;) {
    const start = text[at] === "." && at > 0 ? at + 1 : at;
    const name = text[at] === "." || at === 0 ? take(/[A-Za-z_]\w*/y, text, start) : undefined;
    const position = take(/\[\d{1,9}\]/y, text, at);
    const key = take(/\["(?:[^"\\]|\\.)*"\]/y, text, at);
    if (name !== undefined) path.push(name);
    else if (position !== undefined) path.push(Number(position.slice(1, -1)));
    else if (key !== undefined) path.push(keyOf(key, text, at));
    else throw wrong(text, at);
    at = name === undefined ? at + (position ?? key)!.length : start + name.length;
  }
  return path;
}

function take(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function keyOf(quoted: string, text: string, at: number): string {
  try {
    return JSON.parse(quoted.slice(1, -1)) as string;
  } catch {
    throw wrong(text, at);
  }
}

function wrong(text: string, at: number): FieldError {
  return new FieldError(`${JSON.stringify(text)} is not a path from character ${at + 1} on`);
}
