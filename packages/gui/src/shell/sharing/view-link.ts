import type { ViewContent } from "./shared-view.ts";

/** What a link shows. */
export interface LinkedView {
  /** The name of the world; empty for any. */
  readonly world: string;
  readonly content: ViewContent;
}

/** The characters of a link's part after `#view=`: mail programs and chats cut off longer ones. */
export const MAX_LINK_LENGTH = 16_000;
/** What it unpacks to. */
const MAX_BYTES = 1024 * 1024;
const KEY = "view=";

/**
 * Returns an address that shows this view. It stands behind the `#`, so no server gets it. Throws if it would be too
 * long.
 */
export async function linkTo(page: string, view: LinkedView): Promise<string> {
  const bytes = await packed(new TextEncoder().encode(JSON.stringify(view)));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  if (text.length > MAX_LINK_LENGTH) {
    throw new Error(
      `it would have ${text.length} characters, and ${MAX_LINK_LENGTH} are possible: save a file instead`,
    );
  }
  const url = new URL(page);
  url.hash = KEY + text;
  return url.href;
}

/** Returns whether an address has such a view. */
export function hasView(page: string): boolean {
  return new URL(page).hash.startsWith(`#${KEY}`);
}

/** Reads the view from an address. Throws with the reason if it is damaged: anybody can write a link. */
export async function readLink(page: string): Promise<LinkedView> {
  const text = new URL(page).hash.slice(1 + KEY.length);
  if (text.length > MAX_LINK_LENGTH) throw new Error(`it has ${text.length} characters, which is too many`);
  const view = parsed(await unpacked(text));
  if (!isRecord(view) || !isRecord(view["content"]) || typeof view["world"] !== "string") throw damaged();
  return { world: view["world"], content: view["content"] };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw damaged();
  }
}

function damaged(): Error {
  return new Error("a part of it is missing or changed: ask for the link again, and copy all of it");
}

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function unpacked(text: string): Promise<string> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    // A few bytes could unpack to any number of them.
    for (let next = await reader.read(); !next.done && size <= MAX_BYTES; next = await reader.read()) {
      size += next.value.length;
      pieces.push(next.value);
    }
    if (size > MAX_BYTES) await reader.cancel();
  } catch {
    throw damaged();
  }
  if (size > MAX_BYTES) throw new Error(`it unpacks to more than ${MAX_BYTES} bytes`);
  return new Blob(pieces).text();
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
