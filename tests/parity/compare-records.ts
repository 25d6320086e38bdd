/** Numbers this near, or this near as a share of their size, are the same. */
const NEAR = 2e-3;
/** Names of fields that differ between any two simulators. */
const IGNORED = new Set(["id"]);

/**
 * Returns where two pieces of JSON differ, as `path: theirs, ours`; numbers may differ a little. At most `most` of
 * them.
 */
export function differences(theirs: unknown, ours: unknown, most = 5): string[] {
  const found: string[] = [];
  const walk = (a: unknown, b: unknown, path: string): void => {
    if (found.length >= most || isNear(a, b)) return;
    if (isObject(a) && isObject(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        if (!IGNORED.has(key)) walk(a[key], b[key], `${path}.${key}`);
      }
    } else found.push(`${path}: ${show(a)}, ours ${show(b)}`);
  };
  walk(theirs, ours, "");
  return found;
}

function isNear(a: unknown, b: unknown): boolean {
  // What a message leaves out is zero; whole numbers of 64 bits are text in Gazebo's JSON.
  const [x, y] = [Number(a ?? 0), Number(b ?? 0)];
  if (Number.isFinite(x) && Number.isFinite(y) && !isObject(a) && !isObject(b)) {
    return Math.abs(x - y) <= NEAR * Math.max(1, Math.abs(x));
  }
  return a === b;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
