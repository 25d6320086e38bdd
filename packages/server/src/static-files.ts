import { createReadStream, type Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";

/** For every answer: the page may share memory with its workers, and nobody else may frame or embed it. */
export const PAGE_HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Reaches the page's workers too, which a policy in the page does not; Rapier is WebAssembly.
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Answers with a file of a folder, and with nothing from outside of it. `false` when there is no such file. */
export async function sendFile(
  folder: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const found = await fileIn(folder, path);
  if (found === undefined) return false;
  const { file, stats } = found;
  response.writeHead(200, {
    ...PAGE_HEADERS,
    "Content-Type": TYPES[extname(file).toLowerCase()] ?? "application/octet-stream",
    "Content-Length": stats.size,
    // The names of built assets hold a hash of their contents; everything else is asked for again.
    "Cache-Control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  });
  if (request.method === "HEAD") response.end();
  // Whoever goes away in the middle is no error of ours.
  else await pipeline(createReadStream(file), response).catch(() => response.destroy());
  return true;
}

async function fileIn(folder: string, path: string): Promise<{ file: string; stats: Stats } | undefined> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path.endsWith("/") ? `${path}index.html` : path));
    const way = relative(root, file);
    if (way === "" || way === ".." || way.startsWith(`..${sep}`)) return undefined;
    if (way.split(sep).some((part) => part.startsWith("."))) return undefined;
    const stats = await stat(file);
    return stats.isFile() ? { file, stats } : undefined;
  } catch {
    return undefined;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".glb": "model/gltf-binary",
  ".gltf": "model/gltf+json",
};
