import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/**
 * Returns the mismatches between the rules in the SPEC.md of each package and the tests that cite them, one per line.
 */
export function checkSpec(root: string): string[] {
  const rules = readSpecs(root);
  const cited = readCitations(root);
  const problems: string[] = [];
  for (const [id, places] of rules) {
    if (places.length > 1) problems.push(`${places[1]}: rule [${id}] is also at ${places[0]}`);
    if (!cited.has(id)) problems.push(`${places[0]}: rule [${id}] has no test`);
  }
  for (const [id, places] of cited) {
    if (!rules.has(id)) problems.push(`${places[0]}: [${id}] is no rule of any SPEC.md`);
  }
  return problems.toSorted();
}

/** Where each id occurs, as file:line. */
type Places = Map<string, string[]>;

/** Reads lines such as "- **[TL3]** A command after an undo …". */
function readSpecs(root: string): Places {
  const packages = join(root, "packages");
  const files = readdirSync(packages).map((name) => join(packages, name, "SPEC.md"));
  return placesOf(root, files.filter(existsSync), /^\s*-\s+\*\*\[([A-Z]+\d+)\]\*\*/g);
}

/** Reads names that begin with ids: test("[TL3] …"), describe(`[TL3][TL4] …`). */
function readCitations(root: string): Places {
  const files = ["packages", "tests"].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(root, folder, file))
      : [],
  );
  const tests = files.filter((file) => /\.(test|contract)\.tsx?$/.test(file) && !file.includes("node_modules"));
  return placesOf(root, tests.toSorted(), /(?<=["'`](?:\[[A-Z]+\d+\])*)\[([A-Z]+\d+)\]/g);
}

function placesOf(root: string, files: readonly string[], pattern: RegExp): Places {
  const places: Places = new Map();
  for (const file of files) {
    for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
      for (const [, id] of line.matchAll(pattern)) {
        places.set(id!, [...(places.get(id!) ?? []), `${relative(root, file)}:${index + 1}`]);
      }
    }
  }
  return places;
}

if (import.meta.main) {
  const problems = checkSpec(resolve(import.meta.dirname, ".."));
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}
