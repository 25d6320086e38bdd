import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, normalize } from "node:path";
import { imports, quotedTexts } from "../source-facts.ts";

/** The compiled modules of a package: the text of each file, by its path in the package. */
export interface PublishedModules {
  readonly files: ReadonlyMap<string, string>;
  /** Packages that they import, without Node's own. */
  readonly packages: ReadonlySet<string>;
}

/**
 * Collects the compiled files reachable from the entries, and changes each string that names a `.ts` file to name the
 * `.js` file. The compiler does so only for imports in modules: not for imports in declarations, nor for strings such
 * as the module that a thread is to run. Throws for a string that names no compiled file.
 */
export function publishedModules(
  folder: string,
  entries: readonly string[],
  { declarations }: { readonly declarations: boolean },
): PublishedModules {
  const emitted = new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }));
  const files = new Map<string, string>();
  const packages = new Set<string>();
  const waiting = entries.map((entry) => normalize(entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    if (!emitted.has(file)) throw new Error(`${join(folder, file)}: the compiler wrote no such file`);
    const { text, named } = withNames(file, readFileSync(join(folder, file), "utf8"), emitted);
    files.set(file, text);
    waiting.push(...named);
    const declared = file.replace(/\.js$/, ".d.ts");
    if (declarations && emitted.has(declared)) waiting.push(declared);
    for (const { text: specifier } of imports(file, text)) {
      if (isPackage(specifier)) packages.add(packageOf(specifier));
    }
  }
  return { files, packages };
}

/** Returns the file's text with `.js` instead of `.ts` in the names of files, and the files that it names. */
function withNames(file: string, source: string, emitted: ReadonlySet<string>): { text: string; named: string[] } {
  const named: string[] = [];
  const parts: string[] = [];
  let from = 0;
  const inOrder = quotedTexts(file, source).toSorted((a, b) => a.start - b.start);
  for (const { text, start, end } of inOrder) {
    if (/^\.\.?\/.*\$\{\}.*\.ts$/.test(text))
      throw new Error(`${file}: which file is meant by ${text} cannot be known`);
    if (!/^[\w./-]+\.(ts|m?js)$/.test(text)) continue;
    const changed = text.replace(/\.ts$/, ".js");
    const target = normalize(join(dirname(file), changed));
    const isRelative = /^\.\.?\//.test(text);
    if (emitted.has(target) && !isRelative && text !== changed) {
      throw new Error(`${file}: "${text}" may mean a source file; write "./${text}" where it does`);
    }
    if (!isRelative) continue;
    if (!emitted.has(target)) throw new Error(`${file}: "${text}" is not among the files of its package`);
    named.push(target);
    parts.push(source.slice(from, start), JSON.stringify(changed));
    from = end;
  }
  return { text: parts.join("") + source.slice(from), named };
}

function isPackage(specifier: string): boolean {
  return !/^(\.|node:)/.test(specifier) && !builtinModules.includes(specifier);
}

/** Returns `@orrery/sim` for `@orrery/sim/front`. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
