import type { Cell, Columns } from "./trace.ts";

/** First and last step, both included. */
type Span = readonly [number, number];

/** An entry of a `checks.json`. */
export type Check = { readonly level: "strict" | "loose" } & (
  | { readonly type: "series"; readonly cols: readonly string[]; readonly steps: Span; readonly abs: number }
  | { readonly type: "rot"; readonly entity: string; readonly steps: Span; readonly abs: number }
  | { readonly type: "value"; readonly col: string; readonly step: number; readonly near: number; readonly abs: number }
  | {
      readonly type: "range";
      readonly col: string;
      readonly steps: Span;
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly type: "tilt";
      readonly entity: string;
      readonly step: number;
      readonly min: number | null;
      readonly max: number | null;
    }
);

export interface Outcome {
  readonly check: Check;
  readonly ok: boolean;
  /** The largest deviation; for a range, how far the values leave it; for a tilt, the angle itself. */
  readonly worst: number;
  /** What is missing, or the values if `worst` alone says little; otherwise empty. */
  readonly note: string;
}

/** Applies a check to a candidate by the rules of compare.py, which comes with the recordings. */
export function applyCheck(check: Check, reference: Columns, candidate: Columns): Outcome {
  return { check, ...judge(check, reference, candidate) };
}

/** Returns a description as short as a name; it is unique among the checks of a world. */
export function describeCheck(check: Check): string {
  const span = ([from, to]: Span): string => `(${from}–${to})`;
  switch (check.type) {
    case "series":
      return `${check.cols.join(" ")} ±${check.abs} ${span(check.steps)}`;
    case "rot":
      return `rotation of ${check.entity} ±${check.abs} rad ${span(check.steps)}`;
    case "value":
      return `${check.col} at ${check.step} = ${check.near} ±${check.abs}`;
    case "range":
      return `${check.col} in ${check.min} … ${check.max} ${span(check.steps)}`;
    case "tilt": {
      const least = check.min === null ? "" : ` ≥ ${check.min}`;
      const most = check.max === null ? "" : ` ≤ ${check.max}`;
      return `tilt of ${check.entity} at ${check.step}${least}${most} rad`;
    }
    default:
      return check satisfies never;
  }
}

type Verdict = Omit<Outcome, "check">;

function judge(check: Check, reference: Columns, candidate: Columns): Verdict {
  switch (check.type) {
    case "series": {
      const names = [...reference.keys()].filter((name) => check.cols.some((pattern) => matches(pattern, name)));
      if (names.length === 0) return missing(check.cols.join(" "));
      return names
        .map((name) => compare([name], check, reference, candidate, ([a], [b]) => Math.abs(a! - b!)))
        .reduce(both);
    }
    case "rot":
      return compare(quaternionOf(check.entity), check, reference, candidate, rotationBetween);
    case "value": {
      const value = cellAt(candidate, check.col, check.step);
      if (value === null) return missing(check.col);
      const worst = Math.abs(value - check.near);
      return { ok: worst <= check.abs, worst, note: "" };
    }
    case "range": {
      const values = inSpan(candidate, check.col, check.steps);
      if (values.length === 0 || values.includes(null)) return missing(check.col);
      const [least, most] = [Math.min(...(values as number[])), Math.max(...(values as number[]))];
      const worst = Math.max(0, check.min - least, most - check.max);
      return { ok: worst === 0, worst, note: `${least} … ${most}` };
    }
    case "tilt": {
      const cells = quaternionOf(check.entity).map((name) => cellAt(candidate, name, check.step));
      if (cells.includes(null)) return missing(check.entity);
      const [x, y, z, w] = cells as [number, number, number, number];
      const cosine = 1 - (2 * (x * x + y * y)) / (x * x + y * y + z * z + w * w);
      const worst = Math.acos(Math.max(-1, Math.min(1, cosine)));
      return { ok: worst >= (check.min ?? -Infinity) && worst <= (check.max ?? Infinity), worst, note: "" };
    }
    default:
      return check satisfies never;
  }
}

/** Returns the largest deviation of some columns taken together, over the steps in both traces. */
function compare(
  names: readonly string[],
  { steps: [from, to], abs }: { readonly steps: Span; readonly abs: number },
  reference: Columns,
  candidate: Columns,
  deviation: (a: number[], b: number[]) => number,
): Verdict {
  const absent = names.find((name) => !candidate.has(name));
  if (absent !== undefined) return missing(absent);
  const rows = new Map(candidate.get("step")!.map((step, i) => [step, i]));
  let worst = 0;
  let note = "";
  for (const [i, step] of reference.get("step")!.entries()) {
    const row = rows.get(step);
    if (row === undefined || step! < from || step! > to) continue;
    const expected = names.map((name) => reference.get(name)![i] ?? null);
    if (expected.includes(null)) continue;
    const found = names.map((name) => candidate.get(name)![row] ?? null);
    if (found.includes(null)) note = `${names[0]} is not there at ${step}`;
    else worst = Math.max(worst, deviation(expected as number[], found as number[]));
  }
  // False for NaN, too.
  return { ok: note === "" && worst <= abs, worst, note };
}

function both(a: Verdict, b: Verdict): Verdict {
  return { ok: a.ok && b.ok, worst: Math.max(a.worst, b.worst), note: a.note === "" ? b.note : a.note };
}

function missing(what: string): Verdict {
  return { ok: false, worst: NaN, note: `${what} is missing` };
}

function quaternionOf(entity: string): string[] {
  return ["x", "y", "z", "w"].map((axis) => `${entity}.q${axis}`);
}

/**
 * Returns the angle between rotations, in rad; q and −q are the same. Near zero the cosine has no digits left, so a
 * series is used.
 */
function rotationBetween(a: number[], b: number[]): number {
  const norm = Math.sqrt(dot(a, a) * dot(b, b));
  const cosine = Math.min(1, Math.abs(dot(a, b)) / Math.max(1e-12, norm));
  return cosine < 1 - 1e-9 ? 2 * Math.acos(cosine) : Math.sqrt(Math.max(0, 8 * (1 - cosine)));
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

function cellAt(columns: Columns, name: string, step: number): Cell {
  const row = columns.get("step")!.indexOf(step);
  return row < 0 ? null : (columns.get(name)?.[row] ?? null);
}

function inSpan(columns: Columns, name: string, [from, to]: Span): Cell[] {
  const steps = columns.get("step")!;
  return (columns.get(name) ?? []).filter((_, i) => steps[i]! >= from && steps[i]! <= to);
}

/** Matches like file names in a shell: `*` is any text, `?` one character. */
function matches(pattern: string, name: string): boolean {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`).test(name);
}
