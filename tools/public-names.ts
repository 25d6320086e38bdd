import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { importedNames, reexports, type ImportedName } from "./source-facts.ts";

/** The exports of a package's entries, by file and by name within it. */
export class PublicNames {
  readonly #entries: readonly string[];
  /** "FILE NAME", or "FILE *" for all of a file: whether values are exported, or only types. */
  readonly #offered = new Map<string, "values" | "types">();

  constructor(entries: readonly string[]) {
    this.#entries = entries.filter((entry) => existsSync(entry));
    for (const entry of this.#entries) this.#read(entry);
  }

  /** Returns what is wrong with the imports of a file that may use only public exports. */
  problemsOf(file: string, source: string, isOwn: (target: string) => boolean): { line: number; rule: string }[] {
    if (this.#entries.length === 0) return [];
    return importedNames(file, source).flatMap((name) => {
      if (!name.from.startsWith(".")) return [];
      const target = resolve(dirname(file), name.from);
      if (isOwn(target) || this.#offers(target, name)) return [];
      return [
        { line: name.line, rule: `${name.text} is for everybody or for nobody: export it from ${this.#words(file)}` },
      ];
    });
  }

  #offers(target: string, { text, isType }: ImportedName): boolean {
    return [text, "*"].some((name) => {
      const offered = this.#offered.get(`${target} ${name}`);
      return offered === "values" || (offered === "types" && isType);
    });
  }

  #read(entry: string): void {
    for (const { from, name = "*", isType } of reexports(entry, readFileSync(entry, "utf8"))) {
      if (!from.startsWith(".")) continue;
      const key = `${resolve(dirname(entry), from)} ${name}`;
      if (!isType || !this.#offered.has(key)) this.#offered.set(key, isType ? "types" : "values");
    }
  }

  #words(file: string): string {
    const src = file.slice(0, file.indexOf("/src/") + "/src/".length);
    return this.#entries.map((entry) => relative(src, entry)).join(" or ");
  }
}
