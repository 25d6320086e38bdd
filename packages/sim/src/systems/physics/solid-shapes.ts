import type { Log } from "../../base/log.ts";
import { DEFAULT_PARTS } from "../../solids/convex-decomposition.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";
import { partsOf } from "../../physics/known-parts.ts";
import { MAX_PRISMS } from "../../physics/mujoco/model/shapes.ts";
import { facesOutward } from "../../solids/surface-sides.ts";
import type { ShapeGeometry } from "../../physics/shape-geometry.ts";
import type { Geometry } from "../../scene/geometry.ts";
import type { Solid } from "../../scene/solid.ts";

/**
 * Determines how solids from files collide. A moving shape must be convex, or consist of convex parts: two triangle
 * surfaces pass through each other in Rapier, and MuJoCo uses the hull of a mesh. A static shape keeps its surface, in
 * MuJoCo only if it is small. Parts follow from the solid alone, so they are recomputed on demand instead of being
 * stored as state.
 */
export class SolidShapes {
  readonly #engine: PhysicsEngine["name"];
  readonly #log: Log;
  readonly #warned = new Set<string>();

  constructor(engine: PhysicsEngine["name"], log: Log) {
    this.#engine = engine;
    this.#log = log;
  }

  /**
   * Returns the shape; undefined for triangles that enclose no volume. `name` is called only if there is a problem to
   * report.
   */
  shape(solid: Solid, geometry: Geometry, isMoving: boolean, name: () => string): ShapeGeometry | undefined {
    if (solid.type === "heightmap") return solid;
    const asHulls = geometry.type === "mesh" && geometry.convex;
    const hasRoom = this.#engine === "rapier" || solid.indices.length <= 3 * MAX_PRISMS;
    if (!asHulls && !isMoving && hasRoom) return surfaceOf(solid);
    const most = asHulls ? (geometry.maxHulls ?? 1) : DEFAULT_PARTS;
    const { parts, isConvex } = partsOf(solid, most);
    if (!isConvex && !asHulls) this.#warn(solid, parts.length, name);
    const [only, second] = parts;
    if (only === undefined) return undefined;
    return second === undefined ? { type: "convex", points: only } : { type: "compound", hulls: parts };
  }

  #warn(solid: Solid, count: number, name: () => string): void {
    if (this.#warned.has(solid.key)) return;
    this.#warned.add(solid.key);
    const why = this.#engine === "rapier" ? "it moves" : `${this.#engine} collides convex shapes only`;
    const parts = count === 1 ? "its convex hull" : `${count} convex parts`;
    this.#log.warn(`${name()} is not convex and ${why}: it collides as ${parts}, which are about as large`);
  }
}

/** Shared by all worlds of this process: a solid always has the same surface. */
const surfaces = new WeakMap<Solid, ShapeGeometry>();

function surfaceOf(solid: Solid & { type: "mesh" }): ShapeGeometry {
  const { vertices, indices } = solid;
  let surface = surfaces.get(solid);
  if (surface === undefined) {
    surface = { type: "mesh", vertices, indices, twoSided: !facesOutward(vertices, indices) };
    surfaces.set(solid, surface);
  }
  return surface;
}
