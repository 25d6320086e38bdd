import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { eventually, press, withBrowser } from "./pages.ts";
import { curves, legend, openPlots, plot } from "./plot-pages.ts";

withBrowser();

const shown = (page: Page): Promise<(string | null)[]> =>
  page.locator(".plot-legend-name").evaluateAll((names) => names.map((name) => name.getAttribute("aria-pressed")));

test("[VP1] curves are switched, shown alone, moved, renamed and removed by the pointer", async () => {
  const page = await openPlots();
  for (const name of ["kinetic_energy", "pose.x", "pose.z"]) await plot(page, name);
  const name = (index: number) => page.locator(".plot-legend-name").nth(index);
  await name(1).click();
  await eventually(() => shown(page)).toEqual(["true", "false", "true"]);
  await name(1).click();
  await eventually(() => shown(page)).toEqual(["true", "true", "true"]);
  await name(2).dblclick();
  await eventually(() => shown(page)).toEqual(["false", "false", "true"]);
  await name(2).dblclick();
  await eventually(() => shown(page)).toEqual(["true", "true", "true"]);
  await name(2).dragTo(curves(page).first(), { targetPosition: { x: 60, y: 2 } });
  await eventually(() => legend(page)).toEqual([["ball::pose.z", "ball::kinetic_energy", "ball::pose.x"]]);
  await press(page, "New plot");
  // The legend is low: it would scroll during the drag.
  const canvas = (await page.locator(".plot-canvas").boundingBox())!;
  await name(0).dragTo(page.locator(".plot-canvas"), {
    targetPosition: { x: canvas.width / 2, y: canvas.height * 0.75 },
  });
  await eventually(() => legend(page)).toEqual([["ball::kinetic_energy", "ball::pose.x"], ["ball::pose.z"]]);
  await press(page, "Remove ball::pose.x");
  await eventually(() => legend(page)).toEqual([["ball::kinetic_energy"], ["ball::pose.z"]]);
});

test("[VP1] all of that goes by keyboard too", async () => {
  const page = await openPlots();
  for (const name of ["kinetic_energy", "pose.x", "pose.z"]) await plot(page, name);
  await page.locator(".plot-legend-name").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await eventually(() => shown(page)).toEqual(["true", "false", "true"]);
  await page.keyboard.press("Shift+Enter");
  await eventually(() => shown(page)).toEqual(["false", "true", "false"]);
  await page.keyboard.press("Alt+ArrowDown");
  await eventually(() => legend(page)).toEqual([["ball::kinetic_energy", "ball::pose.z", "ball::pose.x"]]);
  await page.keyboard.press("F2");
  await page.getByLabel("Name", { exact: true }).fill("east");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await eventually(() => legend(page)).toEqual([["ball::kinetic_energy", "ball::pose.z", "east"]]);
  await page.getByRole("button", { name: "east", exact: true }).focus();
  await page.keyboard.press("Delete");
  await eventually(() => legend(page)).toEqual([["ball::kinetic_energy", "ball::pose.z"]]);
});

test("[VP9] a curve's colour, line and marker are chosen, and its sample says how it is drawn in both themes", async () => {
  const page = await openPlots({ colorScheme: "dark" });
  await plot(page, "kinetic_energy");
  await page.getByRole("button", { name: "Options of ball::kinetic_energy" }).click();
  await press(page, "Green");
  await page.getByLabel("Width", { exact: true }).selectOption("3 px");
  await page.getByLabel("Line", { exact: true }).selectOption("Dashed");
  await page.getByLabel("Marker", { exact: true }).selectOption("Diamond");
  await eventually(() => page.locator(".plot-legend .plot-swatch path").count()).toBe(2);
  const line = page.locator(".plot-legend .plot-swatch path").first();
  expect(await line.getAttribute("stroke-width")).toBe("3");
  expect(await line.getAttribute("stroke-dasharray")).toBe("12 7.5");
  const dark = await line.getAttribute("stroke");
  await page.emulateMedia({ colorScheme: "light" });
  await eventually(() => line.getAttribute("stroke")).not.toBe(dark);
});
