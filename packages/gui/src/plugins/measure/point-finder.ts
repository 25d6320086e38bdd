import { relativeTo, scopedName, topModelOf, transformPoint, type Entity, type Vec3 } from "@orrery/sim";
import { IsLink, IsModel } from "@orrery/sim/components";
import { groundPoint, pointerRay, type SceneView, shapesBelow } from "../scene/api.ts";
import { pick, type Hit } from "../../render/picking.ts";
import { shownPose } from "../../render/shown-pose.ts";
import { type ScreenSpace, screenSpaceOf } from "../transform/api.ts";
import type { Gap } from "./convex-gap.ts";
import type { Placing } from "./figure.ts";
import type { Anchor, MeasureMode } from "./measure-kinds.ts";
import type { Pointed } from "./measure-session.ts";
import { gapBetween } from "./shape-gap.ts";
import { candidatesOf, nearestEdge, nearestPoint, type SnapKind, type SnapPoint } from "./snap-point.ts";

/** The pointer's place and modifiers. */
export interface Asking {
  /** Place on the page, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly mode: MeasureMode;
  readonly isTouch: boolean;
  /** Whether to take the point on the surface, without snapping. */
  readonly isFree: boolean;
  /** Whether to take the origin of the thing, however far away it is. */
  readonly wantsOrigin: boolean;
  /** Whether to take the part instead of the model. */
  readonly wantsPart: boolean;
}

/** Finds what a measure takes at the pointer, and where the measured things are. */
export class PointFinder implements Placing {
  readonly #view: SceneView;
  /** Gaps take a while to compute, so they are kept until something moves. */
  /** Names as last seen. */
  readonly #names = new Map<Entity, string>();
  #gaps = { revision: -1, known: new Map<string, Gap | undefined>() };

  constructor(view: SceneView) {
    this.#view = view;
  }

