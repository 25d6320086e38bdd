import { assertNever } from "@orrery/sim/host";
import {
  BoxGeometry,
  CircleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  RingGeometry,
  TorusGeometry,
  Vector3,
  type BufferGeometry,
} from "three";
import { axes, normalOf, UNITS, type Axis, type GizmoTool, type Handle } from "./handle.ts";
import { GIZMO } from "./gizmo-size.ts";

/** What is drawn for one handle. */
export interface HandlePart {
  readonly handle: Handle;
  readonly object: Group;
  /** Whether it turns to the eye: not at all, always, or, as rings do, only about its axis. */
  readonly facing: "none" | "eye" | "ring";
  /** Rotation from its own axes to the gizmo's. */
  readonly turn: Quaternion;
  readonly at: Vector3;
  readonly materials: readonly { readonly material: MeshBasicMaterial; readonly opacity: number }[];
  /** The outline around the handle, which makes it visible on any colour. */
  readonly edge: MeshBasicMaterial;
}

/** One shape of a handle, in the size in which it is drawn. */
interface Shape {
  /** Builds the shape, larger by this many pixels on every side. */
  readonly make: (grown: number) => BufferGeometry;
  readonly opacity: number;
}

/** Builds the handles of a tool, in pixels around the origin. */
export function makeParts(tool: GizmoTool): readonly HandlePart[] {
  switch (tool) {
    case "translate":
      return [
        ...axes.map((axis) => axisPart(axis, arrowHead)),
        ...(["yz", "zx", "xy"] as const).map(planePart),
        centrePart(),
      ];
    case "rotate":
      return [...axes.map(ringPart), viewRingPart()];
    case "scale":
      return [...axes.map((axis) => axisPart(axis, box(11))), cubePart()];
    default:
      return assertNever(tool);
  }
}

export function disposePart({ object, materials, edge }: HandlePart): void {
  object.traverse((child) => {
    if (child instanceof Mesh) (child.geometry as BufferGeometry).dispose();
  });
  for (const { material } of materials) material.dispose();
  edge.dispose();
}

/** Returns the rotation that takes +z to an axis. */
function turnTo(axis: Axis): Quaternion {
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), UNITS[axis]);
}

function axisPart(axis: Axis, head: Shape["make"]): HandlePart {
  const stem = GIZMO.length - HEAD - GIZMO.gap;
  const rod = (grown: number): BufferGeometry =>
    new CylinderGeometry(1.1 + grown, 1.1 + grown, stem + 2 * grown, 10)
      .rotateX(Math.PI / 2)
      .translate(0, 0, GIZMO.gap + stem / 2);
  const tip = (grown: number): BufferGeometry => head(grown).translate(0, 0, GIZMO.length - HEAD / 2);
  const shapes = [
    { make: rod, opacity: 1 },
    { make: tip, opacity: 1 },
  ];
  return made(axis, "none", shapes, { turn: turnTo(axis) });
}

/** Builds an arrow head. Its sides slope 1 to 3, so the tip must move three times as far as the sides. */
function arrowHead(grown: number): BufferGeometry {
  return new ConeGeometry(5.5 + 1.4 * grown, HEAD + 4.2 * grown, 20).rotateX(Math.PI / 2).translate(0, 0, 1.1 * grown);
}

function box(size: number): Shape["make"] {
  return (grown) => new BoxGeometry(size + 2 * grown, size + 2 * grown, size + 2 * grown);
}

function planePart(plane: "yz" | "zx" | "xy"): HandlePart {
  const size = GIZMO.planeTo - GIZMO.planeFrom;
  const middle = (GIZMO.planeTo + GIZMO.planeFrom) / 2;
  const axis = normalOf(plane);
  const at = new Vector3(...axes.map((name) => (name === axis ? 0 : middle)));
  const frame = (grown: number): BufferGeometry =>
    new RingGeometry(size / Math.SQRT2 - 1.4 - grown, size / Math.SQRT2 + grown, 4, 1).rotateZ(Math.PI / 4);
  const shapes = [
    { make: () => new PlaneGeometry(size, size), opacity: 0.3 },
    { make: frame, opacity: 0.95 },
  ];
  return made(plane, "none", shapes, { turn: turnTo(axis), at });
}

function centrePart(): HandlePart {
  const ring = (grown: number): BufferGeometry =>
    new RingGeometry(GIZMO.centre - 3 - grown, GIZMO.centre - 1.4 + grown, 40);
  return made("all", "eye", [
    { make: () => new CircleGeometry(GIZMO.centre - 2, 32), opacity: 0.18 },
    { make: ring, opacity: 0.95 },
  ]);
}

function cubePart(): HandlePart {
  return made("all", "none", [{ make: box(13), opacity: 0.95 }]);
}

/**
 * Builds a ring: the half in front of the thing is solid, the half behind it faint. The middle of the front half lies
 * on +x; the axis is +z.
 */
function ringPart(axis: Axis): HandlePart {
  const half = (grown: number): BufferGeometry =>
    new TorusGeometry(GIZMO.ring, 1.3 + grown, 8, 64, Math.PI).rotateZ(-Math.PI / 2);
  return made(axis, "ring", [
    { make: half, opacity: 1 },
    { make: () => half(0).rotateZ(Math.PI), opacity: 0.35 },
  ]);
}

function viewRingPart(): HandlePart {
  const ring = (grown: number): BufferGeometry => new TorusGeometry(GIZMO.viewRing, 1.1 + grown, 8, 96);
  return made("view", "eye", [{ make: ring, opacity: 0.75 }]);
}

function made(
  handle: Handle,
  facing: HandlePart["facing"],
  shapes: readonly Shape[],
  { turn = new Quaternion(), at = new Vector3() }: { readonly turn?: Quaternion; readonly at?: Vector3 } = {},
): HandlePart {
  const object = new Group();
  const edge = materialOf({ opacity: 0.85, depthWrite: false });
  const materials = shapes.map(({ make, opacity }) => {
    const isSolid = opacity > 0.9;
    const material = materialOf({ opacity, depthWrite: isSolid });
    const mesh = new Mesh(make(0), material);
    // The faint parts, which show through, are drawn last.
    mesh.renderOrder = isSolid ? 0 : 1;
    object.add(mesh);
    if (opacity > 0.5) object.add(edgeOf(make, edge));
    return { material, opacity };
  });
  return { handle, object, facing, turn, at, materials, edge };
}

/** Builds an outline, drawn below all handles so that it does not cut through another handle. */
function edgeOf(make: Shape["make"], edge: MeshBasicMaterial): Mesh {
  const mesh = new Mesh(make(EDGE), edge);
  mesh.renderOrder = -1;
  return mesh;
}

function materialOf(look: { readonly opacity: number; readonly depthWrite: boolean }): MeshBasicMaterial {
  return new MeshBasicMaterial({
    color: new Color(1, 1, 1),
    toneMapped: false,
    fog: false,
    side: DoubleSide,
    transparent: true,
    ...look,
  });
}

/** In pixels. */
const HEAD = 17;
const EDGE = 1.5;
