import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { App } from "../../packages/gui/src/shell/app.ts";
import { serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, expectText, openPage, withBrowser } from "./pages.ts";

withBrowser();

declare const probed: App;

const scenes = (page: Page): Locator => page.locator(".panel-scene");
const sceneOf = (page: Page, number: number): Locator => scenes(page).nth(number).locator(".scene-canvas canvas");
/** Returns the tabs of scenes: those with the name of a world. */
const tabs = (page: Page, ...names: string[]): Locator =>
  page.locator(".dock-tab").filter({ hasText: new RegExp(`^(${names.join("|")})$`) });
const rows = (page: Page): Promise<string[]> => page.getByRole("treeitem").allTextContents();

async function openBoth(url: string): Promise<Page> {
  const page = await openPage(url);
  await eventually(() => scenes(page).count()).toBe(2);
  await eventually(() => rows(page)).toContainEqual(expect.stringContaining("shapes"));
  return page;
}

/** Clicks the sky, where there is nothing to select. */
async function turnTo(page: Page, number: number): Promise<void> {
  await sceneOf(page, number).click({ position: { x: 200, y: 20 } });
}

async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(title);
  await eventually(() => page.locator(".palette [aria-selected=true] .palette-title").textContent()).toBe(title);
  await page.keyboard.press("Enter");
}

test("[MW3] [MW4] two worlds stand side by side; a press gives one the focus, and keys and panels are about it", async () => {
  const { url } = await serving("shapes", "pendulum", "--paused");
  const page = await openBoth(url);
  await eventually(() => tabs(page, "shapes", "pendulum").allTextContents()).toEqual(["shapes", "pendulum"]);
  const [left, right] = [await scenes(page).nth(0).boundingBox(), await scenes(page).nth(1).boundingBox()];
  expect(right!.x).toBeGreaterThanOrEqual(left!.x + left!.width);
  expect(Math.abs(right!.width - left!.width)).toBeLessThan(4);
  await expectText(page, "#world-name", "shapes");

  await turnTo(page, 1);
  await expectText(page, "#world-name", "pendulum");
  await eventually(() => rows(page)).toContainEqual(expect.stringContaining("double_pendulum"));
  expect(await tabs(page, "pendulum").getAttribute("class")).toContain("in-focus");
  expect(await tabs(page, "shapes").getAttribute("class")).toContain("out-of-focus");
  await page.keyboard.press("Space");
  const running = page.getByRole("button", { name: "Pause", exact: true });
  await running.waitFor();
  await turnTo(page, 0);
  await expectText(page, "#world-name", "shapes");
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();

  // Undo applies to the world in focus.
  await page.getByRole("treeitem", { name: "tower_cone" }).click();
  await page.keyboard.press("Delete");
  await eventually(() => rows(page)).not.toContainEqual(expect.stringContaining("tower_cone"));
  await turnTo(page, 1);
  await page.getByRole("button", { name: /^Undo: there is nothing/ }).waitFor();
  await page.keyboard.press("Control+z");
  await turnTo(page, 0);
  await eventually(() => rows(page)).toContainEqual(expect.stringContaining("tower_slab"));
  expect(await rows(page)).not.toContainEqual(expect.stringContaining("tower_cone"));
  await page.keyboard.press("Control+z");
  await eventually(() => rows(page)).toContainEqual(expect.stringContaining("tower_cone"));
});

test("[MW4] an address names one world; others are opened and closed by commands, with their scenes", async () => {
  const { url } = await serving("shapes", "pendulum", "--paused");
  const page = await openPage(`${url}?world=/pendulum/pendulum`);
  await expectText(page, "#world-name", "pendulum");
  await sceneOf(page, 0).waitFor();
  expect(await scenes(page).count()).toBe(1);
  expect(await tabs(page, "Scene", "pendulum").filter({ visible: true }).count()).toBe(0);
  await runCommand(page, "Open world shapes");
  await eventually(() => tabs(page, "shapes", "pendulum").allTextContents()).toEqual(["pendulum", "shapes"]);
  await expectText(page, "#world-name", "shapes");
  // Closing its scene closes the world.
  await tabs(page, "shapes").hover();
  await tabs(page, "shapes").locator(".dock-tab-close").click();
  await expectText(page, "#world-name", "pendulum");
  await eventually(() => scenes(page).count()).toBe(1);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Close world");
  await page.getByText("Nothing is called").waitFor();
});