  get space(): ScreenSpace {
    return screenSpaceOf(this.#view.camera, this.#view.size);
  }

  placeOf({ entity, local }: Anchor): Vec3 | undefined {
    if (entity === undefined) return local;
    const pose = this.#view.world.exists(entity) ? shownPose(this.#view.objects.nodes, entity) : undefined;
    return pose && transformPoint(pose, local);
  }

  /** Returns a thing's name with the models above it; for a removed thing, its last name. */
  nameOf(entity: Entity | undefined): string {
    if (entity === undefined) return "the ground";
    if (this.#view.world.exists(entity)) this.#names.set(entity, scopedName(this.#view.world, entity));
    return this.#names.get(entity) ?? "something that is gone";
  }

  gapBetween(from: Entity, to: Entity): Gap | undefined {
    const { revision } = this.#view.objects;
    if (this.#gaps.revision !== revision) this.#gaps = { revision, known: new Map() };
    const key = `${from} ${to}`;
    const { known } = this.#gaps;
    if (!known.has(key)) known.set(key, gapBetween(this.#shapes(from), this.#shapes(to)));
    return known.get(key);
  }

  find(asking: Asking): Pointed | undefined {
    const { x, y, mode } = asking;
    this.#view.catchUp();
    const hit = this.#pick(x, y);
    if (mode === "objects") return this.#object(hit, asking);
    const radius = asking.isTouch ? REACH_OF_FINGERS : REACH;
    const hits = [hit, ...AROUND.map(([dx, dy]) => this.#pick(x + dx * radius, y + dy * radius))];
    const { left, top } = this.#view.canvas.getBoundingClientRect();
    const at = { x: x - left, y: y - top };
    const met = distinct(hits);
    const candidates = candidatesOf(met, (one) => this.#matrixOf(one));
    if (mode === "edge") {
      // In this mode the pointer can only mean an edge.
      const found = nearestEdge(candidates.edges, at, this.space, 3 * radius);
      if (found === undefined) return undefined;
      const { entity, isClosed, points } = found.edge;
      const locals = points.map((point) => this.#anchor(entity, point).local);
      const whole = { type: "edge" as const, entity, isClosed, points: locals };
      return { kind: "whole-edge", anchor: this.#anchor(entity, found.point), whole };
    }
    const origins = met.flatMap((one) => this.#origins(one));
    const own = hit && asking.wantsOrigin ? this.#origins(hit)[0] : undefined;
    const snapped = asking.isFree
      ? undefined
      : nearestPoint({ ...candidates, points: [...candidates.points, ...origins] }, at, this.space, radius);
    return this.#pointed(own ?? snapped ?? this.#surface(hit, x, y));
  }

  #pick(x: number, y: number): Hit | undefined {
    return pick(pointerRay(this.#view, x, y), this.#view.visuals.batches.list);
  }

  #object(hit: Hit | undefined, { wantsPart }: Asking): Pointed | undefined {
    if (hit === undefined) return undefined;
    const { world } = this.#view;
    const entity = wantsPart ? world.parentOf(hit.entity) : topModelOf(world, hit.entity);
    return { kind: "object", anchor: { entity, local: { x: 0, y: 0, z: 0 } } };
  }

  /** Returns the origin of the top model, then that of the shape's owner, usually a link. */
  #origins({ entity, shape }: Hit): readonly SnapPoint[] {
    const { world } = this.#view;
    if (shape.isEndless === true) return [];
    const found: SnapPoint[] = [];
    for (const holder of [topModelOf(world, entity), world.parentOf(entity)]) {
      if (!world.has(holder, IsModel) && !world.has(holder, IsLink)) continue;
      const point = this.placeOf({ entity: holder, local: { x: 0, y: 0, z: 0 } });
      if (point !== undefined) found.push({ kind: "origin", entity: holder, point });
    }
    return found;
  }

  #surface(hit: Hit | undefined, x: number, y: number): SnapPoint | undefined {
    if (hit !== undefined) return { kind: "surface", entity: hit.entity, point: hit.point };
    const { origin, direction } = pointerRay(this.#view, x, y);
    const point = groundPoint(origin, direction);
    return point && { kind: "ground", entity: undefined, point };
  }

  #pointed(snapped: SnapPoint | undefined): Pointed | undefined {
    return snapped && { kind: snapped.kind, anchor: this.#anchor(snapped.entity, snapped.point) };
  }

  #anchor(entity: Entity | undefined, { x, y, z }: Vec3): Anchor {
    const frame = entity === undefined ? undefined : shownPose(this.#view.objects.nodes, entity);
    if (frame === undefined) return { entity: undefined, local: { x, y, z } };
    const local = relativeTo(frame, { x, y, z, qx: 0, qy: 0, qz: 0, qw: 1 });
    return { entity, local: { x: local.x, y: local.y, z: local.z } };
  }

  /** Returns the shapes to measure to, including ground, although framing ignores ground. */
  #shapes(entity: Entity): ReturnType<typeof shapesBelow> {
    const below = shapesBelow(this.#view, entity);
    return below.length > 0 ? below : this.#groundBelow(entity);
  }

  #groundBelow(entity: Entity): ReturnType<typeof shapesBelow> {
    const { world, objects, visuals } = this.#view;
    if (!world.exists(entity)) return [];
    const own = objects.shapesOf(entity, visuals);
    return [...own, ...world.childrenOf(entity).flatMap((child) => this.#groundBelow(child))];
  }

  #matrixOf({ entity, shape }: Hit): ArrayLike<number> {
    const placed = this.#view.objects.shapesOf(entity, this.#view.visuals).find((one) => one.shape === shape)!;
    const at = placed.batch.slotOf(shape) * 16;
    return (placed.batch.mesh.instanceMatrix.array as Float32Array).subarray(at, at + 16);
  }
}

/** Returns the patches that rays have hit, each once. */
function distinct(hits: readonly (Hit | undefined)[]): readonly Hit[] {
  const found = new Map<string, Hit>();
  const shapes = new Map<object, number>();
  for (const hit of hits) {
    if (hit === undefined) continue;
    if (!shapes.has(hit.shape)) shapes.set(hit.shape, shapes.size);
    const key = `${shapes.get(hit.shape)} ${hit.triangle}`;
    if (!found.has(key)) found.set(key, hit);
  }
  return [...found.values()];
}

/** Names of what the pointer is over, for people. */
export const SNAP_WORDS: Readonly<Record<SnapKind | "whole-edge" | "object", string>> = {
  corner: "Corner",
  middle: "Middle of edge",
  face: "Middle of face",
  origin: "Origin",
  edge: "On edge",
  "whole-edge": "Edge",
  surface: "",
  ground: "",
  object: "",
};

/** Pixels. */
const REACH = 10;
const REACH_OF_FINGERS = 22;
const AROUND = [
  [0.7, 0],
  [-0.7, 0],
  [0, 0.7],
  [0, -0.7],
] as const;
