import type { Entity } from "@orrery/sim";
import { hashComponents } from "@orrery/sim/host";
import { Name, Pose } from "@orrery/sim/components";
import { expect, test, vi } from "vitest";
import { stateServer } from "../../testing/state-server.ts";
import type { Mirror, PreviewedCommand } from "../mirror.ts";

/** Returns a command that moves an entity 5 m along x from where it is, so that applying it twice is visible. */
function shift(entity: Entity, revision?: number): PreviewedCommand {
  return {
    containedFrom: revision === undefined ? undefined : { kind: "revision", revision },
    apply: (world) => {
      const pose = world.get(entity, Pose)!;
      world.set(entity, Pose, { ...pose, x: pose.x + 5 });
    },
  };
}

function watch(mirror: Mirror, entity: Entity): number[] {
  const seen: number[] = [];
  mirror.changes.on(() => seen.push(mirror.world.get(entity, Pose)!.x));
  return seen;
}

test("[PQ2] what is done over the server's state leaves no trace when it is taken back", async () => {
  const { world, thing, mirror, send } = stateServer();
  await send({ pending: 1 });
  await vi.waitFor(() => expect(mirror.isExact).toBe(true));
  mirror.overlay({ commands: [shift(thing), shift(thing)], revision: 1 });
  expect(mirror.world.get(thing, Pose)!.x).toBe(10);
  expect(mirror.hashServerState()).toEqual(hashComponents(world));
  mirror.overlay({ commands: [], revision: 1 });
  expect(hashComponents(mirror.world)).toEqual(hashComponents(world));
  expect(mirror.serverState).toBe(mirror.world);
});

test("[PQ2] a command that throws leaves nothing half done, and the others are done", async () => {
  const { thing, mirror, send } = stateServer();
  await send({ pending: 1 });
  await vi.waitFor(() => expect(mirror.isExact).toBe(true));
  const failing: PreviewedCommand = {
    containedFrom: undefined,
    apply: (copy) => {
      copy.set(thing, Name, "half");
      throw new Error("no");
    },
  };
  mirror.overlay({ commands: [shift(thing), failing, shift(thing)], revision: 1 });
  expect(mirror.world.get(thing, Pose)!.x).toBe(10);
  expect(mirror.world.has(thing, Name)).toBe(false);
});

test("[PQ2] a list that comes before the first state waits for it", async () => {
  const { thing, mirror, send } = stateServer();
  mirror.overlay({ commands: [shift(thing)], revision: 1 });
  const seen = watch(mirror, thing);
  await send({ pending: 1 });
  await vi.waitFor(() => expect(seen).toEqual([5]));
});

test.each(["list", "state"])("[PQ3] a command is seen done once when the %s comes first", async (first) => {
  const { world, thing, mirror, send } = stateServer();
  await send({ pending: 1 });
  await vi.waitFor(() => expect(mirror.isExact).toBe(true));
  mirror.overlay({ commands: [shift(thing)], revision: 2 });
  const seen = watch(mirror, thing);
  shift(thing).apply(world, thing);
  const list = (): void => mirror.overlay({ commands: [shift(thing, 3)], revision: 3 });
  if (first === "list") list();
  await send({ pending: 3 });
  if (first === "state") {
    // Long enough for the state to be applied, were it not held back.
    for (let i = 0; i < 20; i++) await Promise.resolve();
    expect(mirror.pendingRevision).toBe(1);
    list();
  }
  await vi.waitFor(() => expect(mirror.pendingRevision).toBe(3));
  expect(seen.filter((x) => x !== 5)).toEqual([]);
  expect(hashComponents(mirror.world)).toEqual(hashComponents(world));
});
