import type { Entity, ValueOf, Vec3 } from "@orrery/sim";
import { quat } from "@orrery/sim";
import { IsLight, Light } from "@orrery/sim/components";
import {
  ConeGeometry,
  CylinderGeometry,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
  type BufferGeometry,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Shape } from "../batch.ts";
import { Batches } from "../batches.ts";
import { POSE, type PoseTree } from "../pose-tree.ts";
import { linearOf, type Rgb } from "../surfaces.ts";
import type { LayerContext, Placed } from "./visual-layer.ts";

type LightData = ValueOf<typeof Light>;

type Context = Pick<LayerContext, "world" | "nodes"> & {
  /** Returns the colours of the rays, and of a light that is switched off. */
  readonly colours: () => { readonly rays: Rgb; readonly off: Rgb };
};

interface Mark extends Placed {
  readonly shape: Shape & { readonly scale: [x: number, y: number, z: number] };
  /** Its scale along x and y when a pixel is a metre. */
  readonly wide: number;
}

/** Marks of constant size on the screen where lights are: a bulb in the light's colour, and rays in its direction. */
export class LightLayer implements Disposable {
  readonly batches = new Batches("lights");
  readonly #context: Context;
  readonly #geometries = new Map<string, BufferGeometry>();
  readonly #material = new MeshBasicMaterial({ toneMapped: false });
  /** Not drawn; used for picking, because rays are thin. */
  readonly #hull = new MeshBasicMaterial({ visible: false });
  readonly #marks = new Set<Mark>();

  constructor(context: Context) {
    this.#context = context;
  }

  build(entity: Entity): Placed[] {
    const { world, nodes, colours } = this.#context;
    const light = world.has(entity, IsLight) ? world.get(entity, Light) : undefined;
    if (light === undefined) return [];
    const { rays, off } = colours();
    const { x, y, z, w } = quat.rotationBetween({ x: 0, y: 0, z: -1 }, aimOf(light));
    const node = nodes.within(entity, [0, 0, 0, x, y, z, w]);
    const wide = light.type === "spot" ? coneWidth(light.spotOuterAngle) : 1;
    return [
      this.#add("bulb", { entity, node, colour: linearOf(light.on ? light.diffuse : off), wide: 1 }),
      this.#add(light.type, { entity, node, colour: linearOf(light.on ? rays : off), wide }),
      this.#add("hull", { entity, node, colour: [1, 1, 1], wide: 1 }),
    ];
  }

  /** Gives the marks the same size on the screen at any distance; `pixelAt` returns the size of a pixel in metres. */
  fit(tree: PoseTree, pixelAt: (place: Vec3) => number): void {
    let isOther = false;
    for (const mark of this.#marks) {
      const { shape, batch, wide } = mark;
      // The mark belongs to a removed light.
      if (batch.slotOf(shape) < 0) {
        this.#marks.delete(mark);
        continue;
      }
      const at = shape.node * POSE;
      const pixel = pixelAt({ x: tree.world[at]!, y: tree.world[at + 1]!, z: tree.world[at + 2]! });
      if (Math.abs(shape.scale[2] / pixel - 1) < 1e-3) continue;
      shape.scale[0] = shape.scale[1] = pixel * wide;
      shape.scale[2] = pixel;
      batch.rescale(shape);
      isOther = true;
    }
    if (isOther) this.batches.update(tree);
  }

  [Symbol.dispose](): void {
    this.batches.clear();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#material.dispose();
    this.#hull.dispose();
  }

  #add(key: Part, { wide, ...of }: Pick<Shape, "entity" | "node" | "colour"> & { readonly wide: number }): Placed {
    const shape: Mark["shape"] = { ...of, scale: [wide, wide, 1] };
    const look = () => ({
      key,
      geometry: this.#geometry(key),
      material: key === "hull" ? this.#hull : this.#material,
      castShadow: false,
      receiveShadow: false,
      isPickable: key === "hull",
      renderOrder: 3,
    });
    const mark: Mark = { shape, batch: this.batches.add(key, look, shape), wide };
    this.#marks.add(mark);
    return mark;
  }

  #geometry(key: Part): BufferGeometry {
    let made = this.#geometries.get(key);
    if (made === undefined) this.#geometries.set(key, (made = makePart(key)));
    return made;
  }
}

/** Returns whether the mark is visible; the hull is not. */
export function isSeen({ batch }: Placed): boolean {
  return batch.look.key !== "hull";
}

type Part = "bulb" | "hull" | LightData["type"];

/** Returns the direction of a light; point lights have no direction of their own. */
function aimOf({ type, direction: { x, y, z } }: LightData): Vec3 {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (type === "point" || length === 0) return { x: 0, y: 0, z: -1 };
  return { x: x / length, y: y / length, z: z / length };
}

/** Returns the ratio of radius to length of the cone, limited to what still looks like a cone. */
function coneWidth(outerAngle: number): number {
  return Math.min(1.2, Math.max(0.3, Math.tan(Math.min(outerAngle / 2, 1.2))));
}

/** Makes a part, in pixels around the light; directional lights shine down. */
function makePart(part: Part): BufferGeometry {
  switch (part) {
    case "bulb":
      return new SphereGeometry(5.5, 20, 14);
    case "hull":
      return new SphereGeometry(15, 12, 8);
    case "point":
      return mergeGeometries(RAYS.map((way) => ray(9, 15).applyQuaternion(turnTo(way))));
    case "spot":
      return mergeGeometries([
        new TorusGeometry(26, 0.9, 6, 40).translate(0, 0, -26),
        ...[0, 1, 2, 3].map((i) => edge((i * Math.PI) / 2)),
      ]);
    default:
      return mergeGeometries([
        ...Array.from({ length: 8 }, (_, i) => new Vector3(...around((i * Math.PI) / 4, 1))).map((way) =>
          ray(8, 13).applyQuaternion(turnTo(way)),
        ),
        ray(7, 34),
        new ConeGeometry(4, 9, 14).rotateX(-Math.PI / 2).translate(0, 0, -36),
      ]);
  }
}

/** Makes a rod along −z. */
function ray(from: number, to: number): BufferGeometry {
  return new CylinderGeometry(1, 1, to - from, 8).rotateX(Math.PI / 2).translate(0, 0, -(from + to) / 2);
}

/** Makes one edge of a spot light's cone, from its tip to its rim. */
function edge(angle: number): BufferGeometry {
  const [x, y] = around(angle, 26);
  const way = new Vector3(x, y, -26);
  return ray(7, way.length()).applyQuaternion(turnTo(way.normalize()));
}

function around(angle: number, radius: number): [x: number, y: number, z: number] {
  return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
}

function turnTo(way: Vector3): Quaternion {
  return new Quaternion().setFromUnitVectors(DOWN, way);
}

const DOWN = new Vector3(0, 0, -1);
/** Towards the faces and corners of a cube, so that some are visible from every side. */
const RAYS = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1].flatMap((z) =>
      x * x + y * y + z * z === 1 || x * y * z !== 0 ? [new Vector3(x, y, z).normalize()] : [],
    ),
  ),
);
