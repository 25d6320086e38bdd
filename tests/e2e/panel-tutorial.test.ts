import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, expectText, openPage, press, withBrowser } from "./pages.ts";

withBrowser();

test("[PA1] the panel of the tutorial shows a topic, calls a service, adds a command, keeps a setting and has styles of its own", async () => {
  const { url } = await serving("worlds/diff-drive.sdf", "--config", tutorialConfig());
  const page = await openPage(url);
  const speed = page.locator(".panel-speedometer .speed");
  // It opens by itself.
  await eventually(() => speed.textContent()).toBe("0.00 m/s");
  expect(await speed.evaluate((text) => getComputedStyle(text).fontSize)).toBe("18px");
  // The body of a panel has padding.
  expect(await page.locator(".panel-speedometer .panel-body").evaluate((body) => getComputedStyle(body).padding)).toBe(
    "8px 12px",
  );

  await press(page, "Drive");
  await eventually(() => speed.textContent()).toBe("0.50 m/s");
  await press(page, "Stop");
  await eventually(() => speed.textContent()).toBe("0.00 m/s");

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command, panel or entity" }).fill("Put the vehicle back");
  await page.keyboard.press("Enter");
  await eventually(() => page.getByRole("button", { name: /^Undo/ }).first().isEnabled()).toBe(true);

  await page.getByRole("checkbox", { name: "Kilometres per hour" }).check();
  await expectText(page, ".panel-speedometer .speed", "0.0 km/h");
  await page.reload();
  await expectText(page, ".panel-speedometer .speed", "0.0 km/h");
});

test("[PA2] a third party's panel that was closed stays closed on the next visit", async () => {
  const { url } = await serving("worlds/diff-drive.sdf", "--config", tutorialConfig());
  const page = await openPage(url);
  const panel = page.locator(".panel-speedometer");
  await eventually(() => panel.count()).toBe(1);
  await press(page, "Panels");
  await page.getByRole("menuitemcheckbox", { name: "Speedometer" }).click();
  await eventually(() => panel.count()).toBe(0);
  await page.reload();
  // The plugin's command is there, so the plugin has been loaded.
  await press(page, "World");
  await eventually(() => page.getByRole("menuitem", { name: /Put the vehicle back/ }).count()).toBe(1);
  expect(await panel.count()).toBe(0);
});

test("[PA4] a third party's panel puts something over the scene, and sees what the page's own panels see", async () => {
  const folder = join(temporaryFolder(), "over");
  mkdirSync(folder);
  const lines = [
    'import { defineGuiPlugin, useSelected } from "@orrery/gui";',
    'import { sceneSessionOf, usePace } from "@orrery/gui/panels";',
    'import { createElement as h } from "react";',
    'const Over = ({ scene }) => h("p", { className: "over" }, `${scene.view.canvas.tagName} ${usePace()} ${useSelected().length}`);',
    "const startWorld = (app) => sceneSessionOf(app).addPart(Over);",
    'export default defineGuiPlugin({ id: "over", title: "Over", dock: "right", startWorld });',
  ];
  writeFileSync(join(folder, "index.js"), lines.join("\n"));
  const config = join(folder, "orrery.json");
  writeFileSync(config, JSON.stringify({ guiPlugins: [folder] }));
  const { url } = await serving("worlds/diff-drive.sdf", "--config", config);
  const page = await openPage(url);
  const over = page.locator(".panel-scene .over");
  await eventually(() => over.textContent()).toMatch(/^CANVAS ×.* 0$/);
  await page.getByRole("treeitem").filter({ hasText: "vehicle" }).first().click();
  await eventually(() => over.textContent()).toMatch(/^CANVAS ×.* 1$/);
});

/** Writes a config with the plugin of docs/panel-authors.md, which equals the example to the letter. */
function tutorialConfig(): string {
  const file = join(temporaryFolder(), "orrery.json");
  writeFileSync(file, JSON.stringify({ guiPlugins: [join(root, "examples/gui/speedometer")] }));
  return file;
}
