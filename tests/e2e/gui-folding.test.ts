import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { serving } from "./orrery-process.ts";
import { eventually, openPage, press, showPanel, withBrowser } from "./pages.ts";

withBrowser();

test.each([
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
])("[FO1] the scene has at least 60 % of a window of $width × $height", async (viewport) => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url, { viewport });
  await eventually(() => page.locator(".tree-row").count()).toBeGreaterThan(5);
  expect(await sceneShare(page)).toBeGreaterThanOrEqual(0.6);
  // With the tree, the palette and the inspector visible.
  for (const panel of ["entity-tree", "insert", "inspector"]) {
    expect(await page.locator(`.panel-${panel}`).isVisible()).toBe(true);
  }
});

test("[FO2] sides fold to icons and tabs by keys, buttons and the menu; an icon or tab opens them again", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  const [tree, inspector, statistics] = ["entity-tree", "inspector", "statistics"].map((id) =>
    page.locator(`.panel-${id}`),
  );
  await inspector!.waitFor();
  const before = (await inspector!.boundingBox())!.width;
  await page.keyboard.press("Control+b");
  await eventually(() => tree!.isVisible()).toBe(false);
  await press(page, "Fold the right side");
  await eventually(() => inspector!.isVisible()).toBe(false);
  await eventually(() => sceneShare(page)).toBeGreaterThan(0.85);
  await page.locator(".dock-icon").first().hover();
  await eventually(() => page.getByRole("tooltip").textContent()).toBe("Entities");
  await page.locator(".dock-icon").first().click();
  await eventually(() => tree!.isVisible()).toBe(true);
  await showPanel(page, "Statistics");
  await eventually(() => statistics!.isVisible()).toBe(true);
  await press(page, "Fold the bottom");
  await eventually(() => statistics!.isVisible()).toBe(false);
  // Opening a panel shows it, with its previous width.
  await press(page, "Panels");
  await page.getByRole("menuitem", { name: "Fold or unfold the right side" }).click();
  await eventually(() => inspector!.isVisible()).toBe(true);
  expect((await inspector!.boundingBox())!.width).toBeCloseTo(before, 0);
});

test("[FO3] what is folded stays so after a reload; Shift+Space leaves only the scene, and brings all back", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await page.locator(".panel-entity-tree").waitFor();
  await page.keyboard.press("Control+b");
  await eventually(() => page.locator(".panel-entity-tree").isVisible()).toBe(false);
  await page.reload();
  await eventually(() => page.locator(".panel-inspector").isVisible()).toBe(true);
  expect(await page.locator(".panel-entity-tree").isVisible()).toBe(false);
  await page.keyboard.press("Shift+Space");
  await eventually(() => page.locator(".panel-inspector").isVisible()).toBe(false);
  await page.keyboard.press("Shift+Space");
  await eventually(() => page.locator(".panel-inspector").isVisible()).toBe(true);
  expect(await page.locator(".panel-entity-tree").isVisible()).toBe(false);
});

test("[FO4] the folded timeline is a line on which the world goes back", async () => {
  const { url } = await serving("worlds/shapes.sdf");
  const page = await openPage(url);
  await eventually(() => page.textContent("#sim-time").then((text) => Number.parseFloat(text!))).toBeGreaterThan(1);
  const cursor = page.getByRole("slider", { name: "Present moment" });
  await eventually(() => cursor.getAttribute("aria-valuetext")).toMatch(/running/);
  const { x, y, width, height } = (await page.locator(".timeline-strip").boundingBox())!;
  expect(height).toBeLessThan(40);
  await page.mouse.move(x + width * 0.1, y + height / 2);
  // Complete, although it is about as high as the line.
  await eventually(() =>
    page.locator(".timeline-tip").evaluate((tip) => {
      const { left, top, bottom } = tip.getBoundingClientRect();
      return tip.checkVisibility() && top >= 0 && bottom <= innerHeight && left > 0;
    }),
  ).toBe(true);
  await page.mouse.click(x + width * 0.1, y + height / 2);
  await eventually(() => page.textContent("#real-time-factor")).toBe("paused");
  await eventually(() => page.textContent("#sim-time").then((text) => Number.parseFloat(text!))).toBeLessThan(1);
});

/** Returns the scene's fraction of the window's area. */
function sceneShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { width, height } = document.querySelector(".scene-canvas canvas")!.getBoundingClientRect();
    return (width * height) / (innerWidth * innerHeight);
  });
}
