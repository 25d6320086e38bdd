import { find, scopedName, type Vec3 } from "@orrery/sim";
import { Paced } from "../../../client/paced.ts";
import type { WorldApp } from "../../../shell/app.ts";
import { followModes, type CameraFollow, type FollowMode } from "./camera-follow.ts";
import { LONGEST, SHORTEST, type CameraPlace } from "../../../render/camera/camera-rig.ts";
import type { Whereabouts } from "./follow-motion.ts";
import type { SceneView } from "../scene-view.ts";

/** Remembers a tab's viewpoint in each world, and what it follows, across a reload of the page. */
export class CameraMemory implements Disposable {
  readonly #app: WorldApp;
  readonly #view: SceneView;
  readonly #follow: CameraFollow;
  readonly #drawing: Disposable;
  readonly #keeping = new Paced(() => this.#keep(), PERIOD_MS);
  readonly #listening = new AbortController();
  #kept: CameraPlace | undefined;

  constructor(app: WorldApp, view: SceneView, follow: CameraFollow) {
    this.#app = app;
    this.#view = view;
    this.#follow = follow;
    view.eye.firstPlace = () => this.#recall();
    this.#drawing = view.onDrawn(() => {
      if (view.eye.framing.isOver && view.eye.destination !== this.#kept) this.#keeping.ask();
    });
    // For a reload right after a move.
    window.addEventListener("pagehide", () => view.eye.framing.isOver && this.#keep(), {
      signal: this.#listening.signal,
    });
  }

  [Symbol.dispose](): void {
    this.#drawing[Symbol.dispose]();
    this.#keeping[Symbol.dispose]();
    this.#listening.abort();
  }

  get #key(): string | undefined {
    const { client, namespace } = this.#app.view;
    const name = client.current?.name;
    if (name === undefined) return undefined;
    return `orrery.camera.${namespace === "" ? name : `${namespace}/${name}`}`;
  }

  #recall(): CameraPlace | undefined {
    const text = read(this.#key);
    const place = readPlace(text);
    const followed = place && readFollowed(text);
    const { root, world } = this.#app.view.mirror;
    const entity = followed && root !== undefined ? find(world, root, followed.name) : undefined;
    if (entity !== undefined) this.#follow.resume({ entity, mode: followed!.mode }, followed!.seen);
    return place;
  }

  #keep(): void {
    const key = this.#key;
    if (key === undefined) return;
    this.#kept = this.#view.eye.destination;
    try {
      sessionStorage.setItem(key, JSON.stringify({ ...this.#kept, followed: this.#followed() }));
    } catch {
      // Full, or switched off.
    }
  }

  #followed(): Followed | undefined {
    const { following, seen } = this.#follow;
    if (following.current === undefined || seen === undefined) return undefined;
    const { entity, mode } = following.current;
    const { world } = this.#app.view.mirror;
    return world.exists(entity) ? { name: scopedName(world, entity), mode, seen } : undefined;
  }
}

/** What the camera followed, and where it last saw it, since it may have moved in the meantime. */
export interface Followed {
  readonly name: string;
  readonly mode: FollowMode;
  readonly seen: Whereabouts;
}

const PERIOD_MS = 500;

/** Returns what was stored, if it is a valid place of a camera. */
export function readPlace(text: string | null | undefined): CameraPlace | undefined {
  const { target: kept, distance, azimuth, elevation } = parsed(text);
  const target = pointOf(kept);
  if (target === undefined || !isFigure(distance) || distance < SHORTEST || distance > LONGEST) return undefined;
  if (!isFigure(azimuth) || !isFigure(elevation) || Math.abs(elevation) > Math.PI / 2) return undefined;
  return { target, distance, azimuth, elevation };
}

/** Returns what was stored about the followed thing, if any. */
export function readFollowed(text: string | null | undefined): Followed | undefined {
  const { name, mode, seen } = recordOf(parsed(text)["followed"]);
  const { place: kept, heading } = recordOf(seen);
  const place = pointOf(kept);
  if (typeof name !== "string" || !followModes.includes(mode as FollowMode)) return undefined;
  if (place === undefined || !isFigure(heading)) return undefined;
  return { name, mode: mode as FollowMode, seen: { place, heading } };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string | null | undefined): Fields {
  try {
    return recordOf(JSON.parse(text ?? "null"));
  } catch {
    return {};
  }
}

function recordOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function pointOf(value: unknown): Vec3 | undefined {
  const { x, y, z } = recordOf(value);
  return isFigure(x) && isFigure(y) && isFigure(z) ? { x, y, z } : undefined;
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
