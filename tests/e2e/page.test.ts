import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { onlyNamed, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, expectText, openPage, press, seconds, showPanel, steps, withBrowser } from "./pages.ts";

withBrowser();

test("[GU6] shows the world, its time, its entities, systems, topics and services", async () => {
  const { url } = await serving("worlds/shapes.sdf");
  const page = await openPage(url);
  await expectText(page, "#world-name", "shapes");
  await eventually(() => page.title()).toBe("shapes · Orrery");
  await eventually(() => seconds(page)).toBeGreaterThan(0.1);
  await eventually(() => page.textContent("#real-time-factor")).toMatch(/^×[01]\.\d\d$/);
  await eventually(() => page.locator(".tree-row").allTextContents()).toContain("ramp");
  await showPanel(page, "Systems");
  await eventually(() => page.locator("#systems .system-name").allTextContents()).toEqual([
    "physics",
    "scene-broadcaster",
    "user-commands",
  ]);
  await showPanel(page, "Statistics");
  await expectText(page, "#models", "25");
  await expectText(page, "#step-size", "1 ms");
  await showPanel(page, "Topics");
  await eventually(() => page.textContent("#topics")).toContain("/world/shapes/stats");
});

test("[GU7] pause stops the world, step advances it by one, reset takes it back, run resumes it", async () => {
  const { url } = await serving("worlds/shapes.sdf");
  const page = await openPage(url);
  await eventually(() => steps(page)).toBeGreaterThan(10);
  await press(page, "Pause");
  await expectText(page, "#real-time-factor", "paused");
  const paused = await steps(page);
  for (const more of [1, 2]) {
    await press(page, "Step");
    await eventually(() => steps(page)).toBe(paused + more);
  }
  await press(page, "Reset");
  await expectText(page, "#sim-time", "0.000 s");
  await expectText(page, "#real-time-factor", "paused");
  await press(page, "Run");
  await eventually(() => steps(page)).toBeGreaterThan(4000);
  await press(page, "Reset");
  await eventually(() => steps(page)).toBeLessThan(3500);
  expect(await page.textContent("#real-time-factor")).not.toBe("paused");
});

test("[GU8] keys do what the buttons do", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await expectText(page, "#real-time-factor", "paused");
  await page.keyboard.press(".");
  await eventually(() => steps(page)).toBe(1);
  await page.keyboard.press("Control+Shift+Home");
  await eventually(() => steps(page)).toBe(0);
  // The notice may arrive before the history that it offers to undo.
  await page.getByRole("button", { name: "Undo Reset everything" }).waitFor();
  await press(page, "Undo the reset");
  await eventually(() => steps(page)).toBe(1);
  await page.keyboard.press("Space");
  await eventually(() => steps(page)).toBeGreaterThan(10);
  await page.keyboard.press("Space");
  await expectText(page, "#real-time-factor", "paused");
});

test("[GU8] what was clicked with the mouse does not take the space bar away; what Tab led to does", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  const pace = (): Promise<string | null> => page.textContent("#real-time-factor");
  await eventually(() => page.locator(".tree-row").allTextContents()).toContain("ramp");
  const clicks = [
    () => press(page, "Orthographic"),
    () => page.locator(".tree-row").first().click(),
    () => page.locator(".dv-tab").first().click(),
    async () => {
      await press(page, "What to reset");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
    },
  ];
  await eventually(pace).toBe("paused");
  for (const click of clicks) {
    await click();
    await page.keyboard.press("Space");
    await eventually(pace).not.toBe("paused");
    await page.keyboard.press("Space");
    await eventually(pace).toBe("paused");
  }
  const flat = page.getByRole("button", { name: "Orthographic" });
  expect(await flat.getAttribute("aria-pressed")).toBe("true");
  await flat.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await eventually(() => flat.getAttribute("aria-pressed")).toBe("false");
  expect(await pace()).toBe("paused");
});

