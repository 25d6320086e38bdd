import type { Component, Entity } from "@orrery/sim";
import type { Delta } from "@orrery/sim/host";
import { SimClock } from "@orrery/sim/components";
import { Emitter } from "@orrery/sim/host";
import { Group } from "three";
import { logError } from "../base/log-error.ts";
import type { Batches } from "./batches.ts";
import { EntityNodes, type Held } from "./entity-nodes.ts";
import { ChunkInterpolation } from "./chunk-interpolation.ts";
import { PoseTree } from "./pose-tree.ts";
import type { ShownChange, ShownWorld } from "./shown-world.ts";
import type { Placed } from "./layers/visual-layer.ts";

/** Something that draws entities while it is switched on. */
export interface Layer extends Disposable {
  readonly batches: Batches;
  build(entity: Entity): Placed[];
}

/** The drawn things of a world, kept up to date with it. */
export class WorldObjects implements Disposable {
  readonly group = new Group();
  readonly tree = new PoseTree();
  readonly nodes: EntityNodes;
  /** Emits when entities were created or removed, or look different. */
  readonly changes = new Emitter<void>(logError);
  readonly #shown: ShownWorld;
  readonly #interpolation = new ChunkInterpolation();
  readonly #layers = new Map<Layer, Map<Entity, Placed[]>>();
  readonly #listening: Disposable;
  readonly #onChange: () => void;
  /** Whether something has moved or looks different since the last call of `takeNews`. */
  #isOther = true;
  #lastSteps = 0;
  #revision = 0;
  #movedCount = 0;
  #changeCount = 0;
  #leapCount = 0;
  readonly #nowMs: () => number;

  constructor(shown: ShownWorld, { onChange, nowMs }: { readonly onChange: () => void; readonly nowMs: () => number }) {
    this.#shown = shown;
    this.#onChange = onChange;
    this.#nowMs = nowMs;
    this.group.name = "world";
    this.group.matrixAutoUpdate = false;
    this.nodes = new EntityNodes(shown.world, this.tree);
    this.#listening = shown.changes.on((change) => this.#take(change));
  }

