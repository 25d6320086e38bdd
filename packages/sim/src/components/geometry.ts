import { component, numeric } from "../ecs/component.ts";
import type { Geometry as GeometryData, Material as MaterialData } from "../scene/geometry.ts";
import { solidMesh, type Solid as SolidValue } from "../scene/solid.ts";
import { flag, record, share } from "../ecs/value-rule.ts";
import { IsCollision, IsVisual } from "./identity.ts";
import { geometryRule, materialRule } from "./shape-rules.ts";
import { file, structure } from "./why-locked.ts";

/** The geometry of a collision or a visual. */
export const Geometry = component("gz_sim_components.Geometry", (): GeometryData => ({ type: "empty" }), {
  group: "Geometry",
  rank: 1,
  unit: { "radius length size radii position polylines.height polylines.points": "m" },
  affects: ["look", "body"],
  edit: { on: [IsCollision, IsVisual], value: geometryRule },
  fields: { "from fromUri uri submesh centerSubmesh convex maxHulls": { locked: file } },
  order: "radius length size radii normal position scale points",
});

/**
 * The triangles or heights that collisions have from a file. They are part of the state, so that a restored or replayed
 * world does not read the file again, which may have changed. They are on a separate entity below the world, one per
 * content: a thousand collisions share it in memory, in a saved file and on the wire. The entity stays when its last
 * user is removed, for future users.
 */
export const Solid = component("orrery.Solid", (): SolidValue => solidMesh(new Float32Array(), new Uint32Array()), {
  title: "Mesh data",
  group: "Geometry",
  rank: 2,
  unit: { size: "m" },
  locked: file,
});

/** On a collision whose geometry is a mesh, a heightmap or a polyline: the entity that has its Solid. */
export const SolidOf = numeric(
  "orrery.SolidOf",
  { entity: 0 },
  {
    title: "Mesh data",
    group: "Geometry",
    rank: 3,
    stream: "always",
    affects: ["look", "body"],
    locked: structure,
    fields: { entity: { title: "Mesh data", means: "entity" } },
  },
);

/** On a collision that was scaled: factors by which its Solid is stretched along its axes. */
export const SolidScale = numeric(
  "orrery.SolidScale",
  { x: 1, y: 1, z: 1 },
  {
    title: "Mesh scale",
    group: "Geometry",
    rank: 4,
    stream: "always",
    affects: ["body"],
    locked: "Follows from how the thing was scaled",
  },
);

export const Material = component<MaterialData | undefined>("gz_sim_components.Material", () => undefined, {
  group: "Material",
  rank: 1,
  affects: ["look"],
  edit: { on: [IsVisual], value: materialRule, presence: "offered" },
  fields: { "pbr.from pbr.fromUri": { locked: file } },
  order: "diffuse ambient specular emissive",
});

export const CastShadows = component("gz_sim_components.CastShadows", () => true, {
  group: "Material",
  rank: 3,
  affects: ["look"],
  edit: { on: [IsVisual], value: flag },
});

/** 0 is opaque, 1 invisible. */
export const Transparency = numeric(
  "gz_sim_components.Transparency",
  { amount: 0 },
  {
    group: "Material",
    rank: 2,
    stream: "always",
    affects: ["look"],
    edit: { on: [IsVisual], value: record({ amount: share }), presence: "offered" },
  },
);
