import { find, type Pose } from "@orrery/sim";
import { moveEdit } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { ServedWorld, type TestPage } from "../../testing/served-world.ts";
import { conflictNotices, ConflictWatch } from "./conflict-watch.ts";
import type { Conflict } from "./conflicts.ts";

const at = (x: number): Pose => ({ x, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 });

function move({ view }: TestPage, description: string, x: number): void {
  const { world, root } = view.mirror;
  void view.editing.perform(description, [moveEdit(find(world, root!, "box")!, at(x))]);
}

test("[PQ11] both see at once that one of two edits loses, and its author is told, not again with the winner's next one", async () => {
  using served = await ServedWorld.load(`<model name="box"><link name="l"/></model>`);
  const [ada, ben] = [await served.open("Ada"), await served.open("Ben")];
  const told: string[] = [];
  const watches = [ada, ben].map(({ view }) => new ConflictWatch(view));
  let before: ReadonlyMap<string, Conflict> = new Map();
  watches[0]!.conflicts.changes.on((now) => {
    const words = conflictNotices(ada.view.editing.queue.entries.current, before, now, ({ author = "" }) => author);
    told.push(...words.map(({ text }) => text));
    before = now;
  });
  const losers = (): number[] => watches.map(({ conflicts }) => conflicts.current.size);

  move(ada, "Move box", 1);
  await served.until(() => served.waiting.length === 1);
  expect(losers()).toEqual([0, 0]);
  move(ben, "Move it on", 2);
  await served.until(() => losers().every((count) => count === 1));
  move(ben, "Move it further", 3);
  await served.until(() => served.waiting.length === 3 && ada.view.editing.queue.entries.current.length === 3);
  expect(told).toEqual(["“Move box” loses when the world resumes: Ben changes the same later"]);

  await served.go(ada);
  await served.until(() => losers().every((count) => count === 0));
  for (const watch of watches) watch[Symbol.dispose]();
});
