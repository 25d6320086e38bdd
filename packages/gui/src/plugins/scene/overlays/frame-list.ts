import { find, findJoint, relativeTo, type Entity, type Pose, type World } from "@orrery/sim";
import { jointZeros, type JointZeros } from "@orrery/sim/host";
import {
  Frames,
  IsJoint,
  IsLink,
  IsModel,
  IsWorld,
  JointLinks,
  Name,
  Pose as PoseComponent,
} from "@orrery/sim/components";

/** A frame of reference that can be shown: that of a model or a link, or one that a file names. */
export interface ShownFrame {
  /** The entity that it moves with. */
  readonly entity: Entity;
  readonly name: string;
  /** Its pose in the entity; undefined for the entity's own frame. */
  readonly within?: Pose;
  /**
   * Index in the list of the frame that it is attached to; −1 for none. A link is attached to the link at the other end
   * of its joint.
   */
  readonly parent: number;
}

/**
 * Returns the frames of some entities and of everything below them, each once. A model whose frame is that of one of
 * its links is represented by the link.
 */
export function framesOf(world: World, roots: readonly Entity[]): readonly ShownFrame[] {
  const lister = new FrameLister(world);
  for (const root of roots) lister.add(root, undefined);
  return lister.list();
}

/** Names parents by entity until the list is complete. */
type Listed = Omit<ShownFrame, "parent"> & { readonly on: Entity | undefined };

class FrameLister {
  readonly #world: World;
  readonly #listed: Listed[] = [];
  readonly #seen = new Set<Entity>();
  readonly #parentLinks = new Map<Entity, Entity>();
  /** Per model, the link that shows the model's frame. */
  readonly #standIns = new Map<Entity, Entity>();
  #zeros: JointZeros | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  list(): readonly ShownFrame[] {
    const places = new Map<Entity, number>();
    this.#listed.forEach(({ entity, within }, i) => within === undefined && places.set(entity, i));
    const placeOf = (entity: Entity | undefined): number => {
      if (entity === undefined) return -1;
      return places.get(entity) ?? places.get(this.#standIns.get(entity) ?? entity) ?? -1;
    };
    return this.#listed.map(({ on, ...frame }, i) => {
      const joined = frame.within === undefined ? this.#parentLinks.get(frame.entity) : undefined;
      const parent = placeOf(joined ?? on);
      return { ...frame, parent: parent === i ? -1 : parent };
    });
  }

  add(entity: Entity, around: Entity | undefined): void {
    const world = this.#world;
    if (!world.exists(entity) || this.#seen.has(entity)) return;
    this.#seen.add(entity);
    if (world.has(entity, IsModel)) return this.#addModel(entity, around);
    if (world.has(entity, IsWorld)) for (const child of world.childrenOf(entity)) this.add(child, undefined);
    else if (world.has(entity, PoseComponent)) this.#addOwn(entity, around);
  }

  #addModel(model: Entity, around: Entity | undefined): void {
    const world = this.#world;
    const children = world.childrenOf(model);
    const same = children.find((child) => world.has(child, IsLink) && isAtOrigin(world.get(child, PoseComponent)));
    if (same === undefined) this.#addOwn(model, around);
    else this.#standIns.set(model, same);
    for (const child of children) {
      if (world.has(child, IsJoint)) this.#noteJoint(child);
      // The link that stands in for the model is attached to the model's own parent.
      else if (world.has(child, IsLink)) this.#addLink(child, child === same ? around : model);
      else if (world.has(child, IsModel)) this.add(child, model);
    }
    for (const frame of world.get(model, Frames) ?? []) this.#addNamed(model, frame.name, frame.pose);
  }

  #addLink(link: Entity, on: Entity | undefined): void {
    if (this.#seen.has(link)) return;
    this.#seen.add(link);
    this.#addOwn(link, on);
  }

  #addOwn(entity: Entity, on: Entity | undefined): void {
    this.#listed.push({ entity, name: this.#world.get(entity, Name) ?? `#${entity}`, on });
  }

  #noteJoint(joint: Entity): void {
    const links = this.#world.get(joint, JointLinks);
    if (links !== undefined && links.parent !== 0) this.#parentLinks.set(links.child as Entity, links.parent as Entity);
  }

  /**
   * Adds a named frame. One attached to a link moves with that link: files give its pose in the model, with all joints
   * at zero.
   */
  #addNamed(model: Entity, name: string, pose: Pose): void {
    const entity = this.#holderOf(model, name);
    if (entity === model) return void this.#listed.push({ entity, name, within: pose, on: model });
    this.#zeros ??= jointZeros(this.#world);
    const place = relativeTo(this.#zeros.poseOf(model), this.#zeros.poseOf(entity));
    this.#listed.push({ entity, name, within: relativeTo(place, pose), on: entity });
  }

  #holderOf(model: Entity, name: string): Entity {
    const world = this.#world;
    const frames = new Map((world.get(model, Frames) ?? []).map((frame) => [frame.name, frame.attachedTo]));
    let on = name;
    // At most one round per frame: cycles are refused when a file is read, but an edit may have made one since.
    for (let i = 0; i <= frames.size && frames.has(on); i++) on = frames.get(on)!;
    if (on === "" || frames.has(on)) return model;
    const joint = findJoint(world, model, on);
    const child = joint === undefined ? undefined : (world.get(joint, JointLinks)?.child as Entity | undefined);
    return child ?? find(world, model, on) ?? model;
  }
}

function isAtOrigin(pose: Pose | undefined): boolean {
  if (pose === undefined) return true;
  const { x, y, z, qx, qy, qz } = pose;
  return [x, y, z, qx, qy, qz].every((value) => Math.abs(value) < 1e-9);
}
