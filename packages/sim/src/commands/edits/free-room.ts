import type { orrery } from "@orrery/msgs";
import { compose, type Pose } from "../../base/pose.ts";
import { Geometry } from "../../components/geometry.ts";
import { IsLight } from "../../components/identity.ts";
import { Pose as ShapePose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { worldPose } from "../../entities/find.ts";
import { boundedVector } from "../../messages/vector-message.ts";
import { around, boundsIn, ownBounds, type Bounds } from "./shape-bounds.ts";

/**
 * Returns the edits with their creations moved to where there is room for all of them. What is in the way decides how
 * far they move, and they keep their relative places. A command without a room stays unchanged, and so does one that
 * finds no free place nearby.
 */
export function withFreeRoom(world: World, { edits = [], room }: orrery.Command): readonly orrery.Edit[] {
  if (room === undefined) return edits;
  const { x, y } = nearestFree(readRoom(room), boundsOfThings(world));
  if (x === 0 && y === 0) return edits;
  return edits.map((edit) => (edit.create === undefined ? edit : { create: movedAside(edit.create, x, y) }));
}

/** Returns the level shift that moves a room to where nothing is in it: the nearest free place on a grid. */
export function nearestFree(room: Bounds, things: Iterable<Bounds>): { readonly x: number; readonly y: number } {
  const step = Math.max(MIN_STEP, (room.high.x - room.low.x) / 2, (room.high.y - room.low.y) / 2);
  const taken = new Uint8Array(ACROSS * ACROSS);
  for (const { low, high } of things) {
    if (low.z >= room.high.z - TOUCH || high.z <= room.low.z + TOUCH) continue;
    // Places of the grid at which the room would contain this.
    const fromX = placeAfter((low.x - room.high.x + TOUCH) / step);
    const toX = placeBefore((high.x - room.low.x - TOUCH) / step);
    const fromY = placeAfter((low.y - room.high.y + TOUCH) / step);
    const toY = placeBefore((high.y - room.low.y - TOUCH) / step);
    if (fromX > toX) continue;
    for (let y = fromY; y <= toY; y++)
      taken.fill(1, (y + REACH) * ACROSS + fromX + REACH, (y + REACH) * ACROSS + toX + REACH + 1);
  }
  let best = { x: 0, y: 0 };
  let bestSquare = Infinity;
  for (let y = -REACH; y <= REACH; y++) {
    for (let x = -REACH; x <= REACH; x++) {
      const square = x * x + y * y;
      if (square >= bestSquare || taken[(y + REACH) * ACROSS + x + REACH] !== 0) continue;
      best = { x, y };
      bestSquare = square;
    }
  }
  return { x: best.x * step, y: best.y * step };
}

/** Metres by which things may overlap: a thing on the ground may be that deep in it. */
const TOUCH = 1e-3;

/** In metres. */
const MIN_STEP = 0.1;

/** Grid places on each side: at least ten times the room's own size. */
const REACH = 40;
const ACROSS = 2 * REACH + 1;

/** Metres around a light, which has no size of its own. */
const LIGHT = { x: 0.05, y: 0.05, z: 0.05 };

function placeAfter(place: number): number {
  return Math.max(-REACH, Math.ceil(place));
}

function placeBefore(place: number): number {
  return Math.min(REACH, Math.floor(place));
}

function* boundsOfThings(world: World): Iterable<Bounds> {
  // The shapes of a link share this, because finding the link's place takes longer than everything else.
  const frames = new Map<Entity, Pose>();
  const frameOf = (entity: Entity): Pose => {
    const frame = frames.get(entity) ?? worldPose(world, entity);
    frames.set(entity, frame);
    return frame;
  };
  for (const [shape, geometry] of world.query(Geometry)) {
    const own = ownBounds(world, shape, geometry);
    if (own === undefined) continue;
    const frame = frameOf(world.parentOf(shape));
    const pose = world.get(shape, ShapePose);
    yield boundsIn(pose === undefined ? frame : compose(frame, pose), own);
  }
  for (const [light] of world.query(IsLight)) yield around(worldPose(world, light), LIGHT);
}

function readRoom(room: orrery.Room): Bounds {
  const low = boundedVector("the room's low corner", "position", room.low);
  const high = boundedVector("the room's high corner", "position", room.high);
  if (low.x > high.x || low.y > high.y || low.z > high.z)
    throw new Error("the room's low corner is above its high one");
  return { low, high };
}

function movedAside(creation: orrery.Creation, x: number, y: number): orrery.Creation {
  const { factory = {} } = creation;
  const { pose = {} } = factory;
  if (factory.relative_to || factory.pose === undefined)
    throw new Error("what a room is found for needs a pose of its own in the world");
  const { position = {} } = pose;
  const moved = { ...position, x: (position.x ?? 0) + x, y: (position.y ?? 0) + y };
  return { ...creation, factory: { ...factory, pose: { ...pose, position: moved } } };
}
