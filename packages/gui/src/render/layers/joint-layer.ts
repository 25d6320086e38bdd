import type { Entity, Vec3 } from "@orrery/sim";
import { compose, pose, quat } from "@orrery/sim";
import { IsJoint, JointAxes, JointChildFrame, JointLinks, JointType } from "@orrery/sim/components";
import {
  BoxGeometry,
  ConeGeometry,
  CylinderGeometry,
  MeshBasicMaterial,
  SphereGeometry,
  TorusGeometry,
  type BufferGeometry,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Shape } from "../batch.ts";
import { Batches } from "../batches.ts";
import { linearOf, type Rgb } from "../surfaces.ts";
import type { LayerContext, Placed } from "./visual-layer.ts";

type Mark = "turning" | "sliding" | "free" | "fixed";

type Context = Pick<LayerContext, "world" | "nodes"> & {
  readonly colours: () => Readonly<Record<Mark, Rgb>>;
  /** Returns the size of a link attached to the joint, in metres. */
  readonly sizeOf: (link: Entity) => number;
};

/** Shows joints: a ring about each rotation axis, arrows along a sliding axis, a ball, a cube for a fixed joint. */
export class JointLayer implements Disposable {
  readonly batches = new Batches("joints");
  readonly #context: Context;
  readonly #geometries = new Map<Mark, BufferGeometry>();
  readonly #material = new MeshBasicMaterial({ toneMapped: false, depthTest: false, transparent: true, opacity: 0.9 });

  constructor(context: Context) {
    this.#context = context;
  }

  build(entity: Entity): Placed[] {
    const { world, nodes, colours, sizeOf } = this.#context;
    if (!world.has(entity, IsJoint)) return [];
    const child = (world.get(entity, JointLinks)?.child ?? 0) as Entity;
    const frame = world.get(entity, JointChildFrame);
    if (frame === undefined || !world.exists(child)) return [];
    const size = Math.min(0.6, Math.max(0.03, 0.45 * sizeOf(child)));
    return marksOf(world.get(entity, JointType) ?? "fixed", world.get(entity, JointAxes) ?? []).map(
      ({ mark, axis }) => {
        const turn = quat.rotationBetween({ x: 0, y: 0, z: 1 }, axis);
        const { x, y, z, qx, qy, qz, qw } = compose(frame, pose({ x: 0, y: 0, z: 0 }, turn));
        const node = nodes.within(child, [x, y, z, qx, qy, qz, qw]);
        const scale = mark === "fixed" ? size * 0.5 : size;
        const shape: Shape = { entity, node, scale: [scale, scale, scale], colour: linearOf(colours()[mark]) };
        const look = () => ({
          key: mark,
          geometry: this.#geometry(mark),
          material: this.#material,
          castShadow: false,
          receiveShadow: false,
          isPickable: false,
          renderOrder: 11,
        });
        return { shape, batch: this.batches.add(mark, look, shape) };
      },
    );
  }

  [Symbol.dispose](): void {
    this.batches.clear();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#material.dispose();
  }

  #geometry(mark: Mark): BufferGeometry {
    let made = this.#geometries.get(mark);
    if (made === undefined) this.#geometries.set(mark, (made = makeMark(mark)));
    return made;
  }
}

/** Returns the marks for a type of joint, and the axis of the joint's frame that each is aligned with. */
export function marksOf(
  type: string,
  axes: readonly { readonly xyz: Vec3 }[],
): readonly { readonly mark: Mark; readonly axis: Vec3 }[] {
  const up = { x: 0, y: 0, z: 1 };
  if (type === "fixed") return [{ mark: "fixed", axis: up }];
  if (type === "ball") return [{ mark: "free", axis: up }];
  const mark = type === "prismatic" ? "sliding" : "turning";
  return (axes.length === 0 ? [{ xyz: up }] : axes).map(({ xyz }) => ({ mark, axis: xyz }));
}

/** Makes a mark of size 1, along z. */
function makeMark(mark: Mark): BufferGeometry {
  switch (mark) {
    case "turning":
      return mergeGeometries([rod(1), tip(1, 1), new TorusGeometry(0.45, 0.035, 8, 40)]);
    case "sliding":
      return mergeGeometries([rod(1), tip(1, 1), tip(-1, -1)]);
    case "free":
      return new SphereGeometry(0.3, 20, 14);
    default:
      return new BoxGeometry(0.4, 0.4, 0.4);
  }
}

function rod(half: number): BufferGeometry {
  return new CylinderGeometry(0.03, 0.03, 2 * half, 10).rotateX(Math.PI / 2);
}

function tip(at: number, sign: number): BufferGeometry {
  return new ConeGeometry(0.09, 0.26, 14).rotateX((sign * Math.PI) / 2).translate(0, 0, at);
}
