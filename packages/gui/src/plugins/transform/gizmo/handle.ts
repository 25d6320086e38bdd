import { quat, type Quat, type Vec3 } from "@orrery/sim";

export const tools = ["select", "translate", "rotate", "scale", "snap"] as const;
export type Tool = (typeof tools)[number];
/** The tools that have a gizmo. */
export type GizmoTool = "translate" | "rotate" | "scale";

export const axes = ["x", "y", "z"] as const;
export type Axis = (typeof axes)[number];

/** What can be grabbed: an axis, a plane of two, all at once, or the rotation about the line of sight. */
export type Handle = Axis | "yz" | "zx" | "xy" | "all" | "view";

const HANDLES: Readonly<Record<GizmoTool, readonly Handle[]>> = {
  translate: ["all", "yz", "zx", "xy", "x", "y", "z"],
  rotate: ["x", "y", "z", "view"],
  scale: ["all", "x", "y", "z"],
};

export function handlesOf(tool: GizmoTool): readonly Handle[] {
  return HANDLES[tool];
}

export function isGizmoTool(tool: Tool): tool is GizmoTool {
  return tool in HANDLES;
}

/** Returns the axes of the numbers that a user types for a handle, in order. */
export function axesOf(tool: GizmoTool, handle: Handle): readonly Axis[] {
  if (handle === "view") return ["z"];
  if (handle === "all") return tool === "translate" ? axes : ["x"];
  return handle.split("") as Axis[];
}

export function isAxis(handle: string): handle is Axis {
  return handle === "x" || handle === "y" || handle === "z";
}

/** Returns the axis at right angles to a plane. */
export function normalOf(plane: "yz" | "zx" | "xy"): Axis {
  return plane === "yz" ? "x" : plane === "zx" ? "y" : "z";
}

/** Position and orientation of a gizmo. */
export interface GizmoFrame {
  readonly origin: Vec3;
  readonly rotation: Quat;
}

export function axisOf({ rotation }: GizmoFrame, axis: Axis): Vec3 {
  return quat.rotate(rotation, UNITS[axis]);
}

export const UNITS: Readonly<Record<Axis, Vec3>> = {
  x: { x: 1, y: 0, z: 0 },
  y: { x: 0, y: 1, z: 0 },
  z: { x: 0, y: 0, z: 1 },
};
