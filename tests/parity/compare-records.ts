/** Numbers are equal if they differ by less than this, or by less than this fraction of their size. */
const NEAR = 2e-3;
/** Names of fields that differ between any two simulators. */
const IGNORED = new Set(["id"]);

/** Returns the differences of two JSON values, as `path: theirs, ours`, at most `most`; numbers may differ a little. */
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
  // Fields left out of a message are zero; 64-bit integers are text in Gazebo's JSON.
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
