import type { ValueOf, Vec3 } from "@orrery/sim";
import type { Geometry, Light } from "@orrery/sim/components";

type Shape = ValueOf<typeof Geometry>;
type LightValue = ValueOf<typeof Light>;

/**
 * Returns a shape of another type that fills about the same box, or one of one metre if there is no box. Types that
 * need a file stay as they are.
 */
export function shapeOfType(old: Shape, type: string): Shape {
  if (type === old.type) return old;
  const { x, y, z } = boxOf(old);
  const radius = Math.min(x, y) / 2;
  switch (type) {
    case "box":
      return { type, size: { x, y, z } };
    case "sphere":
      return { type, radius: Math.min(x, y, z) / 2 };
    case "cylinder":
    case "cone":
      return { type, radius, length: z };
    case "capsule": {
      // Its ends are half spheres, so a shape that is wider than it is high becomes thinner.
      const rounded = Math.min(radius, z / 4);
      return { type, radius: rounded, length: z - 2 * rounded };
    }
    case "ellipsoid":
      return { type, radii: { x: x / 2, y: y / 2, z: z / 2 } };
    case "plane":
      return { type, normal: { x: 0, y: 0, z: 1 }, size: { x, y } };
    default:
      return old;
  }
}

/** Returns a light of another type; a light that becomes a spot gets a cone if it has none. */
export function lightOfType(old: LightValue, type: string): LightValue {
  const light = { ...old, type: type as LightValue["type"] };
  if (type !== "spot" || old.spotOuterAngle > 0) return light;
  return { ...light, spotInnerAngle: Math.PI / 6, spotOuterAngle: Math.PI / 4, spotFalloff: 1 };
}

function boxOf(shape: Shape): Vec3 {
  switch (shape.type) {
    case "box":
      return shape.size;
    case "sphere":
      return { x: 2 * shape.radius, y: 2 * shape.radius, z: 2 * shape.radius };
    case "cylinder":
    case "cone":
      return { x: 2 * shape.radius, y: 2 * shape.radius, z: shape.length };
    case "capsule":
      return { x: 2 * shape.radius, y: 2 * shape.radius, z: shape.length + 2 * shape.radius };
    case "ellipsoid":
      return { x: 2 * shape.radii.x, y: 2 * shape.radii.y, z: 2 * shape.radii.z };
    case "plane":
      return { ...shape.size, z: 1 };
    case "heightmap":
      return shape.size;
    default:
      return { x: 1, y: 1, z: 1 };
  }
}
