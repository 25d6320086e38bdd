import type { orrery } from "@orrery/msgs";
import { MemoryResources, World, type Entity } from "@orrery/sim";
import {
  applyCommand,
  componentsEdit,
  createEdit,
  loadSdf,
  moveEdit,
  removeEdit,
  scaleEdit,
  spawnWorld,
} from "@orrery/sim/host";
import { Geometry, Inertial, Pose } from "@orrery/sim/components";
import { describe, expect, test, vi } from "vitest";
import { at, box, sdf } from "../../testing/paused-page.ts";
import { ServedWorld, type TestPage } from "../../testing/served-world.ts";
import { stateServer } from "../../testing/state-server.ts";
import type { Mirror } from "../mirror.ts";
import { Previews } from "./previews.ts";
import { SceneLibrary } from "./scene-library.ts";

describe("a world that runs", () => {
  /** Returns a box falling from 9 m, and the heights at which a page has shown it. */
  async function falling() {
    const served = await ServedWorld.load(`<model name="a"><pose>0 0 9 0 0 0</pose><link name="l"/></model>`);
    const [ada, ben] = [await served.open("ada"), await served.open("ben")];
    await served.go(ada);
    await served.until(() => !ada.view.mirror.isExact);
    const a = served.sim.entity("a");
    const seen: number[] = [];
    ada.view.mirror.changes.on(() => seen.push(zOf(ada, a)));
    return { served, ada, ben, a, seen, [Symbol.dispose]: () => served[Symbol.dispose]() };
  }

  const high = { ...at(0), z: 50 };

  test("[PV1] what is moved is there at once, is never seen where it was, and falls from the first state with it in it", async () => {
    using scene = await falling();
    const { served, ada, a, seen } = scene;
    const doing = ada.view.editing.perform("Move a", [moveEdit(a, high)]);
    expect(zOf(ada, a)).toBe(50);
    await answered(served, doing);
    await served.until(() => ada.view.mirror.serverState === ada.view.mirror.world);
    for (let i = 0; i < 20; i++) served.pass();
    await served.until(() => zOf(ada, a) < 49.9);
    expect(Math.min(...seen)).toBeGreaterThan(49);
    expect(seen.filter((z) => z === 50).length).toBeGreaterThan(0);
    // From then on the box only falls.
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
  });

  test("[PV2] somebody undoes it before it is seen: what is shown then is the past, and nothing of the command", async () => {
    using scene = await falling();
    const { served, ada, ben, a } = scene;
    const doing = ada.view.editing.perform("Move a", [moveEdit(a, high)]);
    await served.until(() => (ben.view.history.state.current?.undo ?? []).length === 1);
    await answered(served, ben.view.history.undo());
    await answered(served, doing);
    await served.until(() => zOf(ada, a) < 10);
    expect(ada.view.mirror.serverState).toBe(ada.view.mirror.world);
  });

  test("[PV2] a jump that comes first leaves the command where it is put, in the time that was gone to", async () => {
    using scene = await falling();
    const { served, ada, ben, a, seen } = scene;
    await answered(served, ben.view.editing.perform("Lift a", [moveEdit(a, { ...high, z: 80 })]));
    await served.until(() => zOf(ada, a) > 70 && (ben.view.history.state.current?.undo ?? []).length === 1);
    const undoing = ben.view.history.undo();
    const doing = ada.view.editing.perform("Move a", [moveEdit(a, high)]);
    seen.length = 0;
    await answered(served, Promise.all([undoing, doing]));
    await served.until(() => zOf(ada, a) < 49.9);
    expect(Math.min(...seen)).toBeGreaterThan(49);
  });

  test("[PV3] what is refused is back at once, with the reason; so is what was on its way when the link was lost", async () => {
    using scene = await falling();
    const { served, ada, a } = scene;
    const { mirror, editing } = ada.view;
    const refused = editing.perform("Move both", [moveEdit(a, high), moveEdit(7777 as Entity, high)]);
    await expect(answered(served, refused)).rejects.toThrow("7777");
    expect(mirror.serverState).toBe(mirror.world);
    const lost = editing.perform("Move a", [moveEdit(a, high)]);
    expect(zOf(ada, a)).toBe(50);
    const ended = lost.then(
      () => "done",
      () => "failed",
    );
    ada.cut();
    expect(await ended).toBe("failed");
    expect(mirror.serverState).toBe(mirror.world);
  });

  test("[PV1] what is made or removed is shown when the world has done so", async () => {
    using scene = await falling();
    const { served, ada, a } = scene;
    const { mirror, editing } = ada.view;
    const before = mirror.world.entityCount;
    const doing = [
      editing.perform("Insert b", [createEdit({ sdf: sdf(box("b", 3)) })]),
      editing.perform("Remove a", [removeEdit(a)]),
    ];
    expect([mirror.world.entityCount, mirror.world.exists(a)]).toEqual([before, true]);
    await answered(served, Promise.all(doing));
    await served.until(() => !mirror.world.exists(a));
  });

  test("[PV1] a page that runs the world itself shows it likewise", async () => {
    using served = await ServedWorld.load(`<model name="a"><pose>0 0 9 0 0 0</pose><link name="l"/></model>`);
    const page = await served.openLocal();
    await served.go(page);
    const a = served.sim.entity("a");
    const seen: number[] = [];
    const doing = page.view.editing.perform("Move a", [moveEdit(a, high)]);
    page.view.mirror.changes.on(() => seen.push(zOf(page, a)));
    await answered(served, doing);
    await served.until(() => zOf(page, a) < 49.9);
    expect(Math.min(...seen)).toBeGreaterThan(49);
  });
});