test("[GU15] everybody sees the same world; who comes late has all of it", async () => {
  const { url } = await serving("worlds/shapes.sdf");
  const [ada, bob] = [await openPage(url), await openPage(url)];
  await eventually(() => steps(ada)).toBeGreaterThan(500);
  await press(ada, "Pause");
  for (const page of [ada, bob]) await expectText(page, "#real-time-factor", "paused");
  const eve = await openPage(url);
  await expectText(eve, "#real-time-factor", "paused");
  const pages = [ada, bob, eve];
  for (const page of pages) {
    await page.getByRole("searchbox", { name: "Find entities" }).fill("falling_ball_1");
    await page.locator(".tree-row").getByText("falling_ball_1", { exact: true }).click();
    await eventually(() => page.locator(".number-field[data-exact]").count()).toBeGreaterThan(5);
  }
  const shown = (page: Page): Promise<string[]> =>
    page.locator(".number-field").evaluateAll((fields) => fields.map((field) => field.getAttribute("data-exact")!));
  // The exact state of a paused world arrives after the news that it is paused.
  await eventually(async () => new Set((await Promise.all(pages.map(shown))).map(String)).size).toBe(1);
  expect((await shown(ada)).slice(0, 3).some((value) => Number(value) !== 0)).toBe(true);
});

test("[GU10] is dark unless light is preferred or chosen, and needs no scrolling aside on any window", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await expectText(page, "#world-name", "shapes");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await background()).toBe("rgb(20, 22, 26)");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await background()).toBe("rgb(246, 246, 244)");
  await press(page, "View");
  await page.getByRole("menuitemcheckbox", { name: "Dark theme" }).click();
  await eventually(background).toBe("rgb(20, 22, 26)");
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 720 });
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("[GU12] the palette finds commands, panels and entities; ? shows the keys", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await eventually(() => page.locator(".tree-row").allTextContents()).toContain("ramp");
  await find(page, "tower_drum");
  await eventually(() => page.locator(".tree-row[aria-selected=true]").allTextContents()).toEqual(["tower_drum"]);
  await find(page, "plugins");
  await eventually(() => page.locator(".plugin-list li").count()).toBeGreaterThan(5);
  await page.keyboard.press("Escape");
  await page.locator("#world-name").click();
  await page.keyboard.press("?");
  await eventually(() => page.getByRole("dialog").textContent()).toContain("Run or pause");
  const groups = page.locator(".help-groups");
  expect(await groups.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test("[GU20] a dialog has all keys: nothing behind it gets them, and Escape closes it", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await eventually(() => page.locator(".tree-row").allTextContents()).toContain("tower_drum");
  await find(page, "tower_drum");
  await eventually(() => page.locator(".tree-row[aria-selected=true]").allTextContents()).toEqual(["tower_drum"]);
  await page.keyboard.press("t");
  const dialogs = page.locator("dialog");
  const tool = page.locator(".tool-strip [aria-pressed=true]");
  const inHand = await tool.getAttribute("aria-label");
  const openings: [string, () => Promise<void>][] = [
    ["help", () => page.keyboard.press("?")],
    ["palette", () => page.keyboard.press("Control+k")],
    ["question", () => find(page, "Save layout as")],
  ];
  for (const [kind, open] of openings) {
    await open();
    await eventually(() => page.locator(`dialog.${kind}`).count()).toBe(1);
    for (const key of ["Delete", "Control+z", "Control+Shift+Home", "Escape"]) await page.keyboard.press(key);
    await eventually(() => dialogs.count()).toBe(0);
    expect(await tool.getAttribute("aria-label")).toBe(inHand);
  }
  await page.keyboard.press("?");
  await page.keyboard.press("?");
  await eventually(() => dialogs.count()).toBe(0);
  expect(await page.locator(".tree-row[aria-selected=true]").allTextContents()).toEqual(["tower_drum"]);
  expect(await page.locator(".notice, #queue").count()).toBe(0);
});

test("[GU13] a third party's panel and overlay load, unload, and fail without harm", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--config", "examples/orrery.json");
  const page = await openPage(url);
  const heights = page.locator(".panel-height-panel");
  await press(page, "Panels");
  await page.getByRole("menuitemcheckbox", { name: "Heights" }).click();
  await eventually(() => heights.textContent()).toMatch(/ramp, [\d.-]+ m/);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command, panel or entity" }).fill("Plugins");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Heights" }).uncheck();
  await eventually(() => heights.count()).toBe(0);
  // Brings its panel to the front.
  await page.getByRole("checkbox", { name: "Heights" }).click();
  await eventually(() => heights.textContent()).toMatch(/ramp, [\d.-]+ m/);
  await showPanel(page, "Plugins");
  await eventually(() => page.getByRole("checkbox", { name: "Trails" }).isChecked()).toBe(true);
});

