import type { Geometry } from "@orrery/sim/components";
import type { ValueOf, Vec3 } from "@orrery/sim";
import {
  BoxGeometry,
  ConeGeometry,
  CylinderGeometry,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
  type BufferGeometry,
} from "three";

export type GeometryData = ValueOf<typeof Geometry>;

/** A geometry that shapes of many sizes share, and this shape's size. */
export interface Primitive {
  readonly key: string;
  readonly scale: readonly [x: number, y: number, z: number];
  readonly make: () => BufferGeometry;
  /** Makes a version with fewer triangles. */
  readonly makePlain?: () => BufferGeometry;
  /** Metres along z from the shape's pose. */
  readonly lift?: number;
}

/** Returns the primitives that make up a shape; none for a shape from a file or an outline. */
export function primitivesOf(geometry: GeometryData): readonly Primitive[] {
  switch (geometry.type) {
    case "box": {
      const { x, y, z } = geometry.size;
      return [{ key: "box", scale: [x, y, z], make: () => new BoxGeometry() }];
    }
    case "sphere":
      return [round([geometry.radius, geometry.radius, geometry.radius])];
    case "ellipsoid":
      return [round([geometry.radii.x, geometry.radii.y, geometry.radii.z])];
    case "cylinder":
      return [
        {
          key: "cylinder",
          scale: [geometry.radius, geometry.radius, geometry.length],
          make: () => standing(new CylinderGeometry(1, 1, 1, 48)),
          makePlain: () => standing(new CylinderGeometry(1, 1, 1, 20)),
        },
      ];
    case "cone":
      return [
        {
          key: "cone",
          scale: [geometry.radius, geometry.radius, geometry.length],
          make: () => standing(new ConeGeometry(1, 1, 48)),
          makePlain: () => standing(new ConeGeometry(1, 1, 20)),
        },
      ];
    case "capsule":
      return capsule(geometry.radius, geometry.length);
    case "plane":
      return [plane(geometry.normal, geometry.size)];
    default:
      return [];
  }
}

/** Returns whether it is endless ground: a plane collides everywhere, so it is drawn endless. */
export function isGround(geometry: GeometryData): boolean {
  return (
    geometry.type === "plane" && geometry.size.x >= GROUND && geometry.size.y >= GROUND && geometry.normal.z > 0.9999
  );
}

/** In metres: a smaller plane is a thing, not the ground. */
const GROUND = 20;

/** Makes a tube and two caps: as a single shape, every ratio of radius to length would need a geometry of its own. */
function capsule(radius: number, length: number): readonly Primitive[] {
  const cap = (end: 1 | -1): Primitive => ({
    key: end > 0 ? "upper cap" : "lower cap",
    scale: [radius, radius, radius],
    lift: (end * length) / 2,
    make: () => half(end, 40, 12),
    makePlain: () => half(end, 20, 6),
  });
  const tube: Primitive = {
    key: "tube",
    scale: [radius, radius, length],
    make: () => standing(new CylinderGeometry(1, 1, 1, 40, 1, true)),
    makePlain: () => standing(new CylinderGeometry(1, 1, 1, 20, 1, true)),
  };
  return length > 0 ? [tube, cap(1), cap(-1)] : [cap(1), cap(-1)];
}

function half(end: 1 | -1, around: number, rings: number): BufferGeometry {
  const from = end > 0 ? 0 : Math.PI / 2;
  return standing(new SphereGeometry(1, around, rings, 0, 2 * Math.PI, from, Math.PI / 2));
}

function round(scale: readonly [number, number, number]): Primitive {
  return {
    key: "sphere",
    scale,
    make: () => standing(new SphereGeometry(1, 40, 24)),
    makePlain: () => standing(new SphereGeometry(1, 20, 12)),
  };
}

function plane(normal: Vec3, { x, y }: { readonly x: number; readonly y: number }): Primitive {
  if (normal.z > 0.9999) return { key: "plane", scale: [x, y, 1], make: () => new PlaneGeometry() };
  const key = `plane ${x} ${y} ${normal.x} ${normal.y} ${normal.z}`;
  const turn = new Quaternion().setFromUnitVectors(
    new Vector3(0, 0, 1),
    new Vector3(normal.x, normal.y, normal.z).normalize(),
  );
  return { key, scale: [1, 1, 1], make: () => new PlaneGeometry(x, y).applyQuaternion(turn) };
}

/** Turns a geometry upright: three.js has y up, the world z. */
function standing(geometry: BufferGeometry): BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}