  /** Draws everything in this layer from now on. */
  addLayer(layer: Layer): void {
    if (this.#layers.has(layer)) return;
    const shapes = new Map<Entity, Placed[]>();
    this.#layers.set(layer, shapes);
    this.group.add(layer.batches.group);
    for (const entity of this.#shown.world.entities()) build(layer, shapes, entity);
    this.#changed();
  }

  removeLayer(layer: Layer): void {
    if (!this.#layers.delete(layer)) return;
    this.group.remove(layer.batches.group);
    layer.batches.clear();
    this.#changed();
  }

  /** Returns the drawn shapes of an entity itself, in one layer or all. */
  shapesOf(entity: Entity, layer?: Layer): readonly Placed[] {
    if (layer !== undefined) return this.#layers.get(layer)?.get(entity) ?? [];
    return [...this.#layers.values()].flatMap((shapes) => shapes.get(entity) ?? []);
  }

  /** Rebuilds the shapes of these entities. Entities that no longer exist get none. */
  refresh(entities: Iterable<Entity>): void {
    const { world } = this.#shown;
    for (const [layer, shapes] of this.#layers) {
      for (const entity of entities) {
        drop(shapes, entity);
        if (world.exists(entity)) build(layer, shapes, entity);
      }
    }
    this.#changed();
  }

  /** Rebuilds everything. */
  rebuild(): void {
    this.nodes.clear();
    for (const [layer, shapes] of this.#layers) {
      shapes.clear();
      layer.batches.clear();
      for (const entity of this.#shown.world.entities()) build(layer, shapes, entity);
    }
    this.#changed();
  }

  /**
   * Shows an entity at a pose that it does not have in the world (yet), until it is released. The world stays
   * unchanged.
   */
  hold(entity: Entity, held: Held): void {
    this.nodes.hold(entity, held);
    this.#onChange();
  }

  letGo(entity: Entity): void {
    this.nodes.letGo(entity);
    this.#onChange();
  }

  /** Moves everything to its pose at a moment. Returns whether things will keep moving without new data. */
  advance(nowMs: number): boolean {
    this.tree.advance(this.#interpolation.progress(nowMs));
    if (this.tree.update()) this.#news();
    for (const layer of this.#layers.keys()) layer.batches.update(this.tree);
    return this.tree.movingCount > 0;
  }

  /** Returns whether anything has moved or looks different since the last call. */
  takeNews(): boolean {
    const isOther = this.#isOther;
    this.#isOther = false;
    return isOther;
  }

  /** Increases whenever something has moved or looks different: results computed from an earlier revision are stale. */
  get revision(): number {
    return this.#revision;
  }

  /** Number of changes of the world received so far. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** How many times things were placed at once rather than moved, because the world is paused or time has jumped. */
  get leapCount(): number {
    return this.#leapCount;
  }

  /** Number of things that the last change moved. */
  get movedCount(): number {
    return this.#movedCount;
  }

  get shapeCount(): number {
    let count = 0;
    for (const layer of this.#layers.keys()) count += layer.batches.shapeCount;
    return count;
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    for (const layer of [...this.#layers.keys()]) this.removeLayer(layer);
  }

  #take({ delta, whole, exact, isOwn = false }: ShownChange): void {
    this.#changeCount++;
    const atOnce = isOwn && !exact ? true : this.#moveOn(whole || exact);
    this.#movedCount = this.nodes.take(delta, { atOnce });
    if (changesShapes(delta)) this.#reshape(delta);
    this.#onChange();
  }

  /** Handles the arrival of a state. Returns whether things are placed at once instead of moving there. */
  #moveOn(isThere: boolean): boolean {
    const now = this.#nowMs();
    this.tree.restart(this.#interpolation.progress(now));
    this.#interpolation.note(now);
    // A paused world, or one that has gone back in time, is shown exactly as it is.
    const atOnce = isThere || this.#isBack();
    if (atOnce) {
      this.tree.arrive();
      this.#leapCount++;
    }
    return atOnce;
  }

  #reshape(delta: Delta): void {
    if (delta.removed.length > 0) this.#forgetGone(delta.removed);
    if (!this.nodes.reparent(delta) || this.#isWasteful()) return this.rebuild();
    const touched = new Set<Entity>(delta.placed.map(({ entity }) => entity));
    for (const { component, entities } of delta.set) {
      if (isShaping(component)) for (const entity of entities) touched.add(entity as Entity);
    }
    for (const { entity, component } of delta.unset) if (isShaping(component)) touched.add(entity);
    this.refresh(touched);
  }

  /**
   * Drops the shapes and nodes of removed entities. Entities recreated under the same id are listed in `removed`; their
   * former descendants may not be.
   */
  #forgetGone(removed: readonly Entity[]): void {
    const again = new Set(removed);
    const { world } = this.#shown;
    const isGone = (entity: Entity): boolean => again.has(entity) || !world.exists(entity);
    for (const shapes of this.#layers.values()) {
      for (const entity of [...shapes.keys()]) if (isGone(entity)) drop(shapes, entity);
    }
    this.nodes.forget(isGone);
  }

  /** Returns whether to rebuild the tree, because too many of its nodes belong to removed entities. */
  #isWasteful(): boolean {
    return this.tree.count > 4096 && this.tree.count > 4 * this.#shown.world.entityCount;
  }

  #isBack(): boolean {
    const { root, world } = this.#shown;
    const steps = (root === undefined ? undefined : world.get(root, SimClock))?.steps ?? 0;
    const isBack = steps < this.#lastSteps;
    this.#lastSteps = steps;
    return isBack;
  }

  #news(): void {
    this.#isOther = true;
    this.#revision++;
  }

  #changed(): void {
    this.#news();
    this.changes.emit();
    this.#onChange();
  }
}

function isShaping({ facts }: Component): boolean {
  return facts.affects.includes("look");
}

function changesShapes({ removed, placed, unset, set }: Delta): boolean {
  return (
    removed.length > 0 ||
    placed.length > 0 ||
    unset.some(({ component }) => isShaping(component)) ||
    set.some(({ component }) => isShaping(component))
  );
}

function build(layer: Layer, shapes: Map<Entity, Placed[]>, entity: Entity): void {
  const placed = layer.build(entity);
  if (placed.length > 0) shapes.set(entity, placed);
}

function drop(shapes: Map<Entity, Placed[]>, entity: Entity): void {
  const placed = shapes.get(entity);
  if (placed === undefined) return;
  for (const { batch, shape } of placed) batch.remove(shape);
  shapes.delete(entity);
}
