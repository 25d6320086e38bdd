import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { importCycles } from "./import-cycles.ts";
import { PublicNames } from "./public-names.ts";
import { imports, loads, names, reexportsOnly, uses, type Found } from "./source-facts.ts";

/** Packages that each package may import. Only messages cross between server and gui. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  msgs: [],
  sim: ["msgs"],
  // Data over time: what pages and the command line draw, compute and write to files.
  plots: ["msgs", "sim"],
  server: ["msgs", "sim", "plots"],
  gui: ["msgs", "sim", "plots"],
};

type Layers = Readonly<Record<string, readonly string[]>>;

/** Folders of packages/sim/src, and what each may import: other folders, the package msgs. */
const SIM_LAYERS: Layers = {
  base: [],
  ecs: ["base"],
  solids: ["base"],
  physics: ["base", "solids"],
  // The contents of files, as plain data.
  scene: ["base"],
  components: ["base", "ecs", "scene"],
  // A scene's models and lights as entities of a world: spawned, found, saved.
  entities: ["base", "ecs", "scene", "components"],
  transport: ["base", "msgs"],
  // Converts values of the simulator to messages, and back.
  messages: ["base", "scene", "components", "msgs"],
  formats: ["base", "scene", "solids", "msgs"],
  history: ["base", "ecs", "scene"],
  // What requests mean, applied to any world: a running one or a page's copy.
  commands: ["base", "ecs", "components", "scene", "entities", "messages", "history", "msgs"],
  stream: ["base", "ecs", "components", "transport", "scene", "entities", "msgs"],
  // Values that can be watched: the list, the watchers, their samples.
  introspection: ["base", "ecs", "components", "transport", "scene", "entities", "physics", "msgs"],
  runner: [
    "introspection",
    "base",
    "ecs",
    "components",
    "transport",
    "scene",
    "entities",
    "messages",
    "formats",
    "solids",
    "physics",
    "history",
    "commands",
    "msgs",
  ],
  systems: [
    "base",
    "ecs",
    "components",
    "transport",
    "scene",
    "entities",
    "messages",
    "solids",
    "physics",
    "history",
    "commands",
    "stream",
    "runner",
    "msgs",
  ],
  // What a run would report about a scene, without running it.
  checks: ["base", "ecs", "components", "scene", "entities", "formats", "runner", "systems"],
  // A recording observes a runner; a playback is an alternative to physics.
  logs: ["base", "ecs", "components", "scene", "entities", "transport", "history", "stream", "runner", "msgs"],
  // Simulates the past of a world once more, in a runner of its own.
  replayer: ["base", "ecs", "components", "scene", "transport", "introspection", "history", "runner", "logs", "msgs"],
};

/** The same for packages/plots/src. */
const PLOTS_LAYERS: Layers = {
  // The data of curves.
  series: [],
  // Values computed from others.
  formulas: ["series"],
  // Curves as SVG, PDF and characters.
  pictures: ["series"],
  // Curves as files of numbers, and back.
  tables: ["series"],
};

/** The same for packages/server/src. */
const SERVER_LAYERS: Layers = {
  threads: [],
  plugins: [],
  files: ["threads"],
  logs: ["files", "threads"],
  // Reads and writes models for a world in a thread of its own.
  scribe: ["threads"],
  // Simulates the past of a world once more in a thread of its own.
  replayer: ["logs", "plugins", "threads"],
  world: ["files", "plugins", "logs", "scribe", "replayer", "threads"],
  gateway: ["files"],
  // What clients get of each world.
  served: ["files", "world", "gateway", "threads"],
};

/** The same for packages/gui/src. */
const GUI_LAYERS: Layers = {
  // What all others build on.
  base: [],
  client: ["base"],
  // Draws a world, in a page or in a thread.
  render: ["base"],
  // A server within the page.
  local: ["base", "client"],
  // The page's look: its tokens.
  style: ["base"],
  ui: ["base", "client", "style"],
  shell: ["base", "client", "style", "ui"],
  plugins: ["base", "client", "style", "ui", "shell", "render"],
};

const LAYERS: Readonly<Record<string, Layers>> = {
  sim: SIM_LAYERS,
  plots: PLOTS_LAYERS,
  server: SERVER_LAYERS,
  gui: GUI_LAYERS,
};
/** These folders, and the files directly in src, may import everything in their package. */
const UNBOUND = ["front", "host", "testing", "cli"];

