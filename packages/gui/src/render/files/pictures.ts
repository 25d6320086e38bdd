import { RepeatWrapping, SRGBColorSpace, type Texture } from "three";
import type { RenderEnvironment } from "../environment.ts";

/** The source of a texture: a file, by its name in a component or mesh, or bytes within a mesh file. */
export type PictureSource =
  | { readonly key: string; readonly uri: string; readonly from: string; readonly isFlipped: boolean }
  | { readonly key: string; readonly bytes: Uint8Array; readonly mimeType: string; readonly isFlipped: boolean };

export interface PicturesOptions extends Pick<RenderEnvironment, "loadTexture"> {
  readonly onLoad: () => void;
  readonly onMissing: (what: string) => void;
}

/** Textures by their sources, each loaded once. */
export class Pictures implements Disposable {
  readonly #loading = new Map<string, Promise<Texture>>();
  readonly #options: PicturesOptions;
  #isOver = false;

  constructor(options: PicturesOptions) {
    this.#options = options;
  }

  /** Loads a texture. `use` is not called if it is unavailable. */
  load(source: PictureSource, isColour: boolean, use: (texture: Texture) => void): void {
    const key = `${source.key} ${source.isFlipped} ${isColour}`;
    let loading = this.#loading.get(key);
    if (loading === undefined) this.#loading.set(key, (loading = this.#load(source, isColour)));
    const { onLoad, onMissing } = this.#options;
    loading.then(
      (texture) => {
        if (this.#isOver) return;
        use(texture);
        onLoad();
      },
      () => !this.#isOver && onMissing("uri" in source ? source.uri : "a picture within a mesh"),
    );
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const loading of this.#loading.values())
      loading.then(
        (texture) => texture.dispose(),
        () => undefined,
      );
  }

  async #load(source: PictureSource, isColour: boolean): Promise<Texture> {
    const texture = await this.#options.loadTexture(source);
    texture.wrapS = texture.wrapT = RepeatWrapping;
    texture.anisotropy = 8;
    if (isColour) texture.colorSpace = SRGBColorSpace;
    return texture;
  }
}
