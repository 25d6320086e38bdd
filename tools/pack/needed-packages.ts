import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "./manifest.ts";

/** Returns these packages and all their dependencies, by name, with the folder in which each is installed. */
export function neededPackages(root: string, names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const folder = join(root, "node_modules", name);
    if (!existsSync(folder)) throw new Error(`${name} is not in node_modules`);
    found.set(name, folder);
    waiting.push(...Object.keys(readManifest(folder).dependencies ?? {}));
  }
  return found;
}

/** Collects the licence texts of packages, which must accompany copies of their code. */
export function licenceTexts(packages: ReadonlyMap<string, string>): string {
  const parts = [...packages]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, folder]) => {
      const { version, license } = readManifest(folder);
      const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
      const texts = files.toSorted().map((file) => readFileSync(join(folder, file), "utf8").trim());
      return [`${name} ${version}, licence: ${license ?? "see below"}`, ...texts].join("\n\n");
    });
  return `${parts.join(`\n\n${"-".repeat(72)}\n\n`)}\n`;
}
