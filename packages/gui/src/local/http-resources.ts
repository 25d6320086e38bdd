import { ResourceError, type ResolvedResource, type Resources } from "@orrery/sim";

/** Files below one URL, by paths relative to it. */
export class HttpResources implements Resources {
  readonly #base: string;

  /** `base` ends with a slash. */
  constructor(base: string) {
    this.#base = base;
  }

  async resolve(uri: string, from: string): Promise<ResolvedResource | undefined> {
    if (/^https?:/.test(uri)) return undefined;
    const name = uri.replace(/^(model|file|package):\/\//, "");
    const beside = from.slice(0, from.lastIndexOf("/") + 1);
    for (const path of [`models/${name}`, beside + name]) {
      if (await this.#exists(`${path}/model.config`)) return { path, kind: "folder" };
      if (await this.#exists(path)) return { path, kind: "file" };
    }
    return undefined;
  }

  async read(path: string, limitBytes: number): Promise<Uint8Array> {
    const response = await this.#fetch(path, "GET");
    if (!response.ok) throw new ResourceError(`cannot find ${path}`, path);
    const tooLarge = (bytes: number): boolean => bytes > limitBytes;
    // Checked before reading, though a server need not send the length.
    const announced = Number(response.headers.get("Content-Length") ?? 0);
    const bytes = tooLarge(announced) ? undefined : new Uint8Array(await response.arrayBuffer());
    if (bytes === undefined || tooLarge(bytes.length)) {
      throw new ResourceError(`${path} is larger than ${limitBytes} bytes`, path);
    }
    return bytes;
  }

  async #exists(path: string): Promise<boolean> {
    return (await this.#fetch(path, "HEAD")).ok;
  }

  async #fetch(path: string, method: "GET" | "HEAD"): Promise<Response> {
    const url = new URL(path, this.#base).href;
    // A path with enough `..` could lead anywhere.
    if (!url.startsWith(this.#base)) throw new ResourceError(`${path} leads out of ${this.#base}`, path);
    try {
      return await fetch(url, { method });
    } catch {
      throw new ResourceError(`${path} cannot be fetched: the server does not answer`, path);
    }
  }
}
