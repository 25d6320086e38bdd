import type { WorldApp } from "../../shell/app.ts";
import type { SceneDrag, SceneTool, Taken } from "../../shell/tools/scene-tool.ts";
import { carryHeld } from "./carry-held.ts";
import type { Insertion } from "./insertion.ts";
import type { SurfacePlace } from "./standing.ts";

/**
 * Handles what comes into a scene by drag and drop while nothing is held over it: a thing of the palette that was held
 * over the scene of another world, and files from the desktop.
 */
export class DropTool implements SceneTool {
  readonly #app: WorldApp;
  readonly #insertion: Insertion;

  constructor(app: WorldApp, insertion: Insertion) {
    this.#app = app;
    this.#insertion = insertion;
  }

  dragOver(drag: SceneDrag): Taken {
    carryHeld(this.#app, this.#app.view);
    return this.#insertion.dragOver(drag);
  }

  drop(drag: SceneDrag): Taken {
    // A drop may be the first event of a drag.
    carryHeld(this.#app, this.#app.view);
    if (this.#insertion.drop(drag) === "taken") return "taken";
    const { point, normal, data } = drag;
    const isTaken = point !== undefined && insertFiles(this.#insertion, [...data.files], { point, normal });
    return isTaken ? "taken" : "left";
  }
}

/** Inserts files. Returns whether there are any. */
export function insertFiles(insertion: Insertion, files: readonly File[], place?: SurfacePlace): boolean {
  for (const file of files) void insertion.insertFile(file, place);
  return files.length > 0;
}
