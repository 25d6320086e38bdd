import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clientOf, serving, temporaryFolder } from "./orrery-process.ts";
import { drawn, eventually, openPage, press, withBrowser } from "./pages.ts";
import { sceneFigures } from "./scene-figures.ts";

withBrowser();

test("[MT1][MT2][MT4][MT5] distances and gaps of two boxes are right, update while they move, and are listed", async () => {
  const server = await serving(twoCrates(), "--paused");
  const client = await clientOf(server);
  const page = await openPage(server.url, OPTIONS);
  await page.getByRole("treeitem").filter({ hasText: "small" }).first().waitFor();
  // From above, without perspective: a framed model has the middle of its upper face in the middle of the picture.
  await page.keyboard.press("Numpad7");
  await page.keyboard.press("Numpad5");
  await page.keyboard.press("m");
  await pressOn(page, "large");
  await pressOn(page, "small");
  await eventually(() => readings(page)).toEqual(["2.5617 m large to small x 2 y 1 z 1.25 m"]);
  expect(await selected(page)).toEqual(["small"]);

  await client.request("/world/crates/set_pose", { name: "small", position: { x: 3, y: 1, z: 2 } });
  await page.keyboard.press(".");
  await eventually(() => readings(page)).toEqual(["3.4004 m large to small x 3 y 1 z 1.25 m"]);

  await press(page, "Objects");
  await pressOn(page, "small");
  await pressOn(page, "large");
  const gap = Math.hypot(2.25, 0.25, 0.75).toFixed(4);
  await eventually(() => readings(page)).toEqual([
    "3.4004 m large to small x 3 y 1 z 1.25 m",
    `${gap} m small to large origins 3.5 m`,
  ]);
  await page.getByRole("listitem").getByRole("button", { name: "Copy" }).last().click();
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${gap} m, origins 3.5 m`);

  // A measured thing may be removed, and come back.
  await page.keyboard.press("Delete");
  await eventually(() => readings(page)).toEqual(["not there now large to small", "not there now small to large"]);
  await page.keyboard.press("Control+z");
  await eventually(() => readings(page)).toEqual([
    "3.4004 m large to small x 3 y 1 z 1.25 m",
    `${gap} m small to large origins 3.5 m`,
  ]);

  // Escape drops a point first, then the tool.
  await pressOn(page, "large");
  await page.getByText("Click the second object").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Click the first object").waitFor();
  await page.keyboard.press("Escape");
  await eventually(() => page.locator(".measure-bar").count()).toBe(0);
  await page.getByRole("listitem").getByRole("button", { name: "Remove" }).first().click();
  await eventually(() => readings(page)).toEqual([`${gap} m small to large origins 3.5 m`]);
  await press(page, "Clear");
  await eventually(() => readings(page)).toEqual([]);
});

test("[MT1] fingers measure by taps, and hints speak of taps", async () => {
  const server = await serving(twoCrates(), "--paused");
  const page = await openPage(server.url, { ...OPTIONS, hasTouch: true });
  await page.getByRole("treeitem").filter({ hasText: "small" }).first().waitFor();
  await page.getByRole("button", { name: "Measure", exact: true }).tap();
  await page.getByText("Tap the first point").waitFor();
  await drawn(page);
  const box = (await page.locator(".scene-canvas canvas").boundingBox())!;
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByText("Tap the second point").waitFor();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 3);
  await eventually(async () => (await readings(page)).length).toBe(1);
});

test("[FR1][FR2] the frames of a robot are as many as its links, with names; a later visit finds them shown", async () => {
  const { url } = await serving("worlds/arm.sdf", "--paused");
  const page = await openPage(url, OPTIONS);
  const axes = async () => (await sceneFigures(page)).axes;
  // The first one is the world of the same name.
  await page.getByRole("treeitem").filter({ hasText: "arm" }).nth(1).click();
  await page.keyboard.press("Shift+T");
  await eventually(axes).toBe(7);
  await eventually(() => page.locator(".frame-name").allTextContents()).toContain("upper_arm");
  await press(page, "What is shown");
  await page.getByRole("menuitemcheckbox", { name: "Frames of everything" }).click();
  // The ground and the sun have one each.
  await eventually(axes).toBe(9);
  await page.reload();
  await eventually(axes).toBe(9);
  await eventually(() => page.locator(".frame-name").allTextContents()).toContain("arm::upper_arm");
  await press(page, "What is shown");
  await page.getByRole("menuitemcheckbox", { name: "Names of frames" }).click();
  await eventually(() => page.locator(".frame-name").count()).toBe(0);
});

const OPTIONS = { viewport: { width: 1000, height: 620 }, reducedMotion: "reduce" } as const;

/** Returns cubes of 1 m and 0.5 m. */
function twoCrates(): string {
  const crate = (name: string, pose: string, size: number): string =>
    `<model name="${name}"><static>true</static><pose>${pose} 0 0 0</pose><link name="l"><visual name="v">
      <geometry><box><size>${size} ${size} ${size}</size></box></geometry></visual></link></model>`;
  const path = join(temporaryFolder(), "world.sdf");
  const models = crate("large", "0 0 0.5", 1) + crate("small", "2 1 2", 0.5);
  writeFileSync(path, `<sdf version="1.11"><world name="crates">${models}</world></sdf>`);
  return path;
}

/** Frames a model, and clicks its middle. */
async function pressOn(page: Page, name: string): Promise<void> {
  await page.getByRole("treeitem").filter({ hasText: name }).first().click();
  await page.keyboard.press("f");
  await drawn(page);
  const box = (await page.locator(".scene-canvas canvas").boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function readings(page: Page): Promise<string[]> {
  const rows = await page.locator(".measure-card li").allInnerTexts();
  return rows.map((text) => text.replaceAll(/\s+/g, " ").trim());
}

function selected(page: Page): Promise<string[]> {
  return page.locator('[role="treeitem"][aria-selected="true"]').allInnerTexts();
}
