import type { Entity, Pose } from "@orrery/sim";
import { Value } from "../../../client/value.ts";
import { framing, LONGEST, type CameraPlace } from "../../../render/camera/camera-rig.ts";
import { behind, carried, easedHeading, headingOf, type Whereabouts } from "./follow-motion.ts";
import { shapesBelow } from "../overlays/highlights.ts";
import { tightBoundsOf } from "../../../render/camera/reach.ts";
import type { SceneView } from "../scene-view.ts";
import { shownPose } from "../../../render/shown-pose.ts";
import { FOV } from "../../../render/camera/view-camera.ts";

/** Orbit keeps the camera's side in the world; chase keeps it behind the thing, whichever way it turns. */
export const followModes = ["orbit", "chase"] as const;
export type FollowMode = (typeof followModes)[number];

export interface Following {
  readonly entity: Entity;
  readonly mode: FollowMode;
}

/**
 * Moves the camera along with an entity. The user's own camera moves still apply on top. If the entity is removed, by
 * an undo for example, waits for it to return.
 */
export class CameraFollow {
  readonly following = new Value<Following | undefined>(undefined);
  readonly #view: SceneView;
  #seen: Whereabouts | undefined;
  #seenMs = 0;
  #leaps = 0;

  constructor(view: SceneView) {
    this.#view = view;
  }

  /** Where the camera last saw it. */
  get seen(): Whereabouts | undefined {
    return this.#seen;
  }

  /** Frames the entity, then follows it. */
  follow(entity: Entity, mode: FollowMode): void {
    const pose = this.#poseOf(entity);
    if (pose === undefined) return;
    const before = this.following.current;
    const { destination } = this.#view.eye;
    const { x, y, z } = pose;
    const seen = { place: { x, y, z }, heading: headingOf(pose) ?? destination.azimuth - Math.PI };
    this.#begin({ entity, mode }, seen);
    // From chase to orbit only the turning has to stop.
    if (before?.entity === entity && mode === "orbit") return;
    this.#view.eye.fly(this.#framed(entity, pose, mode === "chase" ? behind(destination, seen.heading) : destination));
  }

  /** Resumes following from where the camera last saw the entity, without framing it. */
  resume(following: Following, seen: Whereabouts): void {
    this.#begin(following, seen);
  }

  stop(): void {
    this.#seen = undefined;
    this.following.set(undefined);
  }

  /** Moves the camera along. Returns whether it is still turning. */
  step(nowMs: number): boolean {
    const following = this.following.current;
    const pose = following && this.#poseOf(following.entity);
    if (following === undefined || pose === undefined) return false;
    const before = this.#seen!;
    const goal = following.mode === "chase" ? (headingOf(pose) ?? before.heading) : before.heading;
    const { leapCount } = this.#view.objects;
    // After a jump in time the camera goes there at once instead of turning.
    const isLeap = leapCount !== this.#leaps;
    const seconds = Math.min(0.1, (nowMs - this.#seenMs) / 1000);
    const heading = isLeap ? goal : easedHeading(before.heading, goal, seconds);
    const { x, y, z } = pose;
    const now = { place: { x, y, z }, heading };
    this.#seen = now;
    this.#seenMs = nowMs;
    this.#leaps = leapCount;
    if (!isSame(before, now)) this.#view.eye.carry((place) => carried(place, before, now));
    return Math.cos(heading - goal) < 1 - 1e-10;
  }

  #begin(following: Following, seen: Whereabouts): void {
    this.#seen = seen;
    this.#seenMs = performance.now();
    this.#leaps = this.#view.objects.leapCount;
    this.following.set(following);
    this.#view.invalidate();
  }

  /** Returns a place far enough away to see the entity's surroundings. */
  #framed(entity: Entity, { x, y, z }: Pose, from: CameraPlace): CameraPlace {
    const bounds = tightBoundsOf(shapesBelow(this.#view, entity));
    // A light or a sensor has a place but no size.
    if (bounds === undefined) return { ...from, target: { x, y, z } };
    const tight = framing(from, bounds, FOV, this.#view.eye.aspect);
    return { ...tight, distance: Math.min(LONGEST, tight.distance * ROOM) };
  }

  #poseOf(entity: Entity): Pose | undefined {
    return shownPose(this.#view.objects.nodes, entity);
  }
}

const ROOM = 1.8;

function isSame(a: Whereabouts, b: Whereabouts): boolean {
  return a.heading === b.heading && a.place.x === b.place.x && a.place.y === b.place.y && a.place.z === b.place.z;
}
