import type { Entity } from "@orrery/sim";
import { compose, pose } from "@orrery/sim";
import { Inertial, IsLink, IsStatic } from "@orrery/sim/components";
import { BoxGeometry, DataTexture, MeshBasicMaterial, NearestFilter, RepeatWrapping, SphereGeometry } from "three";
import type { Shape } from "../batch.ts";
import { Batches } from "../batches.ts";
import { massBallRadius, massBox } from "./mass-box.ts";
import { linearOf, type Rgb } from "../surfaces.ts";
import type { LayerContext, Placed } from "./visual-layer.ts";

type Context = Pick<LayerContext, "world" | "nodes"> & { readonly colour: () => Rgb };

/** Shows a box with the inertia of each movable link. */
export class InertiaLayer implements Disposable {
  readonly batches = new Batches("inertia");
  readonly #context: Context;
  readonly #geometry = new BoxGeometry();
  readonly #material = new MeshBasicMaterial({
    toneMapped: false,
    transparent: true,
    opacity: 0.4,
    depthWrite: false,
    depthTest: false,
  });

  constructor(context: Context) {
    this.#context = context;
  }

  build(entity: Entity): Placed[] {
    const { nodes, colour, world } = this.#context;
    const inertial = movingInertial(this.#context, entity);
    const box = inertial === undefined ? undefined : massBox(inertial);
    if (box === undefined || inertial === undefined || !world.exists(entity)) return [];
    const { x, y, z, qx, qy, qz, qw } = compose(inertial.pose, pose({ x: 0, y: 0, z: 0 }, box.rotation));
    const node = nodes.within(entity, [x, y, z, qx, qy, qz, qw]);
    const { size } = box;
    const shape: Shape = { entity, node, scale: [size.x, size.y, size.z], colour: linearOf(colour()) };
    return [{ shape, batch: this.batches.add("box", () => overlay("box", this.#geometry, this.#material), shape) }];
  }

  [Symbol.dispose](): void {
    this.batches.clear();
    this.#geometry.dispose();
    this.#material.dispose();
  }
}

/** Shows a chequered ball at the centre of mass of each movable link, as large as a lead ball of the same mass. */
export class MassLayer implements Disposable {
  readonly batches = new Batches("centres of mass");
  readonly #context: Pick<LayerContext, "world" | "nodes">;
  readonly #geometry = new SphereGeometry(1, 24, 16).rotateX(Math.PI / 2);
  readonly #texture = checks();
  readonly #material = new MeshBasicMaterial({
    map: this.#texture,
    toneMapped: false,
    depthTest: false,
    transparent: true,
    opacity: 0.95,
  });

  constructor(context: Pick<LayerContext, "world" | "nodes">) {
    this.#context = context;
  }

  build(entity: Entity): Placed[] {
    const inertial = movingInertial(this.#context, entity);
    if (inertial === undefined || !(inertial.mass > 0)) return [];
    const { x, y, z } = inertial.pose;
    const node = this.#context.nodes.within(entity, [x, y, z, 0, 0, 0, 1]);
    const radius = Math.max(0.012, massBallRadius(inertial.mass));
    const shape: Shape = { entity, node, scale: [radius, radius, radius], colour: [1, 1, 1] };
    return [{ shape, batch: this.batches.add("ball", () => overlay("ball", this.#geometry, this.#material), shape) }];
  }

  [Symbol.dispose](): void {
    this.batches.clear();
    this.#geometry.dispose();
    this.#texture.dispose();
    this.#material.dispose();
  }
}

function movingInertial({ world }: Pick<LayerContext, "world">, entity: Entity) {
  if (!world.has(entity, IsLink) || world.has(world.parentOf(entity), IsStatic)) return undefined;
  return world.get(entity, Inertial);
}

function overlay(key: string, geometry: BoxGeometry | SphereGeometry, material: MeshBasicMaterial) {
  return { key, geometry, material, castShadow: false, receiveShadow: false, isPickable: false, renderOrder: 10 };
}

/** Makes a chequered texture with four fields around the ball, as on crash-test dummies. */
function checks(): DataTexture {
  const dark = [24, 26, 30, 255];
  const light = [240, 240, 236, 255];
  const fields = [...dark, ...light, ...light, ...dark];
  const texture = new DataTexture(new Uint8Array(fields), 2, 2);
  texture.magFilter = NearestFilter;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(2, 1);
  texture.colorSpace = "srgb";
  texture.needsUpdate = true;
  return texture;
}
