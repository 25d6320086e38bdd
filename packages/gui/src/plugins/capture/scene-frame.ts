import type { WorldApp } from "../../shell/app.ts";
import { sceneSessionOf } from "../scene/api.ts";

/** Returns the next picture of the scene that is drawn. */
export async function sceneImage(app: WorldApp): Promise<Blob> {
  const canvas = await drawnCanvas(app);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error("the browser could not make a picture of it"));
      else resolve(blob);
    }, "image/png");
  });
}

/** Returns the scene's canvas right after it was drawn: later, the browser may have cleared it. */
export function drawnCanvas(app: WorldApp): Promise<HTMLCanvasElement> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      listening[Symbol.dispose]();
      reject(new Error("no scene is drawn; open its panel first"));
    }, PATIENCE_MS);
    // Runs before the drawing; code that awaits the promise continues after it, in the same turn.
    const listening = app.events.on("render", ({ renderer }) => {
      clearTimeout(timer);
      listening[Symbol.dispose]();
      resolve(renderer.domElement);
    });
    sceneSessionOf(app).redraw();
  });
}

const PATIENCE_MS = 3000;
