import { readdirSync, readFileSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { defineConfig, type Plugin } from "vite";

const root = resolve(import.meta.dirname, "../..");

export default defineConfig({
  plugins: [worldFiles(join(root, "worlds")), contentPolicy()],
  // An unknown path is an error, not this page again: includes of a world are looked for by trying.
  appType: "mpa",
  build: {
    target: "es2024",
    // Data URLs and an inline polyfill would need holes in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The page itself needs no physics engine; without this it would carry the worker's 2 MB as well.
      treeshake: { moduleSideEffects: (id) => !/\/packages\/(sim|msgs)\/|@dimforge/.test(id) },
    },
  },
  // The engine is one file of 2 MB that only the worker loads.
  worker: { format: "es", rolldownOptions: { checks: { pluginTimings: false } } },
  server: { proxy: { "/ws": { target: "http://127.0.0.1:8460", ws: true } } },
});

/** The repository's worlds at /worlds/, for pages that run one without a server. */
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

/** Rejects what leads out of the folder, by `..%2f` or by a link. */
async function readInside(folder: string, path: string): Promise<Buffer> {
  const file = await realpath(join(folder, decodeURIComponent(path)));
  const way = relative(await realpath(folder), file);
  if (way === ".." || way.startsWith(`..${sep}`)) throw new Error(`${path} is not in ${folder}`);
  return readFile(file);
}

/** Not while developing: there the tools write styles into the page. */
function contentPolicy(): Plugin {
  const policy = [
    "default-src 'none'",
    // For the physics engine. Scripts from strings stay forbidden.
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
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
