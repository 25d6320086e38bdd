import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, openPage, press, seconds, type PageOptions } from "./pages.ts";

/** A ball that falls for half a minute. */
export const FALLING = `<sdf version="1.9"><world name="w"><model name="ball"><pose>0 0 5000 0 0 0</pose><link name="body">
  <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model></world></sdf>`;

/** Opens the panel of plots of a world in which a ball falls. */
export async function openPlots(options: PageOptions = {}): Promise<Page> {
  const file = join(temporaryFolder(), "falling.sdf");
  writeFileSync(file, FALLING);
  const { url } = await serving(file);
  const page = await openPage(url, options);
  await showPlots(page);
  await thing(page, "ball");
  return page;
}

/** The panel begins with its palette: a page of an earlier test may have folded it. */
export async function showPlots(page: Page): Promise<void> {
  await page.locator(".dv-tab", { hasText: "Plots" }).first().click();
  await page.locator(".plot-panel").first().waitFor();
}

/** Opens a thing of the palette. */
export async function thing(page: Page, name: string): Promise<void> {
  await page.locator(".plot-thing", { hasText: new RegExp(`^${name}$`) }).click();
}

export function item(page: Page, name: string): Locator {
  return page.locator(".plot-item[draggable]", { hasText: name });
}

/** Plots a value of the ball, in the last plot. */
export async function plot(page: Page, name: string): Promise<void> {
  const before = await curves(page).count();
  await page
    .getByRole("group", { name: "Values of ball" })
    .locator(".plot-item[draggable]", { hasText: name })
    .first()
    .dblclick();
  await eventually(() => curves(page).count()).toBe(before + 1);
}

export function curves(page: Page): Locator {
  return page.locator(".plot-legend-row");
}

/** Returns the names in the legend, plot by plot. */
export function legend(page: Page): Promise<string[][]> {
  return page
    .locator(".plot-legend section")
    .evaluateAll((sections) =>
      sections.map((section) => [...section.querySelectorAll(".plot-legend-name")].map((name) => name.textContent)),
    );
}

/** Lets the world run for a while and pauses it, so that nothing moves any more. */
export async function runAndPause(page: Page, until = 1): Promise<void> {
  await eventually(() => seconds(page)).toBeGreaterThan(until);
  await press(page, "Pause");
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  // The past has been simulated again once its progress is gone.
  await eventually(() => page.locator(".plot-legend progress").count()).toBe(0);
}

/** Returns how many seconds are shown, as the panel says it. */
export function shownSeconds(page: Page): Promise<string> {
  return page.getByLabel("Seconds to show").first().locator("option:checked").textContent().then(String);
}

/** Returns the box of the canvas. */
export async function canvasBox(page: Page) {
  return (await page.locator(".plot-canvas").first().boundingBox())!;
}
