import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { serving } from "./orrery-process.ts";
import { eventually, openPage, press, showPanel, withBrowser } from "./pages.ts";

withBrowser();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test.each(["dark", "light"] as const)(
  "[GU16] no panel has a finding of axe in the %s theme",
  async (colorScheme) => {
    const { url } = await serving("worlds/diff-drive.sdf", "--paused");
    const page = await openPage(url, { colorScheme, viewport: { width: 1100, height: 640 } });
    await page.getByRole("treeitem").filter({ hasText: "vehicle" }).first().click();
    await eventually(() => page.locator(".number-field").count()).toBeGreaterThan(5);
    await page.evaluate(axe);
    for (const title of await panelTitles(page)) {
      await press(page, "Panels");
      const item = page.getByRole("menuitemcheckbox", { name: title, exact: true });
      if ((await item.getAttribute("aria-checked")) === "true") await page.keyboard.press("Escape");
      else await item.click();
      await showPanel(page, title);
      expect({ title, findings: await findings(page) }).toEqual({ title, findings: [] });
      // The browser's own tooltips appear late, and neither on focus nor on touch.
      expect({ title, own: await page.locator("[title]").count() }).toEqual({ title, own: 0 });
    }
  },
  180_000,
);

test("[GU16] neither have the palette, the help, the menus and what stands over the scene", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await eventually(() => page.getByRole("treeitem").count()).toBeGreaterThan(5);
  await page.evaluate(axe);
  await press(page, "World");
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator("#world-name").click();
  await page.keyboard.press("?");
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("treeitem").filter({ hasText: "ramp" }).first().click();
  await page.keyboard.press("c");
  await page.keyboard.press("m");
  const box = (await page.locator(".scene-canvas canvas").boundingBox())!;
  for (const share of [0.4, 0.6]) await page.mouse.click(box.x + box.width / 2, box.y + box.height * share);
  await page.getByRole("region", { name: "Measures" }).waitFor();
  expect(await findings(page)).toEqual([]);
});

async function panelTitles(page: Page): Promise<string[]> {
  await press(page, "Panels");
  const titles = await page.getByRole("menuitemcheckbox").locator(".menu-title").allTextContents();
  await page.keyboard.press("Escape");
  return titles;
}

/** Returns findings as rule and place, including best practices: headings in order, everything in a landmark. */
function findings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    const { violations } = await checker.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
  });
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}
