import * as rapier from "@dimforge/rapier3d-simd-compat";
import { rotationOf } from "../../base/pose.ts";
import { multiply, normalizeQuat } from "../../base/quat.ts";
import { contactBounds } from "../contact-bounds.ts";
import type { CollisionFilter, ShapeDesc, ShapeId, Surface } from "../engine.ts";
import { groupWords } from "./groups.ts";
import { rapierShape } from "./shapes.ts";
import { SharedShapes } from "./shared-shapes.ts";
import { RapierSlots } from "./slots.ts";
import { grown } from "../../base/grown.ts";
import { bytesOf } from "../typed-arrays.ts";
import type { ShapeGeometry } from "../shape-geometry.ts";
import type { RapierMemory } from "./wasm/rapier-memory.ts";

/** Ids of shapes, and the rotations of their geometries: in Rapier some need an additional quarter turn. */
export class RapierShapes {
  readonly slots: RapierSlots;
  /** Whether there is, or was, a shape with several parts. */
  hasParts = false;
  readonly #memory: RapierMemory;
  readonly #shared = new SharedShapes();
  #rotations = new Float32Array(16 * 4);
  /** See `contactBounds`. */
  #bounds = new Float32Array(16 * 6);

  constructor(memory: RapierMemory, slots = new RapierSlots("shape")) {
    this.slots = slots;
    this.#memory = memory;
  }

  /** Adds a shape without mass, because a body's mass is given rather than derived. `groupCode` is that of its body. */
  add(world: rapier.World, body: rapier.RigidBody, desc: ShapeDesc, groupCode: number): number {
    const { shape, rotation } = rapierShape(desc.id, desc.geometry, this.#shared);
    const own = normalizeQuat(rotationOf(desc.pose));
    const collider = createCollider(
      world,
      body,
      desc.id,
      new rapier.ColliderDesc(shape)
        .setTranslation(desc.pose.x, desc.pose.y, desc.pose.z)
        .setRotation(multiply(own, rotation))
        .setDensity(0)
        .setFriction(desc.surface.friction)
        .setFrictionCombineRule(rapier.CoefficientCombineRule.Min)
        .setRestitution(desc.surface.restitution)
        .setRestitutionCombineRule(rapier.CoefficientCombineRule.Multiply)
        .setCollisionGroups(groupsOf(desc.id, desc.filter))
        .setSolverGroups(groupWords(groupCode)),
    );
    this.#memory.filters.touchEitherWay(world, collider);
    const slot = this.slots.add(desc.id, collider.handle);
    this.hasParts ||= PARTED.has(shape.type);
    if (4 * slot >= this.#rotations.length) {
      const size = Math.max(slot + 1, this.#rotations.length / 2);
      this.#rotations = grown(this.#rotations, new Float32Array(4 * size));
      this.#bounds = grown(this.#bounds, new Float32Array(6 * size));
    }
    this.#rotations.set([own.x, own.y, own.z, own.w], 4 * slot);
    this.#bounds.set(contactBounds(desc.geometry, desc.pose), 6 * slot);
    return slot;
  }

  collider(world: rapier.World, slot: number): rapier.Collider {
    return world.getCollider(this.slots.handle(slot));
  }

  /** Returns the box around its possible contact points, in its body's axes: see `contactBounds`. */
  bounds(slot: number): Float32Array {
    return this.#bounds.subarray(6 * slot, 6 * slot + 6);
  }

  setGeometry(world: rapier.World, slot: number, geometry: ShapeGeometry): void {
    const { shape, rotation } = rapierShape(this.slots.ids[slot]!, geometry, this.#shared);
    const collider = this.collider(world, slot);
    this.hasParts ||= PARTED.has(shape.type);
    const [x, y, z, w] = this.#rotations.subarray(4 * slot, 4 * slot + 4);
    collider.setShape(shape);
    collider.setRotationWrtParent(multiply({ x: x!, y: y!, z: z!, w: w! }, rotation));
    const pose = { ...collider.translationWrtParent()!, qx: x!, qy: y!, qz: z!, qw: w! };
    this.#bounds.set(contactBounds(geometry, pose), 6 * slot);
  }

  /** Updates `hasParts` after a restore. */
  findParts(world: rapier.World): void {
    for (let slot = 0; slot < this.slots.extent && !this.hasParts; slot++) {
      if (this.slots.used[slot] === 1) this.hasParts = PARTED.has(this.collider(world, slot).shapeType());
    }
  }

  setSurface(world: rapier.World, slot: number, surface: Surface): void {
    const collider = this.collider(world, slot);
    collider.setFriction(surface.friction);
    collider.setRestitution(surface.restitution);
  }

  setFilter(world: rapier.World, slot: number, filter: CollisionFilter): void {
    const collider = this.collider(world, slot);
    collider.setCollisionGroups(groupsOf(this.slots.ids[slot]!, filter));
    this.#memory.filters.touchEitherWay(world, collider);
  }

  remove(slot: number): void {
    this.slots.remove(slot);
    this.#rotations.fill(0, 4 * slot, 4 * slot + 4);
    this.#bounds.fill(0, 6 * slot, 6 * slot + 6);
  }

  /** Frees the shared shapes. Must be called before the world is freed. */
  free(): void {
    this.#shared.free();
  }

  sections(): Uint8Array[] {
    const { extent } = this.slots;
    return [...this.slots.sections(), bytesOf(this.#rotations, 4 * extent), bytesOf(this.#bounds, 6 * extent)];
  }

  static from(sections: readonly Uint8Array[], memory: RapierMemory): RapierShapes {
    const shapes = new RapierShapes(memory, RapierSlots.from("shape", sections.slice(0, 3)));
    const [rotations, bounds] = sections.slice(3);
    const { extent } = shapes.slots;
    if (rotations?.length !== 16 * extent || bounds?.length !== 24 * extent)
      throw new Error("the state's table of shapes is damaged");
    const size = Math.max(16, extent);
    shapes.#rotations = new Float32Array(4 * size);
    shapes.#bounds = new Float32Array(6 * size);
    new Uint8Array(shapes.#rotations.buffer).set(rotations);
    new Uint8Array(shapes.#bounds.buffer).set(bounds);
    return shapes;
  }
}

const PARTED: ReadonlySet<rapier.ShapeType> = new Set([
  rapier.ShapeType.TriMesh,
  rapier.ShapeType.HeightField,
  rapier.ShapeType.Compound,
]);

function createCollider(
  world: rapier.World,
  body: rapier.RigidBody,
  id: ShapeId,
  desc: rapier.ColliderDesc,
): rapier.Collider {
  try {
    return world.createCollider(desc, body);
  } catch (cause) {
    throw new Error(`shape ${id}: Rapier cannot use its geometry`, { cause });
  }
}

/** Returns Rapier's word: memberships in the high half, filter in the low one. */
function groupsOf(id: ShapeId, { category, mask }: CollisionFilter): number {
  if ((category & 0xffff) !== category || (mask & 0xffff) !== mask) {
    throw new Error(`shape ${id}: category ${category} and mask ${mask} must have 16 bits`);
  }
  return ((category << 16) | mask) >>> 0;
}
