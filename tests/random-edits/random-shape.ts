import { vec3, type ValueOf } from "@orrery/sim";
import type { Geometry } from "@orrery/sim/components";
import type { Dice } from "./dice.ts";

export type Shape = ValueOf<typeof Geometry>;

/** Returns a shape a few decimetres in size. */
export function randomShape(dice: Dice): Shape {
  const radius = dice.between(0.1, 0.3);
  const length = dice.between(0.2, 0.6);
  const type = dice.pick(["box", "sphere", "cylinder", "capsule", "cone", "ellipsoid"] as const);
  if (type === "sphere") return { type, radius };
  if (type === "box") return { type, size: { x: length, y: 2 * radius, z: dice.between(0.2, 0.6) } };
  if (type === "ellipsoid") return { type, radii: { x: radius, y: length / 2, z: dice.between(0.1, 0.3) } };
  return { type, radius, length };
}

/** Returns the same shape, larger or smaller; a plane has no size. */
export function scaled(shape: Shape, factor: number): Shape {
  switch (shape.type) {
    case "box":
      return { ...shape, size: vec3.scale(shape.size, factor) };
    case "ellipsoid":
      return { ...shape, radii: vec3.scale(shape.radii, factor) };
    case "sphere":
      return { ...shape, radius: shape.radius * factor };
    case "cylinder":
    case "capsule":
    case "cone":
      return { ...shape, radius: shape.radius * factor, length: shape.length * factor };
    default:
      return shape;
  }
}

/** Returns a shape as SDF, whose elements have the names of the fields here. */
export function shapeXml({ type, ...sizes }: Shape): string {
  const parts = Object.entries(sizes).map(([name, size]) => `<${name}>${numbers(size)}</${name}>`);
  return `<geometry><${type}>${parts.join("")}</${type}></geometry>`;
}

function numbers(size: unknown): string {
  return typeof size === "number" ? String(size) : Object.values(size as object).join(" ");
}
