import type { Resources } from "@orrery/sim";
import type { Texture, WebGLRenderer } from "three";
import type { PictureSource } from "./files/pictures.ts";
import type { ThemeColours } from "./theme-colours.ts";

/** What drawing needs from its environment: a page, a headset, a thread of cameras. */
export interface RenderEnvironment {
  readonly renderer: WebGLRenderer;
  /** Reads meshes and heightmaps, by their names in the world. */
  readonly files: Pick<Resources, "read">;
  /** Returns the time in milliseconds, by a clock that never goes back. */
  nowMs(): number;
  /** Calls `draw` once, when the next picture is due. Disposing of the result cancels this. */
  nextFrame(draw: (timeMs: number) => void): Disposable;
  /**
   * Reads and decodes a picture, with its first row at the bottom if it is flipped. Rejects if the picture is missing.
   */
  loadTexture(source: PictureSource): Promise<Texture>;
  /** Returns the colours of everything that is not part of the world: sky, ground, grid, marks. */
  readTheme(): ThemeColours;
}
