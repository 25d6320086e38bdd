import { MemoryResources } from "@orrery/sim";
import { formatProblem, INSERTED, parseSdf } from "@orrery/sim/host";
import type { Cut, SdfThing } from "./sdf-things.ts";

/** Returns the reason why things of a file were not inserted, with the places of the errors in the file itself. */
export async function placedInFile(reason: string, file: string, things: readonly SdfThing[]): Promise<string> {
  if (!reason.includes(`${INSERTED}:`)) return reason;
  const thing = things.length === 1 ? things[0] : await refusedOne(things, reason);
  if (thing === undefined || !("sdf" in thing)) return reason;
  return reason
    .split("\n")
    .map((mistake) => (PLACE.test(mistake) ? inFile(mistake, file, thing.cut) : mistake))
    .join("\n");
}

const PLACE = new RegExp(`${INSERTED}:(\\d+):(\\d+)`);
/** Matches the line of another part that an error refers to. */
const OTHER_LINE = /\(line (\d+)\)/g;

function inFile(mistake: string, file: string, cut: Cut | undefined): string {
  return mistake
    .replace(PLACE, (_, written: string, at: string) => {
      const { line, column } = placeInFile(cut, Number(written), Number(at));
      return `${file}:${line}:${column}`;
    })
    .replaceAll(OTHER_LINE, (_, line: string) => `(line ${placeInFile(cut, Number(line), Infinity).line})`);
}

/**
 * Returns the thing that was refused: things are read one after another, so it is the first that contains one of the
 * errors.
 */
async function refusedOne(things: readonly SdfThing[], reason: string): Promise<SdfThing | undefined> {
  for (const thing of things) {
    if (!("sdf" in thing)) continue;
    const { problems } = await parseSdf(thing.sdf, INSERTED, new MemoryResources({}));
    if (problems.some((problem) => problem.severity === "error" && reason.includes(formatProblem(problem))))
      return thing;
  }
  return undefined;
}

/** Returns the place in the file. Without a cut, the text is the whole file. */
function placeInFile(cut: Cut | undefined, line: number, column: number): { line: number; column: number } {
  if (cut === undefined) return { line, column };
  const { element, insideAt } = cut;
  // The start tag was rewritten, so its columns mean nothing in the file.
  if (line === 1 && column <= insideAt) return element;
  const before = element.source.text.slice(0, element.innerStart).split(/\r\n|\r|\n/);
  return {
    line: before.length + line - 1,
    column: line === 1 ? column - insideAt + before.at(-1)!.length : column,
  };
}
