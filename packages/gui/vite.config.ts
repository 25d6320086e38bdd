import { readdirSync, readFileSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { sharedModules } from "./shared-modules.ts";

const root = resolve(import.meta.dirname, "../..");

/** People who start a world are not interested in the timing of plugins. */
const QUIET = { bundlerTimings: false, pluginTimings: false };

export default defineConfig({
  plugins: [sharedModules(), worldFiles(join(root, "worlds")), contentPolicy(), withoutEval()],
  // An unknown path is an error instead of this page: a world's includes are found by trying paths.
  appType: "mpa",
  build: {
    target: "es2024",
    // Data URLs and an inline polyfill would require exceptions in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      // "use client" in packages means nothing without server-side rendering.
      onLog: (level, log, next) => log.code !== "MODULE_LEVEL_DIRECTIVE" && next(level, log),
      // The page itself needs no physics engine; without this it would load the worker's 2 MB as well.
      checks: QUIET,
      treeshake: { moduleSideEffects: (id) => !/\/packages\/(sim|msgs)\/|@dimforge|@mujoco/.test(id) },
    },
  },
  // The engines are files of 2 and 10 MB; only the worker loads them, and only the one that a world needs.
  worker: {
    format: "es",
    plugins: () => [withoutEval()],
    rolldownOptions: { checks: QUIET },
  },
  // If the development server bundled MuJoCo, it would not find its file beside it.
  optimizeDeps: { exclude: ["@mujoco/mujoco"] },
  // An Orrery server on its usual port.
  server: {
    proxy: {
      "/ws": { target: "http://127.0.0.1:8460", ws: true },
      ...Object.fromEntries(
        ["/assets?", "/plugins/", "/modules/", "/gui-config.json", "/health"].map((path) => [
          path,
          "http://127.0.0.1:8460",
        ]),
      ),
    },
  },
});

/** Serves the repository's worlds at /worlds/, for pages that run one without a server. */
function worldFiles(folder: string): Plugin {
  return {
    name: "world-files",
    generateBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        const fileName = `worlds/${file.slice(folder.length + 1).replaceAll(sep, "/")}`;
        this.emitFile({ type: "asset", fileName, source: readFileSync(file) });
      }
    },
    configureServer(server) {
      server.middlewares.use("/worlds", (request, response, next) => {
        readInside(folder, new URL(request.url ?? "", "http://localhost").pathname).then(
          (bytes) => response.end(bytes),
          () => next(),
        );
      });
    },
  };
}

/** Reads a file. Rejects paths that lead out of the folder, by `..%2f` or by a link. */
async function readInside(folder: string, path: string): Promise<Buffer> {
  const file = await realpath(join(folder, decodeURIComponent(path)));
  const way = relative(await realpath(folder), file);
  if (way === ".." || way.startsWith(`..${sep}`)) throw new Error(`${path} is not in ${folder}`);
  return readFile(file);
}

/**
 * Replaces functions that MuJoCo's bindings write as text, which the page's policy forbids, by closures that do the
 * same. Removes the parts for Node, for which a bundler would only report that "module" is missing.
 */
function withoutEval(): Plugin {
  const changes: readonly (readonly [from: string, to: string])[] = [
    ["const { createRequire } = await import('module');", ""],
    ["var require = createRequire(import.meta.url);", "var require;"],
    [
      "var ENVIRONMENT_IS_NODE = typeof process == 'object' && process.versions?.node && process.type != 'renderer';",
      "var ENVIRONMENT_IS_NODE = false;",
    ],
    [
      "var invokerFn = new Function(...args, invokerFnBody)(...closureArgs);",
      `var invokerFn = function (...given) {
        checkArgCount(given.length, minArgs, expectedArgCount, humanName, throwBindingError);
        var destructors = needsDestructorStack ? [] : null;
        var self = isClassMethodFunc ? [argTypes[1].toWireType(destructors, this)] : [];
        var wired = self.concat(argTypes.slice(2).map((type, i) => type.toWireType(destructors, given[i])));
        var result = cppInvokerFunc(cppTargetFunc, ...wired);
        if (needsDestructorStack) runDestructors(destructors);
        else argTypes.slice(isClassMethodFunc ? 1 : 2).forEach((type, i) => type.destructorFunction?.(wired[i]));
        if (returns) return argTypes[0].fromWireType(result);
      };`,
    ],
    [
      "var invokerFunction = new Function(...params, functionBody)(...args);",
      `var invokerFunction = function (obj, func, destructorsRef, at) {
        var values = types.map((type) => {
          var value = type.readValueFromPointer(at);
          at += type.argPackAdvance;
          return value;
        });
        var result = kind === 1 ? new func(...values) : kind === 0 ? func.call(obj, ...values) : func.call(...values);
        if (!retType.isVoid) return emval_returnValue(retType, destructorsRef, result);
      };`,
    ],
  ];
  return {
    name: "without-eval",
    transform(code, id) {
      if (!id.endsWith("/@mujoco/mujoco/mujoco.js")) return undefined;
      return changes.reduce((text, [from, to]) => {
        if (text.split(from).length !== 2)
          throw new Error(`MuJoCo's bindings have changed: they do not contain ${from} exactly once`);
        return text.replace(from, () => to);
      }, code);
    },
  };
}

/** Sets the content policy, except during development, when the tools write styles into the page. */
function contentPolicy(): Plugin {
  const policy = [
    "default-src 'none'",
    // For the physics engine. Scripts in strings stay forbidden.
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return {
    name: "content-policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy }, injectTo: "head-prepend" },
    ],
  };
}
