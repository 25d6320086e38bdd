import { expect, test } from "vitest";
import { eventually, press, withBrowser } from "./pages.ts";
import { canvasBox, openPlots, plot, runAndPause, shownSeconds } from "./plot-pages.ts";

withBrowser();

test("[VP4] the wheel zooms, a box is zoomed into, and earlier views come back one by one", async () => {
  const page = await openPlots();
  await plot(page, "kinetic_energy");
  await runAndPause(page);
  const { x, y, width, height } = await canvasBox(page);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.wheel(0, -200);
  await eventually(() => shownSeconds(page)).toBe("6.7 s");
  await page.keyboard.down("Shift");
  await page.mouse.down();
  await page.mouse.move(x + width * 0.7, y + height * 0.6, { steps: 4 });
  await page.locator(".plot-box").waitFor();
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await eventually(() => shownSeconds(page).then(Number.parseFloat)).toBeLessThan(3);
  await eventually(() => page.locator(".plot-box").count()).toBe(0);
  await page.keyboard.press("Alt+ArrowLeft");
  await eventually(() => shownSeconds(page)).toBe("6.7 s");
  await press(page, "Back to the view before");
  await eventually(() => shownSeconds(page)).toBe("10 s");
  await press(page, "Forward to the next view");
  await eventually(() => shownSeconds(page)).toBe("6.7 s");
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  await eventually(() => shownSeconds(page)).toBe("10 s");
  await eventually(() => page.getByRole("button", { name: "Follow the latest" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
});

test("[VP4] keys zoom, move, show everything and follow again", async () => {
  const page = await openPlots();
  await plot(page, "kinetic_energy");
  await runAndPause(page);
  await page.locator(".plot-canvas").focus();
  await page.keyboard.press("+");
  await eventually(() => shownSeconds(page)).toBe("8 s");
  await page.keyboard.press("Control+ArrowLeft");
  const isFollowing = () => page.getByRole("button", { name: "Follow the latest" }).getAttribute("aria-pressed");
  await eventually(isFollowing).toBe("false");
  await page.keyboard.press("End");
  await eventually(isFollowing).toBe("true");
  await page.keyboard.press("Home");
  await eventually(() => page.getByRole("button", { name: "Show everything" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
});

test("[VP3] what is pointed at is named with its time, value and unit, by the pointer and by keys", async () => {
  const page = await openPlots();
  await plot(page, "pose.z");
  await plot(page, "kinetic_energy");
  await runAndPause(page, 2);
  await press(page, "Show everything");
  const { x, y, width, height } = await canvasBox(page);
  await page.mouse.move(x + width / 2, y + height / 2);
  const readout = page.locator(".plot-readout");
  await readout.waitFor();
  const rows = () => page.locator(".plot-readout-row").evaluateAll((all) => all.map((row) => row.children.length));
  await eventually(rows).toEqual([4, 4]);
  const time = Number.parseFloat(String(await page.locator(".plot-readout-time").textContent()));
  const [height0] = await page.locator(".plot-readout-value").allTextContents();
  // It fell for that long; a pixel is a few milliseconds.
  expect(Number(height0)).toBeCloseTo(5000 - 4.9 * time * time, 0);
  expect(await page.locator(".plot-readout-unit").allTextContents()).toEqual(["m", "J"]);
  await page.mouse.move(x + width / 2, y - 200);
  await eventually(() => readout.count()).toBe(0);
  await page.locator(".plot-canvas").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await readout.waitFor();
  await eventually(() => page.getByRole("status").filter({ hasText: "ball::pose.z" }).textContent()).toMatch(
    /^\d.* s, ball::pose\.z [\d.]+ m, ball::kinetic_energy [\d.]+ J$/,
  );
  await page.keyboard.press("Escape");
  await eventually(() => readout.count()).toBe(0);
});

test("[VP2] columns of a pose become a path, seen from above, and curves again", async () => {
  const page = await openPlots();
  await plot(page, "pose.x");
  await plot(page, "pose.y");
  await runAndPause(page);
  await press(page, "Axes of plot 1");
  await page.getByLabel("Over", { exact: true }).selectOption("Another value (paths)");
  await eventually(() => page.locator(".plot-legend-name").allTextContents()).toEqual(["ball::pose.y over x"]);
  await page.getByLabel("Over", { exact: true }).selectOption("Simulated time");
  await eventually(() => page.locator(".plot-legend-name").count()).toBe(2);
});

test("[VP10] ranges and scales of axes are typed, and a mistake is shown and not taken", async () => {
  const page = await openPlots();
  await plot(page, "pose.z");
  await runAndPause(page);
  await press(page, "Axes of plot 1");
  const field = page.getByLabel("To", { exact: true });
  await field.fill("up");
  await page.locator(".field-problem").waitFor();
  await field.fill("5 km");
  await page.keyboard.press("Enter");
  await eventually(() => field.inputValue()).toBe("5000");
  await page.getByLabel("Scale, Left axis (m)").selectOption("Logarithmic");
  await page.keyboard.press("Escape");
  await press(page, "Settings of plots");
  await eventually(() => page.locator(".plot-rates dd").textContent()).toMatch(/^1,000 per second, [\d,]+ samples$/);
  await page.getByLabel("What the limit counts").selectOption("Simulated seconds");
  const limit = page.getByLabel("How much to keep of each curve");
  await limit.fill("0.5");
  await page.keyboard.press("Enter");
  await eventually(() => page.locator(".plot-rates dd").textContent()).toMatch(/ 50\d samples$/);
});
