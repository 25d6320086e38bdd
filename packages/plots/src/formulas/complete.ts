import { signatureOf } from "./functions/function.ts";
import { FUNCTIONS } from "./functions/table.ts";
import { isDigit, isLetter, quoteName } from "./names.ts";
import type { FormulaScope } from "./scope.ts";
import { partNames } from "./shape.ts";

/** What may stand at the cursor. */
export interface Completion {
  readonly kind: "function" | "formula" | "curve" | "part" | "constant";
  readonly label: string;
  /** What replaces the text from `from` to `to`. A function brings its opening parenthesis. */
  readonly insert: string;
  /** A signature, a unit, the text of a formula: what is shown beside the label. */
  readonly detail: string;
  /** One line; empty where there is nothing to say. */
  readonly help: string;
}

export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly items: readonly Completion[];
}

/** Nobody reads more. */
const MOST = 50;

const CONSTANTS: readonly Completion[] = [
  { kind: "constant", label: "t", insert: "t", detail: "s", help: "The time of the sample." },
  { kind: "constant", label: "pi", insert: "pi", detail: "3.14159…", help: "Half a turn in radians." },
  { kind: "constant", label: "e", insert: "e", detail: "2.71828…", help: "The base of natural logarithms." },
];

/** Returns what may stand at a place of a text, which need not be a whole formula: the best first. */
export function completeFormula(text: string, position: number, scope: FormulaScope): Completions {
  const { from, to, typed, isQuoted } = wordAt(text, position);
  const parts = isQuoted ? [] : partsFor(typed, scope);
  if (parts.length > 0) return { from: from + typed.lastIndexOf(".") + 1, to, items: parts };
  const names = [...formulas(scope), ...curves(scope)];
  const all = isQuoted ? names : [...functions(), ...CONSTANTS, ...names];
  return { from, to, items: best(all, typed.toLowerCase()) };
}

interface Word {
  readonly from: number;
  readonly to: number;
  /** What of it is before the cursor, without a backtick. */
  readonly typed: string;
  readonly isQuoted: boolean;
}

/** Finds the name that the cursor is in, or behind. */
function wordAt(text: string, position: number): Word {
  const cursor = Math.max(0, Math.min(position, text.length));
  let open = -1;
  for (let i = text.indexOf("`"); i >= 0 && i < cursor; i = text.indexOf("`", i + 1)) open = open < 0 ? i : -1;
  if (open >= 0) {
    const close = text.indexOf("`", cursor);
    return { from: open, to: close < 0 ? cursor : close + 1, typed: text.slice(open + 1, cursor), isQuoted: true };
  }
  let from = cursor;
  while (from > 0 && isNamePart(text, from - 1)) from--;
  // A number with a unit is no name.
  while (from < cursor && !isLetter(text.charCodeAt(from))) from++;
  let to = cursor;
  while (isNamePart(text, to)) to++;
  return { from, to, typed: text.slice(from, cursor), isQuoted: false };
}

function isNamePart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at < text.length && (isLetter(code) || isDigit(code) || ":.[]".includes(text[at]!));
}

/** Returns the parts of the curve whose name ends before the last point. */
function partsFor(typed: string, scope: FormulaScope): Completion[] {
  const dot = typed.lastIndexOf(".");
  const info = dot > 0 ? scope.curve(typed.slice(0, dot)) : undefined;
  if (info === undefined) return [];
  return partNames(info.shape)
    .filter((name) => name.startsWith(typed.slice(dot + 1)))
    .map((name, i) => {
      const unit = (info.units.length === 1 ? info.units[0] : info.units[i]) ?? "";
      return { kind: "part", label: name, insert: name, detail: unit, help: "" };
    });
}

function functions(): Completion[] {
  return [...FUNCTIONS.values()].map((each) => ({
    kind: "function",
    label: each.name,
    insert: `${each.name}(`,
    detail: signatureOf(each),
    help: each.help,
  }));
}

function formulas(scope: FormulaScope): Completion[] {
  return [...scope.formulaNames()].map((name) => {
    return { kind: "formula", label: name, insert: quoteName(name), detail: scope.formula(name) ?? "", help: "" };
  });
}

function curves(scope: FormulaScope): Completion[] {
  return [...scope.curveNames()].map((name) => {
    const info = scope.curve(name);
    const units = [...new Set(info?.units)].filter((unit) => unit !== "").join(" ");
    const detail = [info?.shape ?? "", units].filter((text) => text !== "").join(", ");
    return { kind: "curve", label: name, insert: quoteName(name), detail, help: "" };
  });
}

/** Names that begin with what was typed come first, then those with a word that does, then those that contain it. */
function best(all: readonly Completion[], typed: string): Completion[] {
  const ranks: Completion[][] = [[], [], []];
  for (const each of all) {
    const at = each.label.toLowerCase().indexOf(typed);
    if (at < 0) continue;
    const before = each.label.charCodeAt(at - 1);
    ranks[at === 0 ? 0 : isLetter(before) || isDigit(before) ? 2 : 1]!.push(each);
    if (ranks[0]!.length >= MOST) break;
  }
  return ranks.flat().slice(0, MOST);
}
