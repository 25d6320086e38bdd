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

/** What is drawn of one handle. */
export interface HandlePart {
  readonly handle: Handle;
  readonly object: Group;
  /** Lies before the eye, whatever way the gizmo stands; rings are turned to the eye about their axis. */
  readonly facing: "none" | "eye" | "ring";
  /** In the gizmo's axes. */
  readonly turn: Quaternion;
  readonly at: Vector3;
  readonly materials: readonly { readonly material: MeshBasicMaterial; readonly opacity: number }[];
}

/** The handles of a tool, in pixels around the origin. */
export function makeParts(tool: GizmoTool): readonly HandlePart[] {
  switch (tool) {
    case "translate":
      return [
        ...axes.map((axis) => axisPart(axis, arrowHead())),
        ...(["yz", "zx", "xy"] as const).map(planePart),
        centrePart(),
      ];
    case "rotate":
      return [...axes.map(ringPart), viewRingPart()];
    case "scale":
      return [...axes.map((axis) => axisPart(axis, new BoxGeometry(11, 11, 11))), cubePart()];
    default:
      return assertNever(tool);
  }
}

export function disposePart({ object, materials }: HandlePart): void {
  object.traverse((child) => {
    if (child instanceof Mesh) (child.geometry as BufferGeometry).dispose();
  });
  for (const { material } of materials) material.dispose();
}

/** From +z to an axis. */
function turnTo(axis: Axis): Quaternion {
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), UNITS[axis]);
}

function axisPart(axis: Axis, head: BufferGeometry): HandlePart {
  const stem = GIZMO.length - HEAD - GIZMO.gap;
  const rod = new CylinderGeometry(1.1, 1.1, stem, 10).rotateX(Math.PI / 2).translate(0, 0, GIZMO.gap + stem / 2);
  const tip = head.translate(0, 0, GIZMO.length - HEAD / 2);
  const shapes = [
    [rod, 1],
    [tip, 1],
  ] as const;
  return made(axis, "none", shapes, { turn: turnTo(axis) });
}

function arrowHead(): BufferGeometry {
  return new ConeGeometry(5.5, HEAD, 20).rotateX(Math.PI / 2);
}

function planePart(plane: "yz" | "zx" | "xy"): HandlePart {
  const size = GIZMO.planeTo - GIZMO.planeFrom;
  const middle = (GIZMO.planeTo + GIZMO.planeFrom) / 2;
  const axis = normalOf(plane);
  const at = new Vector3(...axes.map((name) => (name === axis ? 0 : middle)));
  const edge = new RingGeometry(size / Math.SQRT2 - 1.4, size / Math.SQRT2, 4, 1).rotateZ(Math.PI / 4);
  const shapes = [
    [new PlaneGeometry(size, size), 0.3],
    [edge, 0.95],
  ] as const;
  return made(plane, "none", shapes, { turn: turnTo(axis), at });
}

function centrePart(): HandlePart {
  return made("all", "eye", [
    [new CircleGeometry(GIZMO.centre - 2, 32), 0.18],
    [new RingGeometry(GIZMO.centre - 3, GIZMO.centre - 1.4, 40), 0.95],
  ]);
}

function cubePart(): HandlePart {
  return made("all", "none", [[new BoxGeometry(13, 13, 13), 0.95]]);
}

/** Half of it before what it turns, the other half faint behind it. The middle of the front half lies on +x, its axis is +z. */
function ringPart(axis: Axis): HandlePart {
  const half = (): BufferGeometry => new TorusGeometry(GIZMO.ring, 1.3, 8, 64, Math.PI).rotateZ(-Math.PI / 2);
  return made(axis, "ring", [
    [half(), 1],
    [half().rotateZ(Math.PI), 0.2],
  ]);
}

function viewRingPart(): HandlePart {
  return made("view", "eye", [[new TorusGeometry(GIZMO.viewRing, 1.1, 8, 96), 0.75]]);
}

function made(
  handle: Handle,
  facing: HandlePart["facing"],
  shapes: readonly (readonly [geometry: BufferGeometry, opacity: number])[],
  { turn = new Quaternion(), at = new Vector3() }: { readonly turn?: Quaternion; readonly at?: Vector3 } = {},
): HandlePart {
  const object = new Group();
  const materials = shapes.map(([geometry, opacity]) => {
    const material = new MeshBasicMaterial({
      color: new Color(1, 1, 1),
      toneMapped: false,
      fog: false,
      side: DoubleSide,
      transparent: true,
      opacity,
      depthWrite: opacity > 0.9,
    });
    const mesh = new Mesh(geometry, material);
    // What shines through is drawn last.
    mesh.renderOrder = opacity > 0.9 ? 0 : 1;
    object.add(mesh);
    return { material, opacity };
  });
  return { handle, object, facing, turn, at, materials };
}

/** Pixels. */
const HEAD = 17;
