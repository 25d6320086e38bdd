import { ResourceError, type ResolvedResource, type Resources } from "@orrery/sim";
import { besideUri } from "@orrery/sim/host";
import type { WorldView } from "./world-view.ts";

/** Files of a world, by their names on its server: `model://box/model.sdf`, `meshes/own.dae`. */
export class AssetResources implements Resources {
  readonly #view: Pick<WorldView, "assetUrl">;

  constructor(view: Pick<WorldView, "assetUrl">) {
    this.#view = view;
  }

  async resolve(uri: string, from: string): Promise<ResolvedResource | undefined> {
    const path = besideUri(uri.replace(/\/$/, ""), from);
    if (FILE.test(path)) return (await this.#exists(path)) ? { path, kind: "file" } : undefined;
    return (await this.#exists(`${path}/model.config`)) ? { path, kind: "folder" } : undefined;
  }

  async read(path: string, limitBytes: number): Promise<Uint8Array> {
    const response = await this.#fetch(path, "GET");
    if (!isFile(response)) throw new ResourceError(`cannot find ${path}`, path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > limitBytes) throw new ResourceError(`${path} is larger than ${limitBytes} bytes`, path);
    return bytes;
  }

  async #exists(path: string): Promise<boolean> {
    return isFile(await this.#fetch(path, "HEAD"));
  }

  async #fetch(path: string, method: "GET" | "HEAD"): Promise<Response> {
    try {
      return await fetch(this.#view.assetUrl(path, ""), { method });
    } catch {
      throw new ResourceError(`${path} cannot be fetched: the server does not answer`, path);
    }
  }
}

/** Models are folders, which hardly ever have a dot in their names. */
const FILE = /\.(sdf|urdf|config|dae|obj|mtl|stl|glb|gltf|bin|png|jpe?g|gif|bmp|tga|tiff?|webp|dds|hdr|exr|ktx2)$/i;

/** Returns whether a response is a file: some hosts answer with a page instead of saying that it does not exist. */
function isFile({ ok, headers }: Response): boolean {
  return ok && headers.get("Content-Type")?.startsWith("text/html") !== true;
}
