import type { IncomingMessage, ServerResponse } from "node:http";
import { PAGE_HEADERS } from "../../files/static-files.ts";

export function send(response: ServerResponse, status: number, type: string, text: string): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, {
    ...PAGE_HEADERS,
    "Cache-Control": "no-cache",
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Length": length,
  });
  response.end(response.req.method === "HEAD" ? undefined : text);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, "text/plain", `${text}\n`);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, "application/json", `${JSON.stringify(value)}\n`);
}

/** Returns the path of a request, decoded once; `undefined` if it is malformed. */
export function pathOf({ url = "/" }: IncomingMessage): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

export function queryOf({ url = "/" }: IncomingMessage): URLSearchParams {
  return URL.parse(url, "http://localhost")?.searchParams ?? new URLSearchParams();
}
