import type { JSHandle, Page } from "playwright-core";

/** What the scene of a page reports about its last picture; empty while the page has no scene. */
export interface SceneFigures {
  readonly frames?: number;
  /** Whether something has changed since the last picture. */
  readonly isStale?: boolean;
  readonly shapes?: number;
  /** Number of received changes of the world. */
  readonly changes?: number;
  /** Number of things that the last change moved. */
  readonly moved?: number;
  /** Number of draw calls. */
  readonly calls?: number;
  /** Place of the camera: x y z. */
  readonly eye?: string;
  /** Number of frames of reference shown. */
  readonly axes?: number;
  readonly ghosts?: number;
  /** Where handles can be grabbed, in pixels of the canvas: name x y, separated by semicolons. */
  readonly handles?: string;
}

/** Returns a function that asks the page's scene, for loops within the page. */
export function sceneProbe(page: Page): Promise<JSHandle<() => SceneFigures>> {
  return page.evaluateHandle(() => () => {
    const detail: SceneFigures = {};
    document.querySelector(".scene-canvas canvas")?.dispatchEvent(new CustomEvent("scene-probe", { detail }));
    return detail;
  });
}

export async function sceneFigures(page: Page): Promise<SceneFigures> {
  const probe = await sceneProbe(page);
  const figures = await page.evaluate((ask) => ask(), probe);
  await probe.dispose();
  return figures;
}

export async function shapesDrawn(page: Page): Promise<number> {
  return (await sceneFigures(page)).shapes ?? 0;
}

/** Returns the place of the camera, in metres. */
export async function eyeOf(page: Page): Promise<[x: number, y: number, z: number]> {
  const { eye = "0 0 0" } = await sceneFigures(page);
  const [x = 0, y = 0, z = 0] = eye.split(" ").map(Number);
  return [x, y, z];
}
