import { expect, test } from "vitest";
import { eventually, press, withBrowser } from "./pages.ts";
import { canvasBox, openPlots, plot, runAndPause, shownSeconds } from "./plot-pages.ts";

withBrowser();

test("[VP11] a low panel gives its height to the curves, and its width when the lists are folded", async () => {
  const page = await openPlots();
  await plot(page, "kinetic_energy");
  const panel = (await page.locator(".plot-panel").boundingBox())!;
  expect(panel.height).toBeLessThan(200);
  const before = await canvasBox(page);
  expect(before.height).toBe(panel.height);
  await press(page, "Values to plot");
  await eventually(async () => (await canvasBox(page)).width).toBeGreaterThan(before.width + 200);
  await press(page, "Legend");
  // The buttons stay.
  await eventually(() => page.locator(".plot-legend").count()).toBe(0);
  await press(page, "Legend");
  await page.locator(".plot-legend").waitFor();
});

test("[VP11] in a narrow panel all parts are below each other, and nothing needs sideways scrolling", async () => {
  const page = await openPlots({ viewport: { width: 420, height: 740 } });
  await plot(page, "kinetic_energy");
  const stage = (await page.locator(".plot-stage").boundingBox())!;
  const palette = (await page.locator(".plot-palette").boundingBox())!;
  expect(palette.y).toBeGreaterThanOrEqual(stage.y + stage.height);
  await press(page, "Values to plot");
  await page.locator(".plot-legend").waitFor();
  const legend = (await page.locator(".plot-legend").boundingBox())!;
  await eventually(async () => (await page.locator(".plot-stage").boundingBox())!.height).toBeGreaterThan(stage.height);
  expect([legend.x, legend.width]).toEqual([stage.x, stage.width]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420);
});

test("[VP4] two fingers zoom in time", async () => {
  const page = await openPlots({ hasTouch: true });
  await plot(page, "kinetic_energy");
  await runAndPause(page);
  const { x, y, width, height } = await canvasBox(page);
  const touch = await page.context().newCDPSession(page);
  const points = (apart: number) =>
    [-1, 1].map((side, id) => ({ x: x + width / 2 + (side * apart) / 2, y: y + height / 2, id }));
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(100) });
  for (const apart of [120, 160, 200]) {
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(apart) });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await eventually(() => shownSeconds(page)).toBe("5 s");
});
