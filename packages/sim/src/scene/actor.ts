import type { Pose } from "../base/pose.ts";
import type { PluginScene } from "./scene.ts";

/** A figure that moves by a script and that nothing stops: a skin, its animations, and waypoints. */
export interface ActorScene {
  readonly name: string;
  /** In the world. */
  readonly pose: Pose;
  readonly skin: ActorSkin;
  readonly animations: readonly ActorAnimation[];
  readonly script: ActorScript;
  readonly plugins: readonly PluginScene[];
  /** The XML in its file that no field covers. */
  readonly extra?: string;
}

export interface ActorSkin {
  /** As written; `__default__` if there is none. */
  readonly filename: string;
  /** The file that contains the name. */
  readonly from: string;
  readonly scale: number;
}

export interface ActorAnimation {
  readonly name: string;
  readonly filename: string;
  readonly from: string;
  readonly scale: number;
  /** Whether it moves along x as far as the animation walks. */
  readonly interpolateX: boolean;
}

export interface ActorScript {
  readonly loop: boolean;
  /** Seconds before the script begins. */
  readonly delayStart: number;
  readonly autoStart: boolean;
  readonly trajectories: readonly ActorTrajectory[];
}

export interface ActorTrajectory {
  readonly id: number;
  /** The animation that plays meanwhile. */
  readonly type: string;
  /** Tension of the curve through the waypoints, from 0 (smooth) to 1 (straight). */
  readonly tension: number;
  readonly waypoints: readonly ActorWaypoint[];
}

export interface ActorWaypoint {
  /** Seconds from the start of the script. */
  readonly time: number;
  readonly pose: Pose;
}
