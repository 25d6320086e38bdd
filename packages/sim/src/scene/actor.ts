import type { Pose } from "../base/pose.ts";
import type { PluginScene } from "./scene.ts";

/** Somebody who moves as a script says and whom nothing stops: a skin, its animations, and where to be when. */
export interface ActorScene {
  readonly name: string;
  /** In the world. */
  readonly pose: Pose;
  readonly skin: ActorSkin;
  readonly animations: readonly ActorAnimation[];
  readonly script: ActorScript;
  readonly plugins: readonly PluginScene[];
  /** What the file says beyond this, as XML. */
  readonly extra?: string;
}

export interface ActorSkin {
  /** As written; `__default__` where there is none. */
  readonly filename: string;
  /** The file that names it. */
  readonly from: string;
  readonly scale: number;
}

export interface ActorAnimation {
  readonly name: string;
  readonly filename: string;
  readonly from: string;
  readonly scale: number;
  /** Move along x as far as the animation walks. */
  readonly interpolateX: boolean;
}

export interface ActorScript {
  readonly loop: boolean;
  /** Seconds before it begins. */
  readonly delayStart: number;
  readonly autoStart: boolean;
  readonly trajectories: readonly ActorTrajectory[];
}

export interface ActorTrajectory {
  readonly id: number;
  /** The animation that plays meanwhile. */
  readonly type: string;
  /** Tension of the curve through the waypoints: 0 smooth to 1 straight. */
  readonly tension: number;
  readonly waypoints: readonly ActorWaypoint[];
}

export interface ActorWaypoint {
  /** Seconds from the start of the script. */
  readonly time: number;
  readonly pose: Pose;
}
