import { createReadStream, type Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";

/** Headers of every answer: the page may share memory with its workers, and nobody else may frame or embed it. */
export const PAGE_HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Unlike a policy in the page, this one applies to the page's workers too. Rapier is WebAssembly.
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self' blob:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // Other sites must not see the token in the page's address.
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Answers with a file of a folder, and never with one outside it. Resolves to `false` if there is no such file. */
export async function sendFile(
  folder: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const found = await fileIn(folder, path);
  if (found === undefined) return false;
  // The names of built assets contain a hash of their contents; everything else is revalidated.
  const isHashed = path.startsWith("/assets/");
  await sendPath({ ...found, cache: isHashed ? "public, max-age=31536000, immutable" : "no-cache" }, request, response);
  return true;
}

export interface FoundFile {
  readonly file: string;
  readonly stats: Stats;
  readonly cache: string;
}

/** Answers with a file that may be served, or with 304 if the client has it already. */
export async function sendPath(
  { file, stats, cache }: FoundFile,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const tag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs * 1000).toString(36)}"`;
  const headers = { ...PAGE_HEADERS, "Cache-Control": cache, ETag: tag };
  if (isKnown(request.headers["if-none-match"], tag)) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  response.writeHead(200, { ...headers, "Content-Type": contentType(file), "Content-Length": stats.size });
  if (request.method === "HEAD") response.end();
  // A client that leaves midway is not a server error.
  else
    await pipeline(createReadStream(file, { end: Math.max(0, stats.size - 1) }), response).catch(() =>
      response.destroy(),
    );
}

/**
 * Returns a regular file below a folder, given the path of a URL; never a hidden file, nor the target of a link that
 * leads outside.
 */
export async function fileIn(folder: string, path: string): Promise<{ file: string; stats: Stats } | undefined> {
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

export function contentType(file: string): string {
  return TYPES[extname(file).toLowerCase()] ?? "application/octet-stream";
}

/** Returns whether the client has this version. `If-None-Match` may list several tags, also weak ones. */
function isKnown(header: string | undefined, tag: string): boolean {
  return header?.split(",").some((one) => one.trim().replace(/^W\//, "") === tag) ?? false;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".sdf": "application/xml; charset=utf-8",
  ".urdf": "application/xml; charset=utf-8",
  ".config": "application/xml; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".bmp": "image/bmp",
  ".tga": "image/x-tga",
  ".tif": "image/tiff",
  ".tiff": "image/tiff",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".glb": "model/gltf-binary",
  ".gltf": "model/gltf+json",
  ".dae": "model/vnd.collada+xml",
  ".obj": "model/obj",
  ".mtl": "model/mtl",
  ".stl": "model/stl",
};
