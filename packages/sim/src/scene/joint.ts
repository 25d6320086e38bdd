import type { Pose } from "../base/pose.ts";
import type { Vec3 } from "../base/vec3.ts";
import type { SensorScene } from "./scene.ts";

export type JointKind =
  | "revolute"
  | "continuous"
  | "prismatic"
  | "ball"
  | "universal"
  | "fixed"
  | "revolute2"
  | "screw"
  | "gearbox";

export interface JointScene {
  readonly name: string;
  readonly type: JointKind;
  /** Names as written: a link, a frame, a nested model or `world`. */
  readonly parent: string;
  readonly child: string;
  /** The links these resolve to, scoped below the model that holds the joint (`inner::link`), or `world`. */
  readonly parentLink: string;
  /** The same as the parent's in some old files of nested models: such a joint has no effect. */
  readonly childLink: string;
  /** The joint's frame at position zero, in the child link. */
  readonly pose: Pose;
  /** The positions of the axes in a saved world, rad or m; a ball joint's rotation vector. Absent at zero. */
  readonly position?: Vec3;
  /** One for revolute, continuous, prismatic and screw; two for universal, revolute2 and gearbox; else none. */
  readonly axes: readonly JointAxis[];
  /** Further axes in the file: stored, but without effect. */
  readonly unusedAxes?: UnusedAxes;
  readonly sensors: readonly SensorScene[];
  /** m per turn, for a screw. */
  readonly threadPitch: number;
  /** For a gearbox. */
  readonly gearboxRatio: number;
  readonly gearboxReferenceBody: string;
  /** The rest of its XML in the file; see `formats/sdf/extra.ts`. */
  readonly extra?: string;
}

export interface UnusedAxes {
  readonly axis?: JointAxis;
  readonly axis2?: JointAxis;
}

/** Used if a file gives a joint no axis: free, about or along z. */
export const defaultAxis: JointAxis = {
  xyz: { x: 0, y: 0, z: 1 },
  lower: -Infinity,
  upper: Infinity,
  effort: Infinity,
  velocity: Infinity,
  damping: 0,
  friction: 0,
  springReference: 0,
  springStiffness: 0,
};

export interface JointAxis {
  /** Unit vector in the joint's frame. */
  readonly xyz: Vec3;
  /** rad or m; ±Infinity where free. As written: `lower` may be the larger one, and a continuous joint ignores both. */
  readonly lower: number;
  readonly upper: number;
  /** N·m or N, and rad/s or m/s; Infinity where free. */
  readonly effort: number;
  readonly velocity: number;
  readonly damping: number;
  readonly friction: number;
  readonly springReference: number;
  readonly springStiffness: number;
  readonly mimic?: MimicScene;
}

/** This axis follows another: position = multiplier · (leader − reference) + offset. */
export interface MimicScene {
  readonly joint: string;
  readonly axis: "axis" | "axis2";
  readonly multiplier: number;
  readonly offset: number;
  readonly reference: number;
}
