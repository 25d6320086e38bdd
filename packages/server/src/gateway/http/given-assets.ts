import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_FILE_BYTES } from "@orrery/sim/front";
import { sendText } from "./http-answer.ts";

/** How much clients have given to all worlds of a server together. */
export class GivenRoom {
  files = 0;
  /** Total size of the files, including those still arriving. */
  bytes = 0;
  /** Number of files that are still arriving. */
  coming = 0;
}

/**
 * Holds meshes and pictures that clients have given to a world because the server lacks them. They stay in memory until
 * the world is closed.
 */
export class GivenAssets implements Disposable {
  readonly #files = new Map<string, Buffer>();
  readonly #room: GivenRoom;
  readonly #onGiven: (uri: string) => void;
  #isClosed = false;

  constructor(room: GivenRoom, onGiven: (uri: string) => void) {
    this.#room = room;
    this.#onGiven = onGiven;
  }

  of(uri: string): Buffer | undefined {
    return this.#files.get(straight(uri));
  }

  /** Reads a file from a request. Refuses one that is too large before reading any of it. */
  async receive(asked: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const uri = straight(asked);
    const size = Number(request.headers["content-length"] ?? NaN);
    const refuse = (status: number, text: string): void => {
      // The rest of the body is not read.
      response.setHeader("Connection", "close");
      sendText(response, status, text);
    };
    if (!(size > 0)) return refuse(411, "say how large the file is: Content-Length");
    if (size > MAX_FILE_BYTES) return refuse(413, `"${uri}" has more than ${MAX_FILE_BYTES / 2 ** 20} MB`);
    const room = this.#room;
    const before = this.#files.get(uri)?.length ?? 0;
    if (room.bytes - before + size > MAX_BYTES || (!this.#files.has(uri) && room.files >= MAX_FILES))
      return refuse(507, `the server holds ${MAX_FILES} files and ${MAX_BYTES / 2 ** 20} MB that were given at most`);
    if (room.coming >= MAX_COMING) return refuse(503, "others are giving files at the moment; try again");
    room.bytes += size;
    room.coming++;
    const bytes = await bodyOf(request, size).finally(() => room.coming--);
    if (bytes === undefined || this.#isClosed) {
      room.bytes -= size;
      return refuse(400, bytes === undefined ? `"${uri}" did not come as a whole` : "the world has been closed");
    }
    room.bytes -= this.#files.get(uri)?.length ?? 0;
    if (!this.#files.has(uri)) room.files++;
    this.#files.set(uri, bytes);
    sendText(response, 201, `"${uri}" is there now, until the server ends`);
    this.#onGiven(uri);
  }

  /** Discards all files. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const { length } of this.#files.values()) this.#room.bytes -= length;
    this.#room.files -= this.#files.size;
    this.#files.clear();
  }
}

/** Reads the body of a request. Resolves to `undefined` if it ends early. */
async function bodyOf(request: IncomingMessage, size: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return undefined;
  }
  const bytes = Buffer.concat(parts);
  return bytes.length === size ? bytes : undefined;
}

/** Returns a URI without `..`: `model://arm/meshes/../paint.png` becomes `model://arm/paint.png`. */
export function straight(uri: string): string {
  const parts: string[] = [];
  for (const part of uri.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "" && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

const MAX_BYTES = 256 * 2 ** 20;
const MAX_FILES = 2000;
const MAX_COMING = 4;
