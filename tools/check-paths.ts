import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

export interface StalePath {
  /** Relative to the repository. */
  readonly file: string;
  readonly line: number;
  readonly path: string;
}

/**
 * Finds paths in code spans of Markdown files, such as `runner/schedule/serve.ts`, that do not end the path of any file
 * in the repository.
 */
export function stalePaths(root: string): StalePath[] {
  const files = repositoryFiles(root);
  const known = new Set(files.flatMap(endsOf));
  return files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((text, i) => pathsIn(text).map((path) => ({ file, line: i + 1, path }))),
    )
    .filter(({ path }) => !known.has(path));
}

/** Returns paths of source files with a folder; a bare name may be an example. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w-][\w./-]*\/[\w.-]+\.(?:tsx?|mjs))`/g)].map(([, path]) => path!);
}

/** Returns "a/b/c.ts", "b/c.ts" and "c.ts" for "a/b/c.ts". */
function endsOf(file: string): string[] {
  const parts = file.split("/");
  return parts.map((_, i) => parts.slice(i).join("/"));
}

function repositoryFiles(root: string): string[] {
  const skipped = new Set(["node_modules", "dist", ".git", ".tsbuild", ".cache"]);
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : walk(join(folder, entry.name));
      return entry.isFile() ? [relative(root, join(folder, entry.name))] : [];
    });
  return walk(root);
}

if (import.meta.main) {
  const stale = stalePaths(resolve(import.meta.dirname, ".."));
  for (const { file, line, path } of stale) console.log(`${file}:${line}: there is no ${path}`);
  if (stale.length > 0) process.exitCode = 1;
}
