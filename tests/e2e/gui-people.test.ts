import { readFileSync, statSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { OrreryProcess, serving } from "./orrery-process.ts";
import { eventually, openPage, withBrowser } from "./pages.ts";
import { shapesDrawn } from "./scene-figures.ts";

withBrowser();

test("[PN9] two people see each other with name and selection; a token leaves the address; a reload is the same person", async () => {
  const { url } = await serving(
    "worlds/shapes.sdf",
    "--paused",
    "--token",
    "admin=secret-of-ada",
    "--token",
    "viewer=looks-only",
  );
  const [ada, ben] = [await openPage(`${url}?token=secret-of-ada`), await openPage(`${url}?token=looks-only`)];
  await ada.locator("#people").click();
  await ada.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await ada.getByRole("button", { name: "Rename" }).click();
  await ada.keyboard.press("Escape");
  expect(new URL(ada.url()).search).toBe("");
  await ada.getByRole("treeitem").first().waitFor();
  await ada.keyboard.press("Control+k");
  await ada.keyboard.type("pyramid_2");
  await ada.keyboard.press("Enter");
  await ben.locator("#people").click();
  const people = ben.getByRole("dialog", { name: "People" });
  await eventually(() => people.locator(".person").allTextContents()).toEqual([expect.stringMatching(/Ada.*admin/)]);
  await people.locator('[data-tip="Select what Ada has selected"]').click();
  await ada.reload();
  await eventually(() => people.locator(".person").count()).toBe(1);
  await eventually(() => ada.textContent("#people")).toContain("People: 2 are here");
});

test("[GU64] people keep their colours when the server is started again, whoever is back first", async () => {
  const server = await serving("worlds/empty.sdf");
  const { port } = new URL(server.url);
  const pages = [await openPage(server.url), await openPage(server.url), await openPage(server.url)];
  const own = (page: Page): Promise<string | null> =>
    page
      .locator('.face[data-tip*="(you)"]')
      .getAttribute("style", { timeout: 1000 })
      .catch(() => null);
  const colours = (): Promise<(string | null)[]> => Promise.all(pages.map(own));
  let before: (string | null)[] = [];
  await eventually(async () => new Set((before = await colours()).filter((one) => one !== null)).size).toBe(3);
  await server.stop("SIGKILL");
  // The first one is the last to return.
  await pages[0]!.close();
  const again = new OrreryProcess(["run", "worlds/empty.sdf", "--port", port]);
  onTestFinished(() => again.stop("SIGKILL").then(() => undefined));
  for (const page of pages.slice(1)) {
    await eventually(() => page.locator(".notice").allTextContents()).toContainEqual(
      expect.stringContaining("a new run"),
    );
  }
  await eventually(async () => (await Promise.all(pages.slice(1).map(own))).join()).toBe(before.slice(1).join());
});

test("[PN14] an admin copies a link for viewers, and whoever opens it may only look", async () => {
  const tokens = ["--token", "admin=secret-of-ada", "--token", "viewer=looks-only"];
  const { url } = await serving("worlds/shapes.sdf", "--paused", ...tokens);
  const ada = await openPage(`${url}?token=secret-of-ada`);
  await ada.locator("#people").click();
  await eventually(() => ada.getByRole("radio", { name: /^view the world/ }).isChecked()).toBe(true);
  await ada.getByRole("button", { name: "Copy the link" }).click();
  const copied = (): Promise<string> => ada.evaluate(() => navigator.clipboard.readText());
  await eventually(copied).toBe(`${url}?token=looks-only`);
  await ada.getByRole("radio", { name: /^run and edit/ }).check();
  await ada.getByRole("button", { name: "Copy the link" }).click();
  await eventually(() => ada.locator(".notice-text").allTextContents()).toContainEqual(
    expect.stringContaining("this server has no token for the role operator"),
  );
  const ben = await openPage(await copied());
  await eventually(() => ben.getByRole("button", { name: "Run", exact: true }).isDisabled()).toBe(true);
  expect(new URL(ben.url()).search).toBe("");
});

test("[PN11] the scene is saved as a picture and as a video", async () => {
  const { url } = await serving("worlds/shapes.sdf");
  const page = await openPage(url);
  await eventually(() => shapesDrawn(page)).toBeGreaterThan(2);
  const [picture] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+Shift+S")]);
  expect(picture.suggestedFilename()).toMatch(/^shapes .*\.png$/);
  const bytes = readFileSync(await picture.path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  // A canvas whose context was lost is entirely transparent, and compresses to next to nothing.
  expect(bytes.length).toBeGreaterThan(10_000);
  await page.keyboard.press("Alt+R");
  await eventually(() => page.textContent(".recording .figure")).toMatch(/^0:0[1-9]$/);
  const [video] = await Promise.all([page.waitForEvent("download"), page.locator(".recording").click()]);
  expect(video.suggestedFilename()).toMatch(/\.webm$/);
  expect(statSync(await video.path()).size).toBeGreaterThan(1000);
  await eventually(() => page.locator(".recording").count()).toBe(0);
});
