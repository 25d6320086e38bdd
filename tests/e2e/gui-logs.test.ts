import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { orrery, playing, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, expectText, openPage, press, seconds, showPanel, withBrowser } from "./pages.ts";

withBrowser();

test("[RC1][CL46] a recording is begun and ended in the page, which shows its length and size, and where it is", async () => {
  const folder = temporaryFolder();
  const config = join(folder, "orrery.json");
  writeFileSync(config, JSON.stringify({ logFolder: "." }));
  const { url } = await serving("worlds/empty.sdf", "--config", config);
  const [ada, ben] = await Promise.all([openPage(url), openPage(url)]);
  await press(ada, "Record to a log…");
  const box = ada.getByRole("dialog", { name: "Recording" });
  await box.getByLabel("File").fill("mine");
  await box.getByLabel("Topics").fill("/clock, /a b");
  await eventually(() => box.getByText("Matches 1 topic now").count()).toBe(1);
  await box.getByRole("button", { name: "Start recording" }).click();
  await eventually(() => ben.getByRole("button", { name: "Recording to mine.mcap" }).textContent()).toMatch(
    /^0:0[1-9] · [\d.]+ kB$/,
  );
  await box.getByRole("button", { name: "Stop recording" }).click();
  await eventually(() => ben.getByRole("button", { name: "Record to a log…" }).count()).toBe(1);
  await eventually(() => box.getByLabel("Last recording").textContent()).toMatch(/Last recording, 0:0\d .*mine\.mcap/);
  const waiting = ada.waitForEvent("download");
  await box.getByRole("button", { name: "Download" }).click();
  const file = join(folder, "downloaded.mcap");
  await (await waiting).saveAs(file);
  expect(existsSync(join(folder, "mine.mcap"))).toBe(true);
  const { stdout } = await orrery("log", "info", file);
  expect(stdout).toMatch(/world "empty", \d+\.\d+ s in .*\n  \/clock \(gz\.msgs\.Clock, \d+ messages\)\n$/s);
  expect(await seconds(ada)).toBeGreaterThan(1);
});

test("[PB7] from a moment of a log the page continues live, in a world beside it that can be changed and closed", async () => {
  const file = join(temporaryFolder(), "run.mcap");
  await orrery("run", "diff-drive", "--headless", "--steps", "1000", "--record", file);
  const { url } = await playing(file, "--paused");
  const page = await openPage(url);
  await press(page, "Go to the next sample");
  await eventually(() => seconds(page)).toBeGreaterThan(0);
  const moment = await seconds(page);
  await showPanel(page, "Timeline");
  await page.getByRole("button", { name: "Go live" }).click();
  await eventually(() => page.locator(".dock-tab", { hasText: "live" }).count()).toBe(1);
  await eventually(() => seconds(page)).toBe(moment);
  await expectText(page, "#real-time-factor", "paused");
  expect(await page.getByRole("button", { name: "Go live" }).count()).toBe(0);
  await press(page, "Run");
  await eventually(() => seconds(page)).toBeGreaterThan(1.2);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Close this world");
  await page.keyboard.press("Enter");
  await eventually(() => page.locator(".dock-tab", { hasText: "live" }).count()).toBe(0);
});
