// npm run api: writes the exports of each package into its API.md; --check fails if that file is out of date.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Declarations } from "./api/declarations.ts";

/** Packages with entries that others build on. */
const PACKAGES = ["msgs", "sim", "plots", "server", "gui"] as const;
/** Entries that change often, for which only names are listed, without declarations. */
const NAMES_ONLY = ["/host", "/panels", "/render", "/front", "/formats", "/logs", "/components", "/testing"];

const root = join(import.meta.dirname, "..");

if (import.meta.main) process.exitCode = main(process.argv.slice(2));

function main(args: readonly string[]): number {
  const isCheck = args.includes("--check");
  const changed = PACKAGES.filter((name) => {
    const file = join(root, "packages", name, "API.md");
    const report = reportOf(name);
    if (existsSync(file) && readFileSync(file, "utf8") === report) return false;
    if (!isCheck) writeFileSync(file, report);
    return true;
  });
  if (!isCheck || changed.length === 0) return 0;
  for (const name of changed) console.log(`packages/${name}/API.md is not what the package exports: npm run api`);
  return 1;
}

/** Returns the report of one package. The compiler must have run before. */
export function reportOf(name: string): string {
  const declarations = new Declarations();
  const manifest = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  const sections = Object.entries(manifest.exports)
    .filter(([, source]) => source.endsWith(".ts"))
    .map(([entry, source]) => {
      const file = join(root, ".tsbuild", name, source.replace("./src/", "").replace(/\.ts$/, ".d.ts"));
      const exports = [...declarations.of(file)].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const isBrief = NAMES_ONLY.includes(entry.slice(1));
      const body = isBrief
        ? exports.map(([each]) => `\`${each}\``).join(", ")
        : `\`\`\`ts\n${exports.map(([, text]) => text).join("\n")}\n\`\`\``;
      return `## @orrery/${name}${entry.slice(1)}\n\n${body}\n`;
    });
  const intro = `Written by \`npm run api\` from the sources; \`npm run check\` fails when they differ. Review a change here as a change for users.`;
  return `# What @orrery/${name} offers\n\n${intro}\n\n${sections.join("\n")}`;
}
