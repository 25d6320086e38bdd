import { identityPose, MemoryResources, transformPoint, World, worldPose, type Entity, type Pose } from "@orrery/sim";
import { parseSdf, spawnLight, spawnModel } from "@orrery/sim/host";
import { Geometry, IsVisual, IsWorld, Pose as PoseComponent, Transparency } from "@orrery/sim/components";
import type { BufferGeometry } from "three";
import type { FileGeometry, MeshFiles } from "../../render/files/mesh-files.ts";
import { GHOST_OPACITY } from "../../render/ghost.ts";
import { isGround, primitivesOf, type GeometryData } from "../../render/primitives.ts";
import type { SdfThing } from "./sdf-things.ts";

export interface StagingPlaces {
  /** Resolves to the SDF that a URI names. */
  readonly sdfOf: (uri: string) => Promise<string>;
  readonly files: Pick<MeshFiles, "parts">;
}

/**
 * Things being inserted, in a separate world where they can be drawn and measured. Leaves out what cannot be read here,
 * for instance something that includes a file that only the server has.
 */
export class Staged {
  readonly world: World;
  readonly things: readonly SdfThing[];
  /** The pose of each thing, relative to the point by which all of them are held. */
  readonly poses: readonly Pose[];
  /** Their extreme points, x y z x y z … */
  readonly points: Float64Array;

  private constructor(world: World, things: readonly SdfThing[], poses: readonly Pose[], points: Float64Array) {
    this.world = world;
    this.things = things;
    this.poses = poses;
    this.points = points;
  }

  static async of(things: readonly SdfThing[], places: StagingPlaces): Promise<Staged> {
    const world = new World();
    const root = world.create();
    world.set(root, IsWorld, {});
    const spawned = await Promise.all(things.map((thing) => sceneOf(thing, places)));
    const poses = spawned.map((scene) => {
      const made = [
        ...(scene?.models.map((model) => spawnModel(world, root, model)) ?? []),
        ...(scene?.lights.map((light) => spawnLight(world, root, light)) ?? []),
      ];
      return made[0] === undefined ? identityPose : (world.get(made[0], PoseComponent) ?? identityPose);
    });
    for (const [visual] of [...world.query(IsVisual)]) {
      const amount = world.get(visual, Transparency)?.amount ?? 0;
      world.set(visual, Transparency, { amount: 1 - (1 - amount) * GHOST_OPACITY });
    }
    const points: number[] = [];
    for (const [entity, geometry] of [...world.query(Geometry)])
      await addPoints(points, world, entity, geometry, places.files);
    // Lights and unknown things are held at the base of their place.
    if (points.length === 0) points.push(...poses.flatMap(({ x, y }) => [x, y, 0]));
    return new Staged(world, things, poses, Float64Array.from(points));
  }
}

async function sceneOf(thing: SdfThing, { sdfOf }: StagingPlaces) {
  const text = "sdf" in thing ? thing.sdf : await sdfOf(thing.uri);
  // Meshes are loaded below, with the files that the page has.
  const { scene } = await parseSdf(text, "", new MemoryResources({}));
  return scene.models.length + scene.lights.length === 0 ? undefined : scene;
}

async function addPoints(
  points: number[],
  world: World,
  entity: Entity,
  geometry: GeometryData,
  files: StagingPlaces["files"],
): Promise<void> {
  if (geometry.type === "empty" || isGround(geometry)) return;
  const at = worldPose(world, entity);
  const add = (corners: BufferGeometry, [sx, sy, sz]: readonly [number, number, number], lift: number): void => {
    const { array, count } = corners.getAttribute("position");
    for (let i = 0; i < count; i++) {
      const own = { x: array[i * 3]! * sx, y: array[i * 3 + 1]! * sy, z: array[i * 3 + 2]! * sz + lift };
      const { x, y, z } = transformPoint(at, own);
      points.push(x, y, z);
    }
  };
  const primitives = primitivesOf(geometry);
  for (const { key, scale, lift = 0, make } of primitives) {
    let corners = shared.get(key);
    if (corners === undefined) shared.set(key, (corners = make()));
    add(corners, scale, lift);
  }
  if (primitives.length > 0) return;
  const { x, y, z } = geometry.type === "mesh" ? geometry.scale : { x: 1, y: 1, z: 1 };
  // A missing file is reported where the thing is drawn.
  const parts = await files.parts(geometry as FileGeometry).catch(() => []);
  for (const part of parts) add(part.geometry, [x, y, z], 0);
}

const shared = new Map<string, BufferGeometry>();
