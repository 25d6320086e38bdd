import { expect, test } from "vitest";
import { eventually, press, seconds, withBrowser } from "./pages.ts";
import { curves, item, legend, openPlots, plot, runAndPause, showPlots } from "./plot-pages.ts";

withBrowser();

test("[CU3] a value is plotted by a double click or a drag, and its curve begins where the world began", async () => {
  const page = await openPlots();
  await item(page, "centre_of_mass.z").first().dblclick();
  await curves(page).first().waitFor();
  await item(page, "kinetic_energy").last().dragTo(page.locator(".plot-canvas"));
  await eventually(() => curves(page).count()).toBe(2);
  // The past has been simulated again once its progress is gone.
  await eventually(() => page.locator(".plot-legend progress").count()).toBe(0);
  await page
    .getByRole("button", { name: "Remove centre_of_mass.z" })
    .or(page.getByRole("button", { name: "Remove ball::centre_of_mass.z" }))
    .click();
  await eventually(() => curves(page).count()).toBe(1);
});

test("[VP8] a page that is opened again shows the same plots, with their names and looks", async () => {
  const page = await openPlots();
  await plot(page, "kinetic_energy");
  await press(page, "New plot");
  await plot(page, "pose.z");
  await page.getByRole("button", { name: "Options of ball::pose.z" }).click();
  await page.getByLabel("Name", { exact: true }).fill("height");
  await page.keyboard.press("Enter");
  await page.getByLabel("Drawn as").selectOption("Steps");
  await page.keyboard.press("Escape");
  await page.getByLabel("Seconds to show").selectOption("30 s");
  await page.reload();
  await showPlots(page);
  await eventually(() => legend(page)).toEqual([["ball::kinetic_energy"], ["height"]]);
  await page.getByRole("button", { name: "Options of height" }).click();
  expect(await page.getByLabel("Drawn as").inputValue()).toBe("steps");
  await page.keyboard.press("Escape");
  expect(await page.getByLabel("Seconds to show").inputValue()).toBe("30 s");
});

test("[VP6] in the panel, Ctrl+Z undoes edits of plots and not of the world; elsewhere it does not touch plots", async () => {
  const page = await openPlots();
  await plot(page, "kinetic_energy");
  await plot(page, "pose.z");
  await runAndPause(page);
  const time = await seconds(page);
  await page.locator(".plot-canvas").focus();
  await page.keyboard.press("Control+z");
  await eventually(() => legend(page)).toEqual([["ball::kinetic_energy"]]);
  await page.keyboard.press("Control+Shift+z");
  await eventually(() => legend(page)).toEqual([["ball::kinetic_energy", "ball::pose.z"]]);
  await press(page, "Undo the last edit of plots");
  await eventually(() => legend(page)).toEqual([["ball::kinetic_energy"]]);
  await page.getByRole("treeitem").filter({ hasText: "ball" }).first().click();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Delete");
  await eventually(() => page.getByRole("treeitem").filter({ hasText: "ball" }).count()).toBe(0);
  expect(await legend(page)).toEqual([["ball::kinetic_energy"]]);
  expect(await seconds(page)).toBe(time);
});

test("[VP7] a second panel shows the same time and the moment that is pointed at in the first", async () => {
  const page = await openPlots();
  await plot(page, "kinetic_energy");
  await runAndPause(page);
  await press(page, "Panels");
  await page.getByRole("menuitemcheckbox", { name: "Plots 2" }).click();
  const second = page.locator(".panel-plot-2");
  await second.waitFor();
  // Beside the first one, to see both.
  await page.locator(".dv-tab", { hasText: "Plots 2" }).dragTo(page.locator(".scene-canvas canvas"));
  await showPlots(page);
  await second.locator(".plot-thing", { hasText: /^ball$/ }).click();
  await second.locator(".plot-item[draggable]", { hasText: "pose.z" }).first().dblclick();
  await eventually(() => second.locator(".plot-legend-row").count()).toBe(1);
  const first = page.locator(".panel-plot");
  await first.getByLabel("Seconds to show").selectOption("1 s");
  await eventually(() => second.getByLabel("Seconds to show").inputValue()).toBe("1 s");
  await first.locator(".plot-canvas").hover();
  await first.locator(".plot-readout").waitFor();
  await second.locator(".plot-pointer").waitFor();
  expect(await second.locator(".plot-readout").count()).toBe(0);
});
