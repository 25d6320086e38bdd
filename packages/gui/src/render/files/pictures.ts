import { RepeatWrapping, SRGBColorSpace, TextureLoader, type Texture } from "three";

/** Where a texture comes from. */
export type PictureSource =
  | { readonly key: string; readonly url: string; readonly isFlipped: boolean }
  | { readonly key: string; readonly bytes: Uint8Array; readonly mimeType: string; readonly isFlipped: boolean };

/** Textures by where they come from, each loaded once. */
export class Pictures implements Disposable {
  readonly #loader = new TextureLoader();
  readonly #loading = new Map<string, Promise<Texture>>();
  readonly #onLoad: () => void;
  readonly #onMissing: (what: string) => void;
  #isOver = false;

  constructor({ onLoad, onMissing }: { readonly onLoad: () => void; readonly onMissing: (what: string) => void }) {
    this.#onLoad = onLoad;
    this.#onMissing = onMissing;
  }

  /** `use` is not called for what cannot be had. */
  load(source: PictureSource, isColour: boolean, use: (texture: Texture) => void): void {
    const key = `${source.key} ${source.isFlipped} ${isColour}`;
    let loading = this.#loading.get(key);
    if (loading === undefined) this.#loading.set(key, (loading = this.#load(source, isColour)));
    loading.then(
      (texture) => {
        if (this.#isOver) return;
        use(texture);
        this.#onLoad();
      },
      () => !this.#isOver && this.#onMissing("url" in source ? nameOf(source.url) : "a picture within a mesh"),
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
    const url =
      "url" in source
        ? source.url
        : URL.createObjectURL(new Blob([source.bytes as Uint8Array<ArrayBuffer>], { type: source.mimeType }));
    try {
      const texture = await this.#loader.loadAsync(url);
      texture.flipY = source.isFlipped;
      texture.wrapS = texture.wrapT = RepeatWrapping;
      texture.anisotropy = 8;
      if (isColour) texture.colorSpace = SRGBColorSpace;
      return texture;
    } finally {
      if (!("url" in source)) URL.revokeObjectURL(url);
    }
  }
}

/** As the world calls it, where the address is that of the server's files. */
function nameOf(url: string): string {
  return URL.parse(url, location.href)?.searchParams.get("uri") ?? url;
}
