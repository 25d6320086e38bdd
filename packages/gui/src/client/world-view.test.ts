import { find, worldPose } from "@orrery/sim";
import { moveEdit, type Made } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { at, box } from "../testing/paused-page.ts";
import { ServedWorlds } from "../testing/served-worlds.ts";
import type { WorldView } from "./world-view.ts";

const isReady = ({ mirror, editing }: WorldView): boolean => mirror.isExact && editing.queue.isOpen;

/** Opens a page with two worlds of the same name, with a box in each. */
async function pageOfTwo() {
  const served = new ServedWorlds();
  const [first, second] = [await served.open("", box("a", 0)), await served.open("/b", box("a", 3))];
  const page = await served.page("ada");
  const [one, other] = [page.worlds.focus.current, page.worlds.open("/b")];
  await served.until(() => isReady(one) && isReady(other));
  return { served, sims: [first, second] as const, page, one, other };
}

const boxOf = ({ mirror }: WorldView) => find(mirror.world, mirror.root!, "a")!;
const xOf = (view: WorldView): number => worldPose(view.mirror.world, boxOf(view)).x;

async function done(served: ServedWorlds, doing: Promise<Made>): Promise<void> {
  let isDone = false;
  void doing.finally(() => (isDone = true));
  await served.until(() => isDone);
  await doing;
}

test("[MW1] each world of a page has its own copy, selection, edits and past", async () => {
  const { served, sims, one, other } = await pageOfTwo();
  using _ = served;
  expect([xOf(one), xOf(other)]).toEqual([0, 3]);
  other.selection.set([boxOf(other)]);
  await done(served, other.editing.perform("Move a", [moveEdit(boxOf(other), at(7))]));
  expect([xOf(one), xOf(other)]).toEqual([0, 7]);
  expect([one, other].map(({ selection }) => selection.entities.length)).toEqual([0, 1]);
  expect([one, other].map(({ editing }) => editing.queue.entries.current.length)).toEqual([0, 1]);

  void other.client.current!.run();
  await served.until(() => other.status.current?.paused === false && other.history.state.current?.undo?.length === 1);
  expect(one.status.current?.paused).toBe(true);
  expect(one.history.state.current?.undo ?? []).toEqual([]);
  expect(sims.map(({ runner }) => runner.state.paused)).toEqual([true, false]);
  expect(one.assetUrl("arm.dae", "")).toBe(":arm.dae");
  expect(other.assetUrl("arm.dae", "")).toBe("/b:arm.dae");
});

test("[MW1] what a page makes in its worlds while they are paused never has the same id twice", async () => {
  const { served, page } = await pageOfTwo();
  using _ = served;
  const { ids } = page.session;
  const [first, next] = [ids.take(3), ids.take(1)];
  expect(first).toBeGreaterThan(0);
  expect(next).toBe(first + 3);
});

test("[MW1] a world that is closed on the page leaves no subscription behind; the other continues", async () => {
  const { served, page, one, other } = await pageOfTwo();
  using _ = served;
  const heard = (): string[] => {
    const topics = served.bus.topicTable
      .list()
      .filter(({ name, subscribers }) => name.startsWith("/b/") && subscribers > 0);
    return topics.map(({ name }) => name);
  };
  const whileOpen = heard();
  expect(whileOpen).toContain("/b/world/test/stats");
  page.worlds.close(other);
  await served.until(() => !heard().includes("/b/world/test/stats"));
  // The listeners of the page itself are still there.
  const left = heard();
  const again = page.worlds.open("/b");
  await served.until(() => isReady(again));
  expect(heard().toSorted()).toEqual(whileOpen.toSorted());
  page.worlds.close(again);
  await served.until(() => heard().length === left.length);
  expect(other.client.current).toBeUndefined();
  await done(served, one.editing.perform("Move a", [moveEdit(boxOf(one), at(5))]));
  expect(xOf(one)).toBe(5);
});

test("[MW1] a world that its server closes is without a client, and back when it is opened again", async () => {
  const { served, one, other } = await pageOfTwo();
  using _ = served;
  const before = one.client.current;
  served.close("/b");
  await served.until(() => other.client.current === undefined);
  expect([other.entry, other.name, xOf(other)]).toEqual([undefined, "", 3]);
  expect(one.client.current).toBe(before);
  await served.open("/b", box("a", 9));
  await served.until(() => other.client.current !== undefined && isReady(other) && xOf(other) === 9);
});

test("[MW1] names of topics and services are those of their world, without its namespace", async () => {
  const { served, one, other } = await pageOfTwo();
  using _ = served;
  expect(one.localName("/model/m/cmd_vel")).toBe("/model/m/cmd_vel");
  expect(one.localName("/b/model/m/cmd_vel")).toBeUndefined();
  expect(other.localName("/b/model/m/cmd_vel")).toBe("/model/m/cmd_vel");
  expect(other.localName("/model/m/cmd_vel")).toBeUndefined();
  // A model's name may begin like a namespace.
  expect(one.localName("/bee/cmd_vel")).toBe("/bee/cmd_vel");
});

test("[MW5] others are told of the world in focus, and what is selected there", async () => {
  const { served, page, other } = await pageOfTwo();
  using _ = served;
  const ben = await served.page("ben");
  const { presence } = page.session;
  const adaAsSeen = () => ben.session.presence.people.current.find(({ id }) => id === "ada");
  presence.selects("/b", [boxOf(other)]);
  presence.turnTo("/b");
  await served.until(() => adaAsSeen()?.world === "/b");
  expect(adaAsSeen()?.selected).toEqual([boxOf(other)]);
  presence.turnTo("");
  await served.until(() => adaAsSeen()?.world === "");
  expect(adaAsSeen()?.selected).toEqual([]);
});
