import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** More files than this hold more than one subject. */
const MAX_FILES = 35;
/** More lines than this hold more than one concept. */
const MAX_LINES = 320;

const FOLDERS = ["bench", "packages", "tests", "tools"];
const SKIPPED = new Set(["node_modules", "dist", "gen", ".cache"]);

/** Returns the folders with too many source files and the source files with too many lines. Tests do not count. */
export function checkSizes(root: string): string[] {
  return FOLDERS.flatMap((folder) => foldersBelow(join(root, folder))).flatMap((folder) => {
    const sources = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && isSource(entry.name))
      .map(({ name }) => join(folder, name));
    const long = sources.flatMap((file) => {
      const lines = readFileSync(file, "utf8").trimEnd().split("\n").length;
      return lines > MAX_LINES ? [`${relative(root, file)}: ${lines} lines are more than ${MAX_LINES}: split it`] : [];
    });
    if (sources.length <= MAX_FILES) return long;
    const crowd = `${sources.length} source files are more than ${MAX_FILES}: make folders, one for each subject`;
    return [`${relative(root, folder)}: ${crowd}`, ...long];
  });
}

function foldersBelow(folder: string): string[] {
  const inside = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
    .map(({ name }) => join(folder, name))
    .toSorted();
  return [folder, ...inside.flatMap(foldersBelow)];
}

function isSource(name: string): boolean {
  return /\.(tsx?|mjs)$/.test(name) && !/\.(test|contract|fixture)\.tsx?$/.test(name) && !name.endsWith(".d.ts");
}

if (import.meta.main) {
  const problems = checkSizes(resolve(import.meta.dirname, ".."));
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}
