import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, openPage, withBrowser } from "./pages.ts";

withBrowser();

const FALLING = `<sdf version="1.9"><world name="w"><model name="ball"><pose>0 0 5000 0 0 0</pose><link name="body">
  <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model></world></sdf>`;

test("[CU3] a value is plotted by a double click or a drag, and its curve begins where the world began", async () => {
  const file = join(temporaryFolder(), "falling.sdf");
  writeFileSync(file, FALLING);
  const { url } = await serving(file);
  const page = await openPage(url);
  await page.locator(".dv-tab", { hasText: "Plots" }).click();
  await thing(page, "ball");
  await item(page, "centre_of_mass.z").first().dblclick();
  await page.locator(".plot-legend-row").first().waitFor();
  await item(page, "kinetic_energy").last().dragTo(page.locator(".plot-canvas"));
  await eventually(() => page.locator(".plot-legend-row").count()).toBe(2);
  // The past has been simulated again once its progress is gone.
  await eventually(() => page.locator(".plot-legend progress").count()).toBe(0);
  await page
    .getByRole("button", { name: "Remove centre_of_mass.z" })
    .or(page.getByRole("button", { name: "Remove ball::centre_of_mass.z" }))
    .click();
  await eventually(() => page.locator(".plot-legend-row").count()).toBe(1);
});

async function thing(page: Page, name: string): Promise<void> {
  await page.locator(".plot-thing", { hasText: new RegExp(`^${name}$`) }).click();
}

function item(page: Page, name: string) {
  return page.locator(".plot-item[draggable]", { hasText: name });
}
