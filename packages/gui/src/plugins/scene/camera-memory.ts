import { Paced } from "../../client/paced.ts";
import type { App } from "../../shell/app.ts";
import { LONGEST, SHORTEST, type CameraPlace } from "./camera-rig.ts";
import type { SceneView } from "./scene-view.ts";

/** Keeps where a tab looks from in each world, over a reload of the page. */
export class CameraMemory implements Disposable {
  readonly #app: App;
  readonly #view: SceneView;
  readonly #drawing: Disposable;
  readonly #keeping = new Paced(() => this.#keep(), PERIOD_MS);
  readonly #listening = new AbortController();
  #kept: CameraPlace | undefined;

  constructor(app: App, view: SceneView) {
    this.#app = app;
    this.#view = view;
    view.firstPlace = () => readPlace(read(this.#key));
    this.#drawing = view.onDrawn(() => {
      if (view.isPlaced && view.destination !== this.#kept) this.#keeping.ask();
    });
    // A reload right after a move.
    window.addEventListener("pagehide", () => view.isPlaced && this.#keep(), { signal: this.#listening.signal });
  }

  [Symbol.dispose](): void {
    this.#drawing[Symbol.dispose]();
    this.#keeping[Symbol.dispose]();
    this.#listening.abort();
  }

  get #key(): string | undefined {
    const name = this.#app.source.world.current?.name;
    return name === undefined ? undefined : `orrery.camera.${name}`;
  }

  #keep(): void {
    const key = this.#key;
    if (key === undefined) return;
    this.#kept = this.#view.destination;
    try {
      sessionStorage.setItem(key, JSON.stringify(this.#kept));
    } catch {
      // Full, or switched off.
    }
  }
}

const PERIOD_MS = 500;

/** What was kept, if it is a place that a camera can be at. */
export function readPlace(text: string | null | undefined): CameraPlace | undefined {
  let found: Partial<Record<keyof CameraPlace, unknown>> | null;
  try {
    found = JSON.parse(text ?? "null") as typeof found;
  } catch {
    return undefined;
  }
  if (typeof found !== "object" || found === null) return undefined;
  const { x, y, z } = (found.target ?? {}) as Record<"x" | "y" | "z", unknown>;
  const { distance, azimuth, elevation } = found;
  if (!isFigure(x) || !isFigure(y) || !isFigure(z)) return undefined;
  if (!isFigure(distance) || distance < SHORTEST || distance > LONGEST) return undefined;
  if (!isFigure(azimuth) || !isFigure(elevation) || Math.abs(elevation) > Math.PI / 2) return undefined;
  return { target: { x, y, z }, distance, azimuth, elevation };
}

function isFigure(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function read(key: string | undefined): string | null {
  try {
    return key === undefined ? null : sessionStorage.getItem(key);
  } catch {
    // Switched off.
    return null;
  }
}
