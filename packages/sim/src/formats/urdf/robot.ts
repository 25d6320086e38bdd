import type { Pose } from "../../base/pose.ts";
import type { Vec3 } from "../../base/vec3.ts";
import type { Color } from "../../scene/color.ts";
import type { Inertia } from "../sdf/inertia.ts";
import type { XmlElement } from "../xml.ts";

/** A URDF file as data, with its links in a tree. */
export interface Robot {
  readonly name: string;
  readonly root: UrdfLink;
  readonly element: XmlElement;
}

export interface UrdfLink {
  readonly name: string;
  readonly inertial: UrdfInertial | undefined;
  readonly visuals: readonly UrdfVisual[];
  readonly collisions: readonly UrdfShape[];
  /** The joint that it is attached by; undefined for the root. */
  readonly joint: UrdfJoint | undefined;
  /** Sorted by the names of their joints, which determines the names of lumped shapes. */
  readonly children: readonly UrdfLink[];
  readonly element: XmlElement;
}

export interface UrdfInertial extends Inertia {
  readonly mass: number;
  /** Centre of mass and axes of the inertia, in the link. */
  readonly origin: Pose;
}

/** Named as in the file; empty if the file gives no name. */
export interface UrdfShape {
  readonly name: string;
  readonly origin: Pose;
  readonly geometry: UrdfGeometry;
  readonly element: XmlElement;
}

export interface UrdfVisual extends UrdfShape {
  readonly color: Color | undefined;
}

export type UrdfGeometry =
  | { readonly type: "box"; readonly size: Vec3 }
  | { readonly type: "sphere"; readonly radius: number }
  | { readonly type: "cylinder"; readonly radius: number; readonly length: number }
  | { readonly type: "mesh"; readonly filename: string; readonly scale: Vec3 };

export const URDF_JOINT_TYPES = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar"] as const;

export interface UrdfJoint {
  readonly name: string;
  readonly type: (typeof URDF_JOINT_TYPES)[number];
  readonly parent: string;
  readonly child: string;
  /** Pose of the joint, and of the child at its zero position, in the parent. */
  readonly origin: Pose;
  readonly axis: Vec3;
  readonly limits: UrdfLimits | undefined;
  readonly dynamics: { readonly damping: number; readonly friction: number } | undefined;
  readonly mimic: UrdfMimic | undefined;
  readonly element: XmlElement;
}

export interface UrdfLimits {
  readonly lower: number;
  readonly upper: number;
  readonly effort: number;
  readonly velocity: number;
}

export interface UrdfMimic {
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}