describe("answers and states", () => {
  test.each(["answer", "state"])("[PV4] what is scaled is seen scaled once when the %s comes first", async (first) => {
    const { world, a, root, mirror, previews, send, seen } = await boxServer();
    const edits = [scaleEdit(a, { x: 2, y: 2, z: 2 })];
    await send({ inputs: 4 });
    await vi.waitFor(() => expect(mirror.inputs).toBe(4));
    const sent = previews.send({ edits });
    applyCommand(world, root, { edits }, []);
    if (first === "answer") sent.done(5);
    await send({ inputs: 5 });
    if (first === "state") {
      // Long enough for the state to be applied, were it not held back.
      for (let i = 0; i < 20; i++) await Promise.resolve();
      expect(mirror.inputs).toBe(4);
      sent.done(5);
    }
    await vi.waitFor(() => expect(mirror.inputs).toBe(5));
    expect(new Set(seen)).toEqual(new Set([2]));
    expect(mirror.serverState).toBe(mirror.world);
  });

  test("[PV4] states that cannot have it in them yet are not held back for its answer", async () => {
    const { a, mirror, previews, send, seen } = await boxServer();
    await send({ inputs: 4 });
    await vi.waitFor(() => expect(mirror.inputs).toBe(4));
    previews.send({ edits: [scaleEdit(a, { x: 2, y: 2, z: 2 })] });
    await send({ inputs: 4, pending: 2 });
    previews.wait({ commands: [], revision: 2 });
    await vi.waitFor(() => expect(mirror.pendingRevision).toBe(2));
    expect(seen.at(-1)).toBe(2);
  });

  test.each(["answer", "state"])(
    "[PV4] what is moved stays there, and is let go once, when the %s comes first",
    async (first) => {
      const { world, a, mirror, previews, send } = await boxServer();
      await send({ inputs: 4 });
      await vi.waitFor(() => expect(mirror.inputs).toBe(4));
      const xs: number[] = [];
      mirror.changes.on(() => xs.push(mirror.world.get(a, Pose)!.x));
      const sent = previews.send({ edits: [moveEdit(a, at(5))] });
      // Contains an input of another client, but not this one.
      await send({ inputs: 5, pending: 1 });
      await vi.waitFor(() => expect(mirror.inputs).toBe(5));
      if (first === "answer") sent.done(6);
      world.set(a, Pose, at(4.75));
      await send({ inputs: 6 });
      await vi.waitFor(() => expect(mirror.inputs).toBe(6));
      if (first === "state") sent.done(6);
      expect(xs).toEqual([5, 4.75]);
    },
  );

  test("[PV5] a run that begins again has nothing of what the last one was sent; nor has an answer of it a count of this one", async () => {
    const { a, mirror, previews, send } = await boxServer();
    await send({ inputs: 4 });
    await vi.waitFor(() => expect(mirror.inputs).toBe(4));
    const [answered, early] = [
      previews.send({ edits: [moveEdit(a, at(5))] }),
      previews.send({ edits: [moveEdit(a, at(7))] }),
    ];
    answered.done(9);
    // The answer belongs to a run that is just starting, whose states have not arrived yet.
    early.done(2);
    expect(mirror.world.get(a, Pose)!.x).toBe(7);
    await send({ inputs: 0, epoch: 2 });
    await vi.waitFor(() => expect(mirror.epoch).toBe(2));
    expect(mirror.world.get(a, Pose)!.x).toBe(0);
    expect(mirror.serverState).toBe(mirror.world);
  });

  test("[PV6] values of components are shown at once as well, one over the other, until the world has them", async () => {
    const { world, root, a, mirror, previews, send } = await boxServer();
    await send({ inputs: 4 });
    await vi.waitFor(() => expect(mirror.inputs).toBe(4));
    const link = mirror.world.childrenOf(a)[0]!;
    const mass = (): number | undefined => mirror.world.get(link, Inertial)?.mass;
    const commands = [2, 3].map((value) => ({ edits: [massEdit(link, mirror.world, value)] }));
    const sent = commands.map((command) => previews.send(command));
    expect(mass()).toBe(3);
    for (const [i, command] of commands.entries()) {
      applyCommand(world, root, command, []);
      sent[i]!.done(5 + i);
      await send({ inputs: 5 + i });
      await vi.waitFor(() => expect(mirror.inputs).toBe(5 + i));
      expect(mass()).toBe(3);
    }
    expect(mirror.serverState).toBe(mirror.world);
  });
});

