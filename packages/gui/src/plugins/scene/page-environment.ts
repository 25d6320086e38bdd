import type { Texture, WebGLRenderer } from "three";
import { TextureLoader } from "three";
import { AssetResources } from "../../client/asset-resources.ts";
import type { WorldView } from "../../client/world-view.ts";
import type { RenderEnvironment } from "../../render/environment.ts";
import type { PictureSource } from "../../render/files/pictures.ts";
import { makeRenderer } from "../../render/make-renderer.ts";
import type { ThemeColours } from "../../render/theme-colours.ts";
import { webglPace, type Pace } from "./gpu-pace.ts";
import { readThemeColours } from "./page-theme.ts";

/**
 * Lets a scene be drawn on a canvas of the page, with the page's colours, at a pace that the screen and the graphics
 * card can keep.
 */
export class PageEnvironment implements RenderEnvironment, Disposable {
  readonly renderer: WebGLRenderer;
  readonly files: AssetResources;
  readonly #view: Pick<WorldView, "assetUrl">;
  readonly #pace: Pace;
  readonly #textures = new TextureLoader();

  /** Throws if the browser provides no WebGL. */
  constructor(canvas: HTMLCanvasElement, view: Pick<WorldView, "assetUrl">) {
    this.#view = view;
    this.files = new AssetResources(view);
    this.renderer = makeRenderer({ canvas });
    this.#pace = webglPace(this.renderer.getContext() as WebGL2RenderingContext);
  }

  nowMs(): number {
    return performance.now();
  }

  nextFrame(draw: (timeMs: number) => void): Disposable {
    const frame = (timeMs: number): void => {
      if (this.#pace.isDue()) this.atOnce(() => draw(timeMs));
      else request = requestAnimationFrame(frame);
    };
    let request = requestAnimationFrame(frame);
    return { [Symbol.dispose]: () => cancelAnimationFrame(request) };
  }

  /** Draws without waiting for the screen's next frame. The picture after it still waits for this one. */
  atOnce(draw: () => void): void {
    const startMs = performance.now();
    draw();
    this.#pace.drawn(startMs);
  }

  async loadTexture(source: PictureSource): Promise<Texture> {
    const isFile = "uri" in source;
    const url = isFile
      ? this.#view.assetUrl(source.uri, source.from)
      : URL.createObjectURL(new Blob([source.bytes as Uint8Array<ArrayBuffer>], { type: source.mimeType }));
    try {
      const texture = await this.#textures.loadAsync(url);
      texture.flipY = source.isFlipped;
      return texture;
    } finally {
      if (!isFile) URL.revokeObjectURL(url);
    }
  }

  readTheme(): ThemeColours {
    return readThemeColours();
  }

  [Symbol.dispose](): void {
    this.#pace[Symbol.dispose]();
    this.renderer.dispose();
  }
}
