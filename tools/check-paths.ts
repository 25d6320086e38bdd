import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, relative, resolve } from "node:path";
import { codeNames } from "./code-names.ts";

export interface StalePath {
  /** Relative to the repository. */
  readonly file: string;
  readonly line: number;
  readonly path: string;
}

/** What the files of a repository are called, in all forms in which documents may refer to them. */
interface Known {
  /** Ends of the paths of files and folders; those of folders have a slash at their end. */
  readonly ends: ReadonlySet<string>;
  readonly files: readonly string[];
  readonly firstFolders: ReadonlySet<string>;
}

/**
 * Finds references in code spans of Markdown files that lead nowhere:
 * - paths of source files, such as `runner/schedule/serve.ts`, that do not end the path of any file;
 * - in cells of tables also names of source files, such as `serve.ts`, folders, such as `runner/schedule/`, everything
 *   that begins with a folder of the repository or with `plugins`, such as `packages/sim`, and patterns, such as
 *   `runner/pending-*.ts`;
 * - members of classes, such as `Runner.pass`, that are not in any file that declares the class.
 */
export function stalePaths(root: string): StalePath[] {
  const files = repositoryFiles(root);
  const known: Known = {
    ends: new Set(files.flatMap((file) => [...endsOf(file), ...foldersOf(file)])),
    files,
    // Topics have names like `history/jump`, so other folders need a slash at their end.
    firstFolders: new Set([
      "plugins",
      ...files.filter((file) => file.includes("/")).map((file) => file.split("/")[0]!),
    ]),
  };
  const members = codeNames(files.filter(isCode).map((file) => readFileSync(join(root, file), "utf8")));
  return files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((text, i) =>
          spansIn(text)
            .filter((span) => isStalePath(span, isRow(text), known) || members.isStale(span))
            .map((path) => ({ file, line: i + 1, path })),
        ),
    );
}

function spansIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)].map(([, span]) => span!);
}

function isRow(text: string): boolean {
  return text.startsWith("|");
}

/** Returns whether a code span is certainly meant as a path, and leads nowhere. */
function isStalePath(span: string, isInTable: boolean, { ends, files, firstFolders }: Known): boolean {
  if (!/^[\w-][\w./*-]*$/.test(span)) return false;
  if (/\/[\w.-]+\.(?:tsx?|mjs)$/.test(span)) return !ends.has(span);
  // Elsewhere, a bare name may be an example.
  if (!isInTable) return false;
  const isPath = /\.(?:tsx?|mjs)$/.test(span) || span.endsWith("/") || isBelow(span, firstFolders);
  if (!isPath) return false;
  if (span.includes("*")) return !files.some((file) => endsOf(file).some((end) => matchesGlob(end, span)));
  return !ends.has(span) && !ends.has(`${span}/`);
}

function isBelow(span: string, folders: ReadonlySet<string>): boolean {
  return span.includes("/") && folders.has(span.split("/")[0]!);
}

/** Returns "a/b/c.ts", "b/c.ts" and "c.ts" for "a/b/c.ts". */
function endsOf(file: string): string[] {
  const parts = file.split("/");
  return parts.map((_, i) => parts.slice(i).join("/"));
}

/** Returns "a/b/", "b/" and "a/" for "a/b/c.ts". */
function foldersOf(file: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) folders.push(folder);
  return folders.flatMap((folder) => endsOf(folder).map((end) => `${end}/`));
}

function isCode(file: string): boolean {
  return /^(?:packages|tools|tests|bench)\//.test(file) && /\.tsx?$/.test(file) && !file.endsWith(".test.ts");
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
