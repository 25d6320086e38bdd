import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { orrery } from "@orrery/msgs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { Mirror } from "../../packages/gui/src/client/mirror.ts";
import type { WorldApp } from "../../packages/gui/src/shell/app.ts";
import { clientOf, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, expectText, openPage, press, withBrowser } from "./pages.ts";
import { sceneFigures } from "./scene-figures.ts";

withBrowser();

/** What a plugin of this test publishes: everything that a page has. */
declare const probed: WorldApp;

const box = (name: string, x: number) => `
  <model name="${name}"><pose>${x} 0 0.5 0 0 0</pose><link name="link">
    <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
    <visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual>
  </link></model>`;
const WORLD = `<sdf version="1.9"><world name="w"><include><uri>model://ground_plane</uri></include>
  ${box("a", 0)}${box("b", 3)}${box("c", 6)}</world></sdf>`;

/** Starts a paused world, whose pages can be asked for their state. */
async function serve() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "probe"));
  const probe = `export default { id: "probe", title: "Probe", dock: "right", startWorld: (app) => void (globalThis.probed = app) };`;
  writeFileSync(join(folder, "probe/index.js"), probe);
  writeFileSync(join(folder, "orrery.json"), JSON.stringify({ guiPlugins: [join(folder, "probe")] }));
  writeFileSync(join(folder, "w.sdf"), WORLD);
  return serving(join(folder, "w.sdf"), "--paused", "--config", join(folder, "orrery.json"));
}

async function open(url: string, name: string): Promise<Page> {
  const page = await openPage(url, { viewport: { width: 1000, height: 480 } });
  await isReady(page);
  await page.evaluate((own) => probed.settings.name.set(own), name);
  await eventually(() => page.locator(`[data-tip="${name} (you), admin"]`).count()).toBe(1);
  return page;
}

async function isReady(page: Page): Promise<void> {
  const isOpen = (): boolean =>
    "probed" in globalThis && probed.view.editing.queue.isOpen && probed.view.mirror.isExact;
  await eventually(() => page.evaluate(isOpen)).toBe(true);
}

function perform(page: Page, description: string, edit: orrery.Edit): Promise<void> {
  return page.evaluate(async ([what, one]) => void (await probed.view.editing.perform(what, [one])), [
    description,
    edit,
  ] as const);
}

const move = (name: string, x: number): orrery.Edit => ({
  pose: { name, position: { x, y: 0, z: 0.5 }, orientation: { w: 1 } },
});

/** Returns where a page shows a thing; undefined if it does not. */
const xOf = (page: Page, name: string): Promise<number | undefined> =>
  page.evaluate((wanted) => {
    const { world, root } = probed.view.mirror;
    for (const entity of world.childrenOf(root!)) {
      const values = world.stores().map((store) => [store.component.name, world.get(entity, store.component)] as const);
      const part = (ending: string): unknown => values.find(([key]) => key.endsWith(ending))?.[1];
      if (part(".Name") === wanted) return (part(".Pose") as { x: number }).x;
    }
    return undefined;
  }, name);

const hashOf = (page: Page): Promise<string> => page.evaluate(() => probed.view.mirror.hashServerState().join(" "));

test("[PQ4] [PQ8] [PQ9] [PQ10] [PQ11] [GU68] two people edit a paused world: ghosts, a queue that survives a reload, a rule, losers told", async () => {
  const server = await serve();
  const client = await clientOf(server);
  const watching = new Mirror();
  watching.follow(client, "/world/w");
  const hash = (): string => watching.hashServerState().join(" ");
  const wholeHash = async (): Promise<string | undefined> =>
    (await client.request("/world/w/hash", {}, { response: "gz.msgs.StringMsg" })).data;
  const [ada, ben] = await Promise.all([open(server.url, "Ada"), open(server.url, "Ben")]);
  await eventually(() => watching.isExact).toBe(true);
  const [before, wholeBefore] = [hash(), await wholeHash()];

  await perform(ada, "Move a", move("a", 1.5));
  await perform(ada, "Move b", move("b", 4));
  await perform(ben, "Move a elsewhere", move("a", -2));
  await perform(ben, "Delete b", { remove: { name: "b", type: "MODEL" } });
  await eventually(() => ada.textContent("#queue .queue-text")).toBe("4 edits wait for play");
  expect([await xOf(ada, "a"), await xOf(ada, "b"), await xOf(ben, "a"), await xOf(ben, "b")]).toEqual([
    1.5,
    4,
    -2,
    undefined,
  ]);
  // Before anybody presses play, both see that two will lose, and the authors are notified.
  for (const page of [ada, ben]) await expectText(page, "#queue .queue-losing", "2 in conflict");
  await eventually(() => ada.locator(".notice-text").allTextContents()).toEqual([
    "“Move a” loses when the world resumes: Ben changes the same later",
    "“Move b” loses when the world resumes: Ben deletes it",
  ]);
  // Each sees what the other's edit will do, with a name.
  await eventually(() => ada.locator(".scene-tag.ghost").allTextContents()).toEqual([
    "BenMove a elsewhere",
    "BenDelete b",
  ]);
  await eventually(() => ben.locator(".scene-tag.ghost").allTextContents()).toEqual(["AdaMove a"]);
  await eventually(async () => (await sceneFigures(ada)).ghosts).toBe(1);
  expect([hash(), await wholeHash()]).toEqual([before, wholeBefore]);

  // After its withdrawal there is no trace of it.
  await perform(ada, "Move c", move("c", 9));
  expect(await xOf(ada, "c")).toBe(9);
  await ada.locator("#queue").click();
  await ada.getByRole("button", { name: "Withdraw “Move c”", exact: true }).click();
  await eventually(() => xOf(ada, "c")).toBe(6);
  await eventually(() => ben.textContent("#queue .queue-text")).toBe("4 edits wait for play");
  expect([await hashOf(ada), await wholeHash()]).toEqual([before, wholeBefore]);

  await ada.reload();
  await isReady(ada);
  await eventually(() => xOf(ada, "a")).toBe(1.5);
  await eventually(() => ada.textContent("#queue .queue-text")).toBe("4 edits wait for play");
  await eventually(() => ada.locator(".scene-tag.ghost").count()).toBe(2);
  expect([hash(), await hashOf(ben)]).toEqual([before, before]);

  await press(ben, "Run");
  await eventually(() => ada.locator(".notice.warning").allTextContents()).toEqual([
    "“Move a” was overridden: Ben changed the same later: Move a elsewhere",
    "“Move b” was not applied: Ben deleted it: Delete b",
  ]);
  expect(await ben.locator(".notice.warning").count()).toBe(0);
  await eventually(() => ada.locator("#queue").count()).toBe(0);
  await press(ben, "Pause");
  await eventually(() => ada.locator(".notice-text").allTextContents()).toContain("Ben paused the world");
  expect(await ada.locator("#sim-time").getAttribute("data-tip")).toContain("Ben paused the world");
  for (const page of [ada, ben]) {
    await isReady(page);
    await eventually(async () => [Math.round((await xOf(page, "a"))! * 100) / 100, await xOf(page, "b")]).toEqual([
      -2,
      undefined,
    ]);
    await eventually(() => page.locator(".scene-tag.ghost").count()).toBe(0);
  }
  await eventually(async () => [await hashOf(ada), await hashOf(ben)].join() === [hash(), hash()].join()).toBe(true);
});
