import { worldPose, type Entity, type Pose } from "@orrery/sim";
import { expect, test } from "vitest";
import { at } from "../../testing/paused-page.ts";
import { ServedWorld, type TestPage } from "../../testing/served-world.ts";
import { creationsOf, namesIn } from "./creations.ts";
import { groundEntry } from "./ground-entry.ts";
import { roomOf } from "./room.ts";
import { lightEntries, shapeEntries } from "./shape-entries.ts";
import { Staged } from "./staged.ts";

const places = {
  sdfOf: (uri: string) => Promise.reject(new Error(`nobody has ${uri}`)),
  files: { parts: () => Promise.reject(new Error("nobody has files")) },
};

const cube = shapeEntries.find(({ title }) => title === "Box")!;
const here: Pose = { ...at(0), z: 0.25 };

async function insert(served: ServedWorld, page: TestPage): Promise<Entity> {
  const staged = await Staged.of(cube.things, places);
  const edits = creationsOf(staged, here, namesIn(page.view.mirror));
  const room = roomOf(staged, here);
  const doing = page.view.editing.perform("Insert box", edits, { room });
  const { entities } = await doing;
  return entities[0]!;
}

test("[IS13] two people who insert at the same moment get things beside each other, while the world runs", async () => {
  using served = await ServedWorld.load("<gravity>0 0 0</gravity>");
  const [ada, ben] = [await served.open("ada"), await served.open("ben")];
  await served.go(ada);
  const both = Promise.all([insert(served, ada), insert(served, ben)]);
  let made: readonly Entity[] = [];
  void both.then((entities) => (made = entities));
  await served.until(() => made.length === 2);
  await served.until(() => made.every((entity) => ada.view.mirror.world.exists(entity)));
  expect(apart(ada, made)).toBeGreaterThan(0.5);
});

test("[IS13] two people who insert into a paused world get things beside each other when it resumes", async () => {
  using served = await ServedWorld.load("<gravity>0 0 0</gravity>");
  const [ada, ben] = [await served.open("ada"), await served.open("ben")];
  let made: readonly Entity[] = [];
  void Promise.all([insert(served, ada), insert(served, ben)]).then((entities) => (made = entities));
  await served.until(() => made.length === 2 && served.waiting.length === 2);
  await served.go(ada);
  for (const page of [ada, ben]) {
    await served.until(() => made.every((entity) => page.view.mirror.world.exists(entity)));
    expect(apart(page, made)).toBeGreaterThan(0.5);
  }
});

test("[IS13] a light has a little room, ground needs none", async () => {
  const lamp = await Staged.of(lightEntries[0]!.things, places);
  const { low, high } = roomOf(lamp, { ...here, z: 2 })!;
  expect([low!.z, high!.z, high!.x]).toEqual([expect.closeTo(1.95), expect.closeTo(2.05), expect.closeTo(0.05)]);
  expect(roomOf(await Staged.of(groundEntry.things, places), here)).toBeUndefined();
});

function apart({ view }: TestPage, made: readonly Entity[]): number {
  const [a, b] = made.map((entity) => worldPose(view.mirror.world, entity)) as [Pose, Pose];
  return Math.hypot(a.x - b.x, a.y - b.y);
}
