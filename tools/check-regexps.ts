import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { assertNever } from "../packages/sim/src/base/assert-never.ts";
import { RegExpSteps, type Part } from "./regexp-steps.ts";
import { regexps } from "./source-facts.ts";

/** Code that handles texts of clients. A page's own expressions can hold up only its reader. */
const WHERE = ["packages/msgs/src", "packages/sim/src", "packages/plots/src", "packages/server/src"];

/** For a text twice as long, the number of steps may grow by this factor: linear growth is 2, quadratic 4. */
const MAX_GROWTH = 3;
/** Characters of the shorter of two texts to compare. */
const LENGTH = 64;
/** More steps than this for such a short text are exponential. */
const MAX_STEPS = 50_000;

/** Returns a printable attack on an expression whose steps grow faster than the text; `undefined` if none was found. */
export function findSlowText(source: string, flags: string): string | undefined {
  // Without repetitions each place of the text takes a fixed number of steps.
  if (!/[*+]|\{\d+,\}/.test(source)) return undefined;
  const steps = new RegExpSteps(source, flags);
  const { starts, pumps } = piecesOf(steps.root);
  for (const start of starts) {
    for (const pump of pumps) {
      for (const end of ["", "\u0001"]) {
        const times = Math.ceil(LENGTH / pump.length);
        const short = steps.count(start + pump.repeat(times) + end, MAX_STEPS);
        const most = short * MAX_GROWTH + LENGTH;
        if (short >= MAX_STEPS || steps.count(start + pump.repeat(2 * times) + end, most) >= most)
          return `${JSON.stringify(start)} + ${JSON.stringify(pump)} × n + ${JSON.stringify(end)}`;
      }
    }
  }
  return undefined;
}

/** Returns the pieces of an attack: texts that lead into the expression, and texts that keep it busy. */
function piecesOf(root: Part): { readonly starts: ReadonlySet<string>; readonly pumps: ReadonlySet<string> } {
  const starts = new Set([""]);
  const pumps = new Set<string>();
  const walk = (part: Part, before: string): void => {
    if (before.length < 40) starts.add(before);
    if (before !== "") pumps.add(before);
    switch (part.kind) {
      case "character":
        for (const sample of samplesOf(part.fits)) pumps.add(sample);
        return;
      case "sequence": {
        let lead = before;
        for (const each of part.parts) {
          walk(each, lead);
          lead += shortest(each, true);
        }
        return;
      }
      case "choice":
        for (const each of part.parts) walk(each, before);
        return;
      case "group":
      case "look":
        return walk(part.part, before);
      case "repeat":
        pumps.add(shortest(part.part, true));
        return walk(part.part, before);
      case "place":
      case "again":
        return;
      default:
        assertNever(part);
    }
  };
  walk(root, "");
  pumps.delete("");
  return { starts, pumps };
}

/** Returns a short text that matches; with `isFull`, optional parts occur once. */
function shortest(part: Part, isFull: boolean): string {
  switch (part.kind) {
    case "character":
      return samplesOf(part.fits)[0] ?? "";
    case "sequence":
      return part.parts.map((each) => shortest(each, isFull)).join("");
    case "choice":
      return shortest(part.parts[0]!, isFull);
    case "group":
      return shortest(part.part, isFull);
    case "repeat":
      return shortest(part.part, isFull).repeat(Math.max(part.least, isFull ? 1 : 0));
    default:
      return "";
  }
}

/** Returns the first few matching characters of different kinds. */
function samplesOf(fits: (character: string) => boolean): string[] {
  return Array.from(CHARACTERS).filter(fits).slice(0, 3);
}

const CHARACTERS =
  " a0\t<>\"'/.:=-_#&;,+*~@[]{}()|\\$^%!?\nABCDEFGHIJKLMNOPQRSTUVWXYZbcdefghijklmnopqrstuvwxyz123456789·µμ\0é";

export interface SlowRegExp {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly attack: string;
}

export function checkRegExps(root: string): SlowRegExp[] {
  const files = WHERE.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test|\.contract|\.fixture)\.ts$/.test(file))
      .map((file) => join(root, folder, file)),
  );
  return files.flatMap((file) =>
    regexpsIn(file).flatMap(({ source, flags, line }) => {
      const attack = findSlowText(source, flags);
      return attack === undefined ? [] : [{ file: relative(root, file), line, text: `/${source}/${flags}`, attack }];
    }),
  );
}

/** Most files have none, and parsing takes longer than everything else. */
function regexpsIn(file: string): ReturnType<typeof regexps> {
  const text = readFileSync(file, "utf8");
  return /[(=,:[!&|?;>{}\n] ?\/(?![/*])/.test(text) ? regexps(file, text) : [];
}

if (import.meta.main) {
  const slow = checkRegExps(resolve(import.meta.dirname, ".."));
  for (const { file, line, text, attack } of slow)
    console.log(`${file}:${line}: ${text} takes more than linear time for ${attack}`);
  process.exitCode = slow.length === 0 ? 0 : 1;
}
