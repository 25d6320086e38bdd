import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { orrery, playing, temporaryFolder } from "./orrery-process.ts";
import { dropFile, eventually, openPage, press, seconds, withBrowser } from "./pages.ts";
import { curves, FALLING, legend, openPlots, plot, runAndPause, showPlots, thing } from "./plot-pages.ts";

withBrowser();

test("[CU10] a click on a sample takes the world there, and it continues from there; Enter takes it to the pointed moment", async () => {
  const page = await openPlots();
  await plot(page, "centre_of_mass.z");
  await runAndPause(page, 3);
  const before = await seconds(page);
  const dot = await pointAtCurve(page, 0.2);
  await page.mouse.click(dot.x, dot.y);
  await eventually(() => seconds(page)).toBeLessThan(before);
  const there = await seconds(page);
  await press(page, "Run");
  await eventually(() => seconds(page)).toBeGreaterThan(there + 1);
  await press(page, "Pause");
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  const later = await seconds(page);
  // The branch that was left is drawn over the same times.
  await pointAtCurve(page, 0.2);
  await page.locator(".plot-canvas").press("Enter");
  await eventually(() => seconds(page)).toBeLessThan(later);
});

test("[CU8] a formula is typed with what is offered, its mistakes are shown where they are, and its curve is kept", async () => {
  const page = await openPlots();
  await press(page, "New formula…");
  const field = page.getByRole("combobox", { name: "Formula" });
  await field.pressSequentially("sqr");
  await page.getByRole("option", { name: /^sqrt/ }).waitFor();
  await field.press("Tab");
  await field.pressSequentially("ball::centre_of_m");
  await page
    .getByRole("option", { name: /ball::centre_of_mass/ })
    .first()
    .waitFor();
  await field.press("Enter");
  await field.pressSequentially(".z + 1s)");
  await eventually(() => page.locator(".formula-editor [role=alert]").textContent()).toContain("like units");
  expect(await page.locator(".formula-marked mark").textContent()).toBe("+");
  await field.fill("sqrt(ball::centre_of_mass.z)");
  await eventually(() => page.locator(".formula-slot p.muted").textContent()).toContain("m");
  await page.getByLabel("Name", { exact: true }).fill("root");
  await press(page, "Save and plot");
  await eventually(() => legend(page)).toEqual([["root"]]);
  await runAndPause(page);
  await pointAtCurve(page, 0.13);
  // The root of a bit less than 5000 m.
  await eventually(() => page.locator(".plot-legend-value").textContent()).toMatch(/^(69|70)\./);
  await page.reload();
  await showPlots(page);
  await eventually(() => legend(page)).toEqual([["root"]]);
  await pointAtCurve(page, 0.13);
  await eventually(() => page.locator(".plot-legend-value").textContent()).toMatch(/^(69|70)\./);
});

test("[CU11] two cursors show what is between them, in a table that can be copied, and its spectrum", async () => {
  const page = await openPlots();
  await plot(page, "momentum.z");
  await runAndPause(page, 2);
  await press(page, "Two cursors");
  const facts = page.getByRole("region", { name: "Between the cursors" });
  // The mass times the acceleration of the fall.
  const slope = async (): Promise<number> => Number(await facts.locator("tbody td").nth(3).textContent());
  await eventually(slope).toBeLessThan(-9);
  const time = facts.locator("output").first();
  const shown = await time.textContent();
  await page.getByRole("slider", { name: "Cursor b" }).focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await eventually(() => time.textContent()).not.toBe(shown);
  await press(page, "Spectrum between the cursors");
  await facts.getByRole("img", { name: "Spectrum" }).waitFor();
  await press(page, "Remove the cursors");
  await eventually(() => facts.count()).toBe(0);
  expect(await curves(page).count()).toBe(1);
});

test("[RP11] in a log that is played, a curve shows the whole recorded run, and a click goes to its moment", async () => {
  const folder = temporaryFolder();
  const [world, file] = [join(folder, "falling.sdf"), join(folder, "run.mcap")];
  writeFileSync(world, FALLING);
  expect((await orrery("run", world, "--headless", "--steps", "3000", "--record", file)).status).toBe(0);
  const page = await openPage((await playing(file, "--paused")).url);
  await showPlots(page);
  await thing(page, "ball");
  await plot(page, "centre_of_mass.z");
  // The log is at its beginning, and the ball at 5000 m. It falls for three seconds.
  await eventually(() => page.locator(".plot-legend-value").textContent()).toMatch(/^4955\./);
  const dot = await pointAtCurve(page, 0.2);
  await page.mouse.click(dot.x, dot.y);
  await eventually(() => seconds(page)).toBeGreaterThan(0.2);

  // Played by the page itself, the log has more of them.
  await dropFile(page, "run.mcap", readFileSync(file));
  await eventually(() => seconds(page)).toBe(0);
  await showPlots(page);
  await thing(page, "ball");
  await plot(page, "kinetic_energy");
  await eventually(() => page.locator(".plot-legend-value").last().textContent()).toMatch(/^\d/);
});

/** Points at the curve, at this share of the plot's width, and returns where it is on the page. */
async function pointAtCurve(page: Page, share: number): Promise<{ readonly x: number; readonly y: number }> {
  const canvas = (await page.locator(".plot-canvas").boundingBox())!;
  await page.mouse.move(canvas.x + canvas.width * share, canvas.y + canvas.height / 2);
  const dot = page.locator(".plot-pointer-dot").first();
  await dot.waitFor();
  const { x, y, width, height } = (await dot.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}
