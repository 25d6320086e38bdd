import { createEdit, FIRST_SESSION_ENTITY, moveEdit, SESSION_ENTITIES } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";
import { expect, onTestFinished, test } from "vitest";
import { MemoryStorage } from "../../testing/memory-storage.ts";
import { ServedWorld } from "../../testing/served-world.ts";
import { at, box, listOf, perform, sdf, xOf } from "../../testing/paused-page.ts";

const FILES = {
  "models/c/model.config": `<model><sdf version="1.9">c.sdf</sdf></model>`,
  "models/c/c.sdf": sdf(box("c", 2)),
};

test("[PQ5] what is made while paused has the session's own ids, each once, after a reload too", async () => {
  using served = await ServedWorld.load(box("a", 0));
  const storage = new MemoryStorage();
  const [ada, ben] = [await served.open("ada", storage), await served.open("ben")];
  const insert = (name: string) => createEdit({ sdf: sdf(box(name, 2)) });
  const first = await perform(served, ada, "Insert b", [insert("b")]);
  expect(first).toEqual({ entities: [FIRST_SESSION_ENTITY], names: ["b"] });
  expect(ada.view.mirror.world.get(first.entities[0]!, Name)).toBe("b");
  // Each has a model, a link, a collision and a visual.
  const both = await perform(served, ada, "Insert two", [insert("c"), insert("d")]);
  expect(both.entities).toEqual([FIRST_SESSION_ENTITY + 4, FIRST_SESSION_ENTITY + 8]);
  const his = await perform(served, ben, "Insert e", [insert("e")]);
  expect(his.entities).toEqual([FIRST_SESSION_ENTITY + SESSION_ENTITIES]);
  ada.view.editing.undoPending();
  expect(ada.view.mirror.world.exists(both.entities[0]!)).toBe(false);
  await served.until(() => served.waiting.length === 2);

  const again = await served.open("ada", storage);
  await served.until(() => again.view.mirror.world.exists(first.entities[0]!));
  const third = await perform(served, again, "Insert f", [insert("f")]);
  expect(third.entities).toEqual([FIRST_SESSION_ENTITY + 12]);
  // Without stored ids, those that are visible in the world are skipped.
  const other = await served.open("ada");
  await served.until(() => other.view.mirror.world.exists(third.entities[0]!));
  const fourth = await perform(served, other, "Insert g", [insert("g")]);
  expect(fourth.entities[0]).toBeGreaterThanOrEqual(FIRST_SESSION_ENTITY + 16);

  await served.go(ben);
  await served.until(() => served.waiting.length === 0);
  expect(served.sim.entity("b")).toBe(first.entities[0]);
  expect(served.sim.entity("e")).toBe(his.entities[0]);
});

test("[PQ5] something made can be moved before it is there, and what the page cannot read is announced all the same", async () => {
  using served = await ServedWorld.load(box("a", 0), FILES);
  const ada = await served.open("ada");
  const { entities } = await perform(served, ada, "Insert b", [createEdit({ sdf: sdf(box("b", 2)) })]);
  await perform(served, ada, "Move b", [moveEdit(entities[0]!, at(7))]);
  expect(xOf(ada, entities[0]!)).toBe(7);
  const copied = await perform(served, ada, "Duplicate b", [createEdit({ clone_name: "b", allow_renaming: true })]);
  expect([xOf(ada, copied.entities[0]!), ...copied.names]).toEqual([7, "b_0"]);
  onTestFinished(stubFetch({}));
  await perform(served, ada, "Insert c", [createEdit({ sdf_filename: "model://c" })]);
  expect(ada.view.editing.queue.entries.current.map(({ trouble }) => trouble)).toEqual([
    undefined,
    undefined,
    undefined,
    expect.stringContaining('cannot find "model://c"'),
  ]);
  await served.go(ada);
  await served.until(() => served.waiting.length === 0);
  expect(served.sim.poseOf("c").x).toBeCloseTo(2, 1);
  expect([served.sim.entity("b"), served.sim.entity("b_0")]).toEqual([...entities, ...copied.entities]);
});

test("[PQ5] a model of the server's files is read by the page", async () => {
  using served = await ServedWorld.load(box("a", 0), FILES);
  const ada = await served.open("ada");
  onTestFinished(stubFetch(FILES));
  const { entities, names } = await perform(served, ada, "Insert c", [createEdit({ sdf_filename: "model://c" })]);
  expect(names).toEqual(["c"]);
  expect(xOf(ada, entities[0]!)).toBe(2);
});

test("[PQ5] a page that runs its world itself has the first ids, and all that waits is its own", async () => {
  using served = await ServedWorld.load(box("a", 0));
  const page = await served.openLocal();
  const { entities } = await perform(served, page, "Insert b", [createEdit({ sdf: sdf(box("b", 2)) })]);
  expect(entities).toEqual([FIRST_SESSION_ENTITY]);
  expect(page.view.editing.queue.entries.current).toMatchObject([{ isOwn: true, isKnown: true }]);
  await served.go(page);
  await served.until(() => listOf(page).length === 0);
  expect(served.sim.entity("b")).toBe(FIRST_SESSION_ENTITY);
});

/** Replaces the global `fetch`, which cannot load URLs without a host in Node. */
function stubFetch(files: Readonly<Record<string, string>>): () => void {
  const before = globalThis.fetch;
  globalThis.fetch = (input) => {
    const text = files[(input as string).replace("model://", "models/")];
    return Promise.resolve(new Response(text ?? "", { status: text === undefined ? 404 : 200 }));
  };
  return () => void (globalThis.fetch = before);
}