/**
 * Globals that a page has and a drawing thread lacks, and those that drawing code gets as arguments: the clock, files,
 * pictures.
 */
const PAGE_ONLY =
  /^(document|window|self|navigator|location|localStorage|sessionStorage|devicePixelRatio|matchMedia|getComputedStyle|(request|cancel)AnimationFrame|HTML\w*Element|Image|ImageBitmap|createImageBitmap|OffscreenCanvas|ResizeObserver|performance|Date|fetch|XMLHttpRequest|setTimeout|setInterval|URL|Blob)$/;

/** Packages that also run in a browser. */
const WITHOUT_NODE = ["msgs", "sim", "plots", "gui"];

export interface Problem {
  /** Relative to the repository. */
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

/** Returns every import that violates the tables above, and other violations that no linter rule can express. */
export function checkLayers(root: string): Problem[] {
  const problems = Object.keys(PACKAGES).flatMap((name) => {
    const files = sourceFiles(join(root, "packages", name, "src"));
    return [...files.flatMap((file) => checkFile(root, name, file)), ...cyclesOf(root, files)];
  });
  return [...problems, ...checkPlugins(root)];
}

/**
 * Panels that come with the page may use of it, and of each other, only what everybody may; otherwise nobody would
 * notice what is missing for others.
 */
function checkPlugins(root: string): Problem[] {
  const src = join(root, "packages/gui/src");
  const plugins = join(src, "plugins");
  const offered = new PublicNames(["index.ts", "plugins/api.ts", "render/index.ts"].map((entry) => join(src, entry)));
  return sourceFiles(plugins)
    .filter((file) => !isTestFile(file) && dirname(file) !== plugins)
    .flatMap((file) => {
      const own = join(plugins, relative(plugins, file).split("/")[0]!);
      // The layers already refuse files of a plugin other than api.ts to all others.
      const isOwn = (target: string): boolean =>
        target.startsWith(`${own}/`) || (target.startsWith(`${plugins}/`) && !target.endsWith("/api.ts"));
      return offered
        .problemsOf(file, readFileSync(file, "utf8"), isOwn)
        .map(({ line, rule }) => ({ file: relative(root, file), line, rule }));
    });
}

/** Returns the cycles of shipped files that load each other. */
function cyclesOf(root: string, files: readonly string[]): Problem[] {
  const graph = new Map(
    files
      .filter((file) => !isTestFile(file))
      .map((file) => {
        const local = loads(file, readFileSync(file, "utf8")).filter((specifier) => specifier.startsWith("."));
        return [file, local.map((specifier) => resolve(dirname(file), specifier))];
      }),
  );
  return importCycles(graph).map((cycle) => {
    const [first, ...others] = cycle.map((file) => relative(root, file));
    return { file: first!, line: 1, rule: `loads itself by way of ${others.join(", ")}` };
  });
}

function isTestFile(file: string): boolean {
  return /\.(test|contract|fixture)\.tsx?$/.test(file);
}

function checkFile(root: string, packageName: string, file: string): Problem[] {
  const source = readFileSync(file, "utf8");
  const problem = ({ line }: Found, rule: string): Problem => ({ file: relative(root, file), line, rule });
  const isTest = isTestFile(file);
  const problems = imports(file, source).flatMap((found) => {
    const rule = isTest
      ? ruleAgainstInTest(root, packageName, file, found.text)
      : ruleAgainst(root, packageName, file, found.text);
    return rule === undefined ? [] : [problem(found, rule)];
  });
  if (!/(^|\/)(index|api)\.tsx?$/.test(file) && reexportsOnly(file, source)) {
    problems.push(problem({ line: 1, text: "" }, "a file of re-exports only: index.ts and api.ts may be, no other"));
  }
  if (packageName === "sim" && !isTest) {
    const rule = "the last bit of ** differs between engines: multiply, or use pow of base/math/math.ts";
    for (const found of uses(file, source, "**")) problems.push(problem(found, rule));
  }
  if (packageName === "gui" && !isTest && layerOf(relative(join(root, "packages/gui/src"), file)) === "render") {
    for (const found of names(file, source, (name) => PAGE_ONLY.test(name))) {
      problems.push(problem(found, `render draws without a page: no ${found.text}`));
    }
  }
  return problems;
}

/** Returns what is wrong with an import of `specifier` by a shipped file, if anything. */
function ruleAgainst(root: string, packageName: string, file: string, specifier: string): string | undefined {
  const src = join(root, "packages", packageName, "src");
  if (specifier.startsWith(".")) {
    const target = relative(src, resolve(dirname(file), specifier));
    if (target.startsWith("..")) return `${specifier} is outside of packages/${packageName}/src`;
    return ruleAgainstLayer(LAYERS[packageName], relative(src, file), target);
  }
  if (specifier.startsWith("node:")) {
    return WITHOUT_NODE.includes(packageName) ? `${packageName} runs in a browser too: no ${specifier}` : undefined;
  }
  const wanted = packageOf(specifier);
  const sibling = /^@orrery\/(.+)$/.exec(wanted)?.[1];
  if (sibling !== undefined) {
    if (!PACKAGES[packageName]!.includes(sibling)) return `${packageName} must not import ${sibling}`;
    return packageName === "sim" ? ruleAgainstLayer(SIM_LAYERS, relative(src, file), sibling) : undefined;
  }
  if (dependencies(join(root, "packages", packageName), ["dependencies"]).has(wanted)) return undefined;
  return `${wanted} is not in the dependencies of packages/${packageName}/package.json`;
}

/** Checks an import against the layers. Both are paths below the package's src; `to` is "msgs" for that package. */
function ruleAgainstLayer(layers: Layers | undefined, from: string, to: string): string | undefined {
  const layer = layerOf(from);
  if (layers === undefined || layer === undefined || UNBOUND.includes(layer)) return undefined;
  if (layer === "plugins" && layerOf(to) === "plugins") return ruleAgainstPlugin(from, to);
  if (layer === layerOf(to)) return undefined;
  const allowed = layers[layer];
  if (allowed === undefined) return `${layer} has no place in the table of tools/check-layers.ts`;
  const target = to === "msgs" ? to : layerOf(to);
  if (allowed.includes(to) || (target !== undefined && allowed.includes(target))) return undefined;
  return `${layer} must not import ${target === undefined || target === to ? to : `${target} (${to})`}`;
}

/** Checks that a plugin uses only another plugin's api.ts; plugins/index.ts lists them all. */
function ruleAgainstPlugin(from: string, to: string): string | undefined {
  const [, own, inner] = from.split("/");
  const [, other, file] = to.split("/");
  if (inner === undefined || own === other || file === "api.ts") return undefined;
  return `plugin ${own} must import of plugin ${other} its api.ts only (${to})`;
}

/**
 * Checks an import of a test. Tests may use all of their package, what it builds on, shared code in tests/, Node, and
 * development tools.
 */
function ruleAgainstInTest(root: string, packageName: string, file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) {
    const target = relative(root, resolve(dirname(file), specifier));
    const allowed = target.startsWith(`packages/${packageName}/`) || target.startsWith("tests/");
    return allowed ? undefined : `${specifier} is outside of packages/${packageName} and tests`;
  }
  if (specifier.startsWith("node:")) return undefined;
  const wanted = packageOf(specifier);
  const sibling = /^@orrery\/(.+)$/.exec(wanted)?.[1];
  if (sibling !== undefined) {
    const allowed = sibling === packageName || PACKAGES[packageName]!.includes(sibling);
    return allowed ? undefined : `${packageName} must not import ${sibling}`;
  }
  const own = dependencies(join(root, "packages", packageName), ["dependencies", "devDependencies"]);
  if (own.has(wanted) || dependencies(root, ["devDependencies"]).has(wanted)) return undefined;
  return `${wanted} is in no package.json that packages/${packageName} may use`;
}

/** Returns "entities" for entities/spawn.ts; undefined for a file directly in src. */
function layerOf(path: string): string | undefined {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : undefined;
}

/** Returns "@scope/name" for "@scope/name/part". */
function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function dependencies(folder: string, fields: readonly string[]): Set<string> {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, object | undefined>;
  return new Set(fields.flatMap((field) => Object.keys(manifest[field] ?? {})));
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts") && !file.startsWith("gen/"))
    .toSorted()
    .map((file) => join(folder, file));
}

if (import.meta.main) {
  const problems = checkLayers(resolve(import.meta.dirname, ".."));
  for (const { file, line, rule } of problems) console.log(`${file}:${line}: ${rule}`);
  if (problems.length > 0) process.exitCode = 1;
}