test("[MW1] a world that is opened and closed again leaves nothing behind in the page", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "probe"));
  const probe = `export default { id: "probe", title: "Probe", dock: "right", start: (app) => void (globalThis.probed = app) };`;
  writeFileSync(join(folder, "probe/index.js"), probe);
  const config = join(folder, "orrery.json");
  writeFileSync(config, JSON.stringify({ guiPlugins: ["./probe"] }));
  const { url } = await serving("shapes", "pendulum", "--paused", "--config", config);
  const page = await openBoth(url);
  await page.waitForFunction(() => "probed" in globalThis);
  const held = (): Promise<number[]> =>
    page.evaluate(() => {
      const { session, commands, settings, worlds, notices, plugins, layout } = probed;
      const emitters = [
        ...[session.state, session.node, session.worlds, session.presence.people, session.presence.session],
        ...[settings.name, settings.theme, worlds.focus, worlds.list, notices.list, plugins.list, layout.open],
      ];
      return [commands.list.current.length, ...emitters.map(({ changes }) => changes.count)];
    });
  const close = async (): Promise<void> => {
    await page.evaluate(() => void probed.worlds.close(probed.worlds.of("/pendulum")!));
    await eventually(() => page.locator(".scene-canvas canvas").count()).toBe(1);
  };
  const open = async (): Promise<void> => {
    await page.evaluate(() => void probed.worlds.open("/pendulum"));
    await eventually(() => page.locator(".scene-canvas canvas").count()).toBe(2);
  };
  await close();
  const before = await held();
  for (let i = 0; i < 3; i++) {
    await open();
    await close();
  }
  expect(await held()).toEqual(before);
});

test("[MW5] people are shown in the world that they are in, and the list of people leads there", async () => {
  const { url } = await serving("shapes", "pendulum", "--paused");
  const [ada, ben] = [await openBoth(url), await openBoth(url)];
  await turnTo(ada, 1);
  const tags = (number: number): Promise<number> => scenes(ben).nth(number).locator(".scene-tag.person").count();
  await eventually(async () => [await tags(0), await tags(1)]).toEqual([0, 1]);
  await ben.locator("#people").click();
  const people = ben.getByRole("dialog", { name: "People" });
  await eventually(() => people.locator(".person").allTextContents()).toEqual([expect.stringMatching(/in pendulum/)]);
  await people.getByRole("button", { name: /^Look from where/ }).click();
  await expectText(ben, "#world-name", "pendulum");
});

test("[MW6] what is copied in one world can be pasted in another, and the palette serves all of them", async () => {
  const { url } = await serving("shapes", "pendulum", "--paused");
  const page = await openBoth(url);
  await page.getByRole("treeitem", { name: "tower_cone" }).click();
  await page.keyboard.press("Control+c");
  await page.getByText("Copied tower_cone").waitFor();
  await turnTo(page, 1);
  await expectText(page, "#world-name", "pendulum");
  await page.keyboard.press("Control+v");
  await eventually(() => rows(page)).toContainEqual(expect.stringContaining("tower_cone"));
  await turnTo(page, 0);
  await expectText(page, "#world-name", "shapes");
  await page.locator(".insert-tile").filter({ hasText: "Sphere" }).dragTo(sceneOf(page, 1));
  await expectText(page, "#world-name", "pendulum");
  await eventually(() => rows(page)).toContainEqual(expect.stringMatching(/^sphere/));
});
