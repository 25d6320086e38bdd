import { Geometry } from "../../components/geometry.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { mapsOf, type Geometry as GeometryData, type Material, type PbrMaterial } from "../../scene/geometry.ts";
import { coloredByScript } from "../../scene/material-scripts.ts";
import { isRelativeUri } from "../../scene/relative-uri.ts";
import { stored } from "./stored.ts";

/**
 * Sets the geometry without the folder of its file, so that the same world from a different folder has the same hash,
 * and without its numbers, which are on a separate entity.
 */
export function spawnGeometry(world: World, entity: Entity, geometry: GeometryData): void {
  world.set(entity, Geometry, asDescribed(geometry));
}

function asDescribed(geometry: GeometryData): GeometryData {
  if (geometry.type !== "mesh" && geometry.type !== "heightmap" && geometry.type !== "polyline") return geometry;
  const { solid: _, ...described } = geometry;
  if (described.type === "polyline") return described;
  const { fromUri = "", ...rest } = described;
  return { ...rest, from: isRelativeUri(rest.uri) ? fromUri : "" };
}

export function saveGeometry(world: World, entity: Entity): GeometryData {
  const geometry = stored(world, entity, Geometry);
  return geometry.type === "mesh" || geometry.type === "heightmap" ? withSource(geometry) : geometry;
}

/** Returns a material whose maps are named without their folder, for the same reason. */
export function materialToStore(material: Material | undefined): Material | undefined {
  return material && { ...coloredByScript(material), pbr: asNamed(material.pbr) };
}

function asNamed(pbr: PbrMaterial | undefined): PbrMaterial | undefined {
  if (pbr === undefined) return undefined;
  const { fromUri = "", ...rest } = pbr;
  return { ...rest, from: mapsOf(rest).some(isRelativeUri) ? fromUri : "" };
}

export function materialToSave(material: Material | undefined): Material | undefined {
  return material?.pbr ? { ...material, pbr: withSource(material.pbr) } : material;
}

/** Adds the URI by which an entity's file was included, so that whatever is spawned from the scene has the same one. */
function withSource<T extends { readonly from: string }>(described: T): T & { readonly fromUri?: string } {
  return described.from === "" ? described : { ...described, fromUri: described.from };
}