test("[GU13] a plugin that throws says so in its panel, one that cannot be loaded in a notice; the page continues", async () => {
  const folder = temporaryFolder();
  const plugin = (name: string, text: string): string => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "index.js"), text);
    return join(folder, name);
  };
  const guiPlugins = [
    plugin(
      "broken",
      'import { defineGuiPlugin } from "@orrery/gui";\nfunction View() { throw new Error("out of ink"); }\nexport default defineGuiPlugin({ id: "broken", title: "Broken", dock: "right", View });',
    ),
    plugin(
      "flat",
      'import { defineGuiPlugin } from "@orrery/gui";\nfunction Bar() { throw new Error("out of air"); }\nexport default defineGuiPlugin({ id: "flat", title: "Flat", dock: "right", Bar });',
    ),
    plugin(
      "torn",
      'import { defineGuiPlugin } from "@orrery/gui";\nconst start = ({ events }) => events.on("render", () => { throw new Error("torn"); });\nexport default defineGuiPlugin({ id: "torn", title: "Torn overlay", dock: "right", start });',
    ),
    plugin("strange", 'import "left-pad";\nexport default {};'),
  ];
  writeFileSync(join(folder, "orrery.json"), JSON.stringify({ guiPlugins }));
  const { url } = await serving("worlds/shapes.sdf", "--config", join(folder, "orrery.json"));
  const page = await openPage(url);
  const bad = async () => (await page.locator(".notice.bad").allTextContents()).sort();
  await eventually(bad).toEqual([
    expect.stringMatching(/^Cannot load the plugin strange: .*left-pad/),
    expect.stringMatching(/^Torn overlay has failed/),
  ]);
  await press(page, "Panels");
  await page.getByRole("menuitemcheckbox", { name: "Broken" }).click();
  await eventually(() => page.locator(".panel-failure").textContent()).toContain("Broken has failed");
  expect(await page.locator(".panel-failure").textContent()).toContain("out of ink");
  const then = await steps(page);
  await eventually(() => steps(page)).toBeGreaterThan(then);
  await eventually(() => page.locator(".tree-row").allTextContents()).toContain("ramp");
  await showPanel(page, "Console");
  await eventually(() => page.textContent("#console")).toContain("Flat has failed");
});

test("[GU17] a world without scene-broadcaster or user-commands runs; the page says what it lacks, and a press adds it", async () => {
  const world = join(temporaryFolder(), "bare.sdf");
  writeFileSync(
    world,
    `<sdf version="1.9"><world name="bare">${onlyNamed}<plugin name="physics" filename=""/><include><uri>model://sun</uri></include></world></sdf>`,
  );
  const { url } = await serving(world);
  const page = await openPage(url);
  const notices = () => page.locator(".notice .notice-text").allTextContents();
  await eventually(notices).toEqual([
    "This world runs without scene-broadcaster: its contents are not published, so nothing can be shown",
    "This world runs without user-commands: nothing can be created, removed or moved from here",
  ]);
  await eventually(() => steps(page)).toBeGreaterThan(10);
  for (const left of [1, 0]) {
    await page.getByRole("button", { name: "Add it" }).first().click();
    await eventually(async () => (await notices()).length).toBe(left);
  }
  await eventually(() => page.locator(".tree-row").allTextContents()).toContain("sun");
});

test("[GU10] panels that were dragged elsewhere come back with the first layout", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await eventually(() => page.locator(".tree-row").allTextContents()).toContain("ramp");
  const scene = (await page.locator(".scene-canvas canvas").boundingBox())!;
  await page.locator(".dv-tab").filter({ hasText: "Entities" }).hover();
  await page.mouse.down();
  await page.mouse.move(scene.x + 40, scene.y + 200, { steps: 8 });
  await page.mouse.move(scene.x + 42, scene.y + 202);
  await page.mouse.up();
  await press(page, "Panels");
  await page.getByRole("menuitem", { name: "Reset layout" }).click();
  await eventually(() => page.locator(".tree-row").allTextContents()).toContain("ramp");
  expect(await page.locator(".panel-failure").count()).toBe(0);
});

/** Uses the palette to run a command, show a panel, or select an entity. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command, panel or entity" }).fill(text);
  await page.keyboard.press("Enter");
}
