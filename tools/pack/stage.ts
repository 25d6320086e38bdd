import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../setup.mjs";
import { commandManifest, libraryManifest, readManifest, type Manifest } from "./manifest.ts";
import { licenceTexts, neededPackages } from "./needed-packages.ts";
import { publishedModules } from "./published-modules.ts";

/**
 * Lays out the package of a library: the folders of the repository, with JavaScript and declarations instead of
 * TypeScript.
 */
export function stageLibrary(name: string, emitted: string, folder: string): string {
  const manifest = libraryManifest(readManifest(join(root, "packages", name)), readManifest(root));
  const entries = Object.values(manifest.exports!) as { types: string; default: string }[];
  stageModules({
    from: join(emitted, name),
    to: folder,
    entries: entries.map((entry) => entry.default),
    declarations: true,
    manifest,
  });
  for (const { types } of entries) {
    const file = join(folder, types);
    writeFileSync(file, LIBS + readFileSync(file, "utf8"));
  }
  stageTexts(folder, manifest);
  return folder;
}

/** The libraries of TypeScript that the declarations need, whatever the importing project has configured. */
const LIBS = ["es2024", "esnext.disposable", "esnext.iterator"]
  .map((lib) => `/// <reference lib="${lib}" />\n`)
  .join("");

/**
 * Lays out the package of the command, with the page, the sample worlds and its dependencies, where the code looks for
 * them.
 */
export function stageCommand(emitted: string, libraries: readonly string[], folder: string): string {
  const [server, sim, plots, gui] = ["server", "sim", "plots", "gui"].map((name) =>
    readManifest(join(root, "packages", name)),
  );
  const manifest = commandManifest(readManifest(root), [server!, sim!, plots!]);
  stageModules({
    from: join(emitted, "server"),
    to: join(folder, "packages/server"),
    entries: ["src/cli.mjs"],
    declarations: false,
    manifest: server!,
  });
  const { name, version, type } = server!;
  writeJson(join(folder, "packages/server/package.json"), { name, version, type });

  const copy = (from: string, to: string): void => cpSync(from, join(folder, to), { recursive: true });
  copy(join(root, "bin/installed.mjs"), "bin/orrery.mjs");
  for (const same of ["tools/run-node.mjs", "worlds", "packages/gui/dist"]) copy(join(root, same), same);
  rmSync(join(folder, "packages/gui/dist/.built"));
  const inPage = thirdParties(gui!.dependencies!);
  writeFileSync(join(folder, "packages/gui/dist/licences.txt"), licenceTexts(inPage));

  for (const [needed, from] of thirdParties(manifest.dependencies!)) {
    cpSync(from, join(folder, "node_modules", needed), { recursive: true, filter: (file) => !UNUSED.test(file) });
  }
  for (const library of libraries) copy(library, join("node_modules", readManifest(library).name));
  stageTexts(folder, manifest);
  return folder;
}

/** Files that would be a quarter of the package: source maps, and MuJoCo for several threads. */
const UNUSED = /\.map$|\/@mujoco\/mujoco\/mt$/;

function thirdParties(dependencies: Readonly<Record<string, string>>): Map<string, string> {
  const needed = neededPackages(root, Object.keys(dependencies));
  return new Map([...needed].filter(([name]) => !name.startsWith("@orrery/")));
}

/** Writes the modules that the entries lead to. Throws if they import a package that is not a dependency. */
function stageModules(given: {
  readonly from: string;
  readonly to: string;
  readonly entries: readonly string[];
  readonly declarations: boolean;
  readonly manifest: Manifest;
}): void {
  const { from, to, entries, declarations, manifest } = given;
  const { files, packages } = publishedModules(from, entries, { declarations });
  const missing = [...packages].filter((name) => manifest.dependencies?.[name] === undefined);
  if (missing.length > 0) throw new Error(`${manifest.name} imports ${missing.join(", ")}: not among its dependencies`);
  for (const [file, text] of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), text);
  }
}

function stageTexts(folder: string, manifest: Manifest): void {
  writeJson(join(folder, "package.json"), manifest);
  for (const file of ["LICENSE", "README.md"]) cpSync(join(root, file), join(folder, file));
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
