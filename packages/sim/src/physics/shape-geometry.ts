import type { Vec3 } from "../base/vec3.ts";

/** A shape as an engine needs it, in metres. Cylinders, capsules and cones are along z, centred (as in SDF). */
export type ShapeGeometry =
  | { readonly type: "box"; readonly size: Vec3 }
  | { readonly type: "sphere"; readonly radius: number }
  | { readonly type: "cylinder"; readonly radius: number; readonly length: number }
  /** `length` is that of the cylindrical part. */
  | { readonly type: "capsule"; readonly radius: number; readonly length: number }
  /** The tip points to +z; `length` is the total height. */
  | { readonly type: "cone"; readonly radius: number; readonly length: number }
  | { readonly type: "ellipsoid"; readonly radii: Vec3 }
  /** Endless, solid below; goes through the shape's origin. */
  | { readonly type: "plane"; readonly normal: Vec3 }
  /** The convex hull of points x y z x y z … */
  | { readonly type: "convex"; readonly points: Float32Array }
  /**
   * Several convex hulls as one shape: the parts of a concave solid, for engines or moving bodies that require convex
   * ones.
   */
  | { readonly type: "compound"; readonly hulls: readonly Float32Array[] }
  /** A surface without an inside. Collides well only for bodies that never move. */
  | {
      readonly type: "mesh";
      readonly vertices: Float32Array;
      readonly indices: Uint32Array;
      /**
       * Whether it is solid from behind too. Otherwise its triangles face outward, counter-clockwise, and bodies slide
       * over their edges.
       */
      readonly twoSided?: boolean | undefined;
    }
  /**
   * `heights` row by row along x, with the rows along y, from the corner (−x, −y); `size` is the total extent along x
   * and y, centred.
   */
  | {
      readonly type: "heightmap";
      readonly columns: number;
      readonly rows: number;
      readonly heights: Float32Array;
      readonly size: { readonly x: number; readonly y: number };
    };
