import type { orrery } from "@orrery/msgs";
import { World, worldPose, type Component, type Entity, type Pose as PoseValue } from "@orrery/sim";
import { type Delta, type Scene } from "@orrery/sim/host";
import { Geometry, IsLight, IsVisual, Pose } from "@orrery/sim/components";
import { Overlay } from "../../client/editing/overlay.ts";
import { showCommand } from "../../client/editing/preview.ts";
import { isGround, type GeometryData } from "../../render/primitives.ts";

/** A shape at the place where another person's pending command will put it. */
export interface GhostPart {
  readonly geometry: GeometryData;
  /** Its pose in the world. */
  readonly pose: PoseValue;
}

/** The visible effect of another person's pending command. */
export interface Ghost {
  readonly command: orrery.Command;
  readonly parts: readonly GhostPart[];
  /** Visuals that will be removed from the world. */
  readonly removed: readonly Entity[];
  /** Where to show its name if no part of it has a shape. */
  readonly place: PoseValue | undefined;
}

/**
 * Returns what the commands of others will do, one after another, to the world as this page shows it. When several
 * change the same thing, only the last one has a ghost. Commands that cannot be applied, or whose models have not
 * arrived, have none.
 */
export function ghostsOf(
  shown: World,
  root: Entity,
  commands: readonly orrery.Command[],
  scenesFor: (world: World, root: Entity, command: orrery.Command) => readonly Scene[],
): Ghost[] {
  if (commands.length === 0) return [];
  const world = new World();
  world.restore(shown.snapshot());
  /** Visuals and lights, by the last command that changes them. */
  const touched = new Map<Entity, orrery.Command>();
  const gone = new Map<Entity, orrery.Command>();
  const note = (command: orrery.Command, { removed, ...rest }: Delta): void => {
    for (const entity of seenIn(world, rest)) touched.set(entity, command);
    for (const entity of removed) {
      touched.delete(entity);
      if (shown.exists(entity) && isSeen(shown, entity)) gone.set(entity, command);
    }
  };
  const applied = commands.map((command) => ({
    apply: (): void => {
      const version = world.mark();
      showCommand(world, root, command, scenesFor(world, root, command));
      const { delta, whole } = world.changesSince(version);
      // More was removed than the log of removals holds, and drawing the whole world would not help.
      if (!whole) note(command, delta);
    },
  }));
  new Overlay(world, () => root).redo(applied, { anew: true });
  return commands.flatMap((command) => {
    const ghost = ghostOf(command, world, shown, keysOf(touched, command), keysOf(gone, command));
    return ghost.place === undefined && ghost.parts.length === 0 && ghost.removed.length === 0 ? [] : [ghost];
  });
}

function ghostOf(
  command: orrery.Command,
  world: World,
  shown: World,
  changed: readonly Entity[],
  gone: readonly Entity[],
): Ghost {
  const parts = changed.flatMap((entity): GhostPart[] => {
    const geometry = world.get(entity, Geometry);
    const isDrawn = geometry !== undefined && geometry.type !== "empty" && !isGround(geometry);
    return isDrawn ? [{ geometry, pose: worldPose(world, entity) }] : [];
  });
  const [first] = changed;
  const [firstGone] = gone;
  const place =
    first !== undefined ? worldPose(world, first) : firstGone !== undefined ? worldPose(shown, firstGone) : undefined;
  return { command, parts, removed: gone.filter((entity) => shown.has(entity, IsVisual)), place };
}

/** Returns the visuals and lights that are moved, changed or new. */
function seenIn(world: World, { placed, set, unset }: Omit<Delta, "removed">): Entity[] {
  const found = new Set<Entity>();
  const add = (entity: Entity): void => {
    if (isSeen(world, entity)) found.add(entity);
  };
  const addTree = (entity: Entity): void => {
    add(entity);
    for (const child of world.childrenOf(entity)) addTree(child);
  };
  for (const { entity } of placed) add(entity);
  for (const { component, entities } of set) {
    for (const entity of entities as Iterable<number> as Iterable<Entity>) {
      if (component === Pose) addTree(entity);
      else if (isLook(component)) add(entity);
    }
  }
  for (const { entity, component } of unset) if (isLook(component) && world.exists(entity)) add(entity);
  return [...found];
}

function isSeen(world: World, entity: Entity): boolean {
  return world.has(entity, IsVisual) || world.has(entity, IsLight);
}

function isLook({ facts }: Component): boolean {
  return facts.affects.includes("look");
}

function keysOf<K, V>(map: ReadonlyMap<K, V>, wanted: V): K[] {
  return [...map].filter(([, value]) => value === wanted).map(([key]) => key);
}
