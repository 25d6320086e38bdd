import type { Entity } from "@orrery/sim";
import { Geometry, IsCollision, Solid, SolidOf } from "@orrery/sim/components";
import { MeshBasicMaterial, type BufferGeometry } from "three";
import type { Shape } from "../batch.ts";
import { Batches } from "../batches.ts";
import { solidGeometry } from "../files/file-geometry.ts";
import { isGround, primitivesOf, type GeometryData } from "../primitives.ts";
import { linearOf, type Rgb } from "../surfaces.ts";
import type { LayerContext, Placed } from "./visual-layer.ts";

type Context = Pick<LayerContext, "world" | "nodes"> & {
  readonly colour: () => Rgb;
  /** Returns whether to show the collisions of this entity. Default: all. */
  readonly isWanted?: (entity: Entity) => boolean;
  /** Returns whether an entity counts as solid. Default: collisions. */
  readonly isSolid?: (entity: Entity) => boolean;
};

/** Shows collision shapes as wireframes. */
export class CollisionLayer implements Disposable {
  readonly batches = new Batches("collisions");
  readonly #context: Context;
  readonly #geometries = new Map<string, BufferGeometry>();
  readonly #material = new MeshBasicMaterial({ wireframe: true, toneMapped: false, transparent: true, opacity: 0.7 });

  constructor(context: Context) {
    this.#context = context;
  }

  build(entity: Entity): Placed[] {
    const { world, nodes, colour, isSolid = (one) => world.has(one, IsCollision) } = this.#context;
    if (!isSolid(entity) || this.#context.isWanted?.(entity) === false) return [];
    const geometry = world.get(entity, Geometry);
    if (geometry === undefined || isGround(geometry)) return [];
    return this.#parts(entity, geometry).map(({ key, scale, lift, make }) => {
      const node = lift === 0 ? nodes.of(entity) : nodes.within(entity, [0, 0, lift, 0, 0, 0, 1]);
      const shape: Shape = { entity, node, scale, colour: linearOf(colour()) };
      const look = () => ({
        key,
        geometry: this.#geometry(key, make),
        material: this.#material,
        castShadow: false,
        receiveShadow: false,
        isPickable: false,
        renderOrder: 2,
      });
      return { shape, batch: this.batches.add(key, look, shape) };
    });
  }

  [Symbol.dispose](): void {
    this.batches.clear();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#material.dispose();
  }

  #parts(entity: Entity, geometry: GeometryData): readonly Part[] {
    const primitives = primitivesOf(geometry);
    if (primitives.length > 0) {
      return primitives.map(({ key, scale, lift = 0, make, makePlain = make }) => ({
        key,
        scale,
        lift,
        make: makePlain,
      }));
    }
    const { world } = this.#context;
    const solid = world.get((world.get(entity, SolidOf)?.entity ?? 0) as Entity, Solid);
    if (solid === undefined) return [];
    return [{ key: solid.key, scale: [1, 1, 1], lift: 0, make: () => solidGeometry(solid) }];
  }

  #geometry(key: string, make: () => BufferGeometry): BufferGeometry {
    let made = this.#geometries.get(key);
    if (made === undefined) this.#geometries.set(key, (made = make()));
    return made;
  }
}

interface Part {
  readonly key: string;
  readonly scale: Shape["scale"];
  readonly lift: number;
  readonly make: () => BufferGeometry;
}
