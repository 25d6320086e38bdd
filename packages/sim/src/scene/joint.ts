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
  /** The links that these resolve to, scoped below the model that contains the joint (`inner::link`), or `world`. */
  readonly parentLink: string;
  /** Equal to the parent's in some old files with nested models: such a joint has no effect. */
  readonly childLink: string;
  /** The joint's frame in the child link, at position zero. */
  readonly pose: Pose;
  /** The positions of the axes in a saved world, rad or m, or a ball joint's rotation vector. Absent at zero. */
  readonly position?: Vec3;
  /** One for revolute, continuous, prismatic and screw; two for universal, revolute2 and gearbox; otherwise none. */
  readonly axes: readonly JointAxis[];
  /** Additional axes in the file: stored, but without effect. */
  readonly unusedAxes?: UnusedAxes;
  readonly sensors: readonly SensorScene[];
  /** For a screw: m per turn. */
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
  /** In rad or m; ±Infinity if free. As written: `lower` may be the larger one, and a continuous joint ignores both. */
  readonly lower: number;
  readonly upper: number;
  /** In N·m or N, and rad/s or m/s; Infinity if unlimited. */
  readonly effort: number;
  readonly velocity: number;
  readonly damping: number;
  readonly friction: number;
  readonly springReference: number;
  readonly springStiffness: number;
  readonly mimic?: MimicScene;
}

/** The law by which this axis follows another: position = multiplier · (leader − reference) + offset. */
export interface MimicScene {
  readonly joint: string;
  readonly axis: "axis" | "axis2";
  readonly multiplier: number;
  readonly offset: number;
  readonly reference: number;
}