/** Returns a box of 1 m in a world whose states the test sends, and the sizes in which a page shows it. */
async function boxServer() {
  const text = sdf(`<world name="w">${box("a", 0)}</world>`);
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": text }));
  const world = new World();
  const root = spawnWorld(world, scene.worlds[0]!);
  const a = world.childrenOf(root)[0]!;
  const server = stateServer({ world, exact: false });
  const { mirror } = server;
  const previews = new Previews(mirror, new SceneLibrary(new MemoryResources({})));
  // The list of pending commands, which is empty.
  previews.wait({ commands: [], revision: 1 });
  const seen: number[] = [];
  mirror.changes.on(({ delta }) => {
    if (delta.set.some(({ component }) => component === Geometry)) seen.push(sizeOf(mirror, a));
  });
  await server.send({});
  await vi.waitFor(() => expect(mirror.root).toBeDefined());
  seen.length = 0;
  return { ...server, root, a, previews, seen };
}

function sizeOf({ world }: Mirror, model: Entity): number {
  const [link] = world.childrenOf(model);
  const shape = world.get(world.childrenOf(link!)[0]!, Geometry);
  return shape?.type === "box" ? shape.size.x : NaN;
}

function massEdit(link: Entity, world: World, mass: number): orrery.Edit {
  return componentsEdit(link, [[Inertial, { ...world.get(link, Inertial)!, mass }]]);
}

function zOf({ view: { mirror } }: TestPage, entity: Entity): number {
  return mirror.world.get(entity, Pose)?.z ?? NaN;
}

async function answered<T>(served: ServedWorld, doing: Promise<T>): Promise<T> {
  let isDone = false;
  const end = (): void => void (isDone = true);
  doing.then(end, end);
  await served.until(() => isDone);
  return doing;
}
