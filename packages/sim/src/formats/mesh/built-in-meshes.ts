import { cos, sin } from "../../base/math/math.ts";
import type { Vec3 } from "../../base/vec3.ts";
import type { Mesh } from "./mesh.ts";
import { SubmeshBuilder, triangleBudget } from "./submesh-builder.ts";

/** Returns whether a URI names a mesh that comes with Gazebo, such as `name://unit_box`. There is no file for it. */
export function isBuiltInMesh(uri: string): boolean {
  return nameOf(uri) !== undefined;
}

/** Returns the mesh of a `name://` URI; `undefined` for any other. All are 1 m wide and centred at the origin. */
export function builtInMesh(uri: string): Mesh | undefined {
  const name = nameOf(uri);
  if (name === undefined) return undefined;
  const builder = new SubmeshBuilder(name, -1, triangleBudget());
  MAKERS[name](builder);
  return { submeshes: [builder.finish()], materials: [] };
}

const MAKERS = {
  unit_box: box,
  unit_plane: plane,
  unit_sphere: (builder) => revolve(builder, arc(0, 0, HALF_CIRCLE)),
  unit_ellipsoid: (builder) => revolve(builder, arc(0, 0, HALF_CIRCLE)),
  unit_cylinder: (builder) =>
    revolve(builder, [
      { radius: 0, z: -0.5, normal: DOWN },
      { radius: 0.5, z: -0.5, normal: DOWN },
      { radius: 0.5, z: -0.5, normal: OUT },
      { radius: 0.5, z: 0.5, normal: OUT },
      { radius: 0.5, z: 0.5, normal: UP },
      { radius: 0, z: 0.5, normal: UP },
    ]),
  unit_cone: (builder) =>
    revolve(builder, [
      { radius: 0, z: -0.5, normal: DOWN },
      { radius: 0.5, z: -0.5, normal: DOWN },
      { radius: 0.5, z: -0.5, normal: SLOPE },
      { radius: 0, z: 0.5, normal: SLOPE },
    ]),
  // A cylinder of 1 m with a half sphere at each end.
  unit_capsule: (builder) =>
    revolve(builder, [...arc(-0.5, 0, HALF_CIRCLE / 2), ...arc(0.5, HALF_CIRCLE / 2, HALF_CIRCLE)]),
} satisfies Readonly<Record<string, (builder: SubmeshBuilder) => void>>;

function nameOf(uri: string): keyof typeof MAKERS | undefined {
  const name = /^name:\/\/([a-z_]+)$/.exec(uri)?.[1] ?? "";
  return Object.hasOwn(MAKERS, name) ? (name as keyof typeof MAKERS) : undefined;
}

const SEGMENTS = 32;
/** Steps of an arc over half a circle. */
const HALF_CIRCLE = 16;

/** A corner of an outline in a plane through the z axis; the normal points outward and up. */
interface Corner {
  readonly radius: number;
  readonly z: number;
  readonly normal: readonly [out: number, up: number];
}

const DOWN = [0, -1] as const;
const UP = [0, 1] as const;
const OUT = [1, 0] as const;
/** Normal of a cone twice as high as half its base is wide; `corner` scales it to length 1. */
const SLOPE = [2, 1] as const;

/** Returns a part of a circle of radius 0.5 m around a point of the axis, from the bottom up. */
function arc(middle: number, first: number, last: number): Corner[] {
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const angle = ((first + i) / HALF_CIRCLE) * Math.PI - Math.PI / 2;
    const isPole = first + i === 0 || first + i === HALF_CIRCLE;
    const [out, up] = [isPole ? 0 : cos(angle), sin(angle)];
    return { radius: out / 2, z: middle + up / 2, normal: [out, up] };
  });
}

/** Sweeps an outline, given from the bottom up, around the z axis. */
function revolve(builder: SubmeshBuilder, outline: readonly Corner[]): void {
  const rings = outline.map(({ radius, z, normal: [out, up] }) =>
    Array.from({ length: SEGMENTS + 1 }, (_, i) => {
      const angle = ((i % SEGMENTS) / SEGMENTS) * 2 * Math.PI;
      const [x, y] = [cos(angle), sin(angle)];
      return builder.corner(radius * x, radius * y, z, { x: out * x, y: out * y, z: up });
    }),
  );
  for (let ring = 1; ring < rings.length; ring++) {
    const [below, above] = [rings[ring - 1]!, rings[ring]!];
    for (let i = 0; i < SEGMENTS; i++) {
      if (outline[ring - 1]!.radius > 0) builder.triangle(below[i]!, below[i + 1]!, above[i + 1]!);
      if (outline[ring]!.radius > 0) builder.triangle(below[i]!, above[i + 1]!, above[i]!);
    }
  }
}

function box(builder: SubmeshBuilder): void {
  for (const side of [0.5, -0.5]) {
    face(builder, (u, v) => ({ x: side, y: u, z: v * Math.sign(side) }), { x: side, y: 0, z: 0 });
    face(builder, (u, v) => ({ x: v * Math.sign(side), y: side, z: u }), { x: 0, y: side, z: 0 });
    face(builder, (u, v) => ({ x: u, y: v * Math.sign(side), z: side }), { x: 0, y: 0, z: side });
  }
}

function plane(builder: SubmeshBuilder): void {
  face(builder, (u, v) => ({ x: u, y: v, z: 0 }), { x: 0, y: 0, z: 1 });
}

/** Adds a square of 1 m, counter-clockwise as seen from the side its normal points to. */
function face(builder: SubmeshBuilder, place: (u: number, v: number) => Vec3, normal: Vec3): void {
  const corner = (u: number, v: number): number => {
    const { x, y, z } = place(u, v);
    return builder.corner(x, y, z, normal, { u: u + 0.5, v: 0.5 - v });
  };
  const [a, b, c, d] = [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
  builder.triangle(a, b, c);
  builder.triangle(a, c, d);
}
