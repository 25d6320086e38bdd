import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { orrery, playing, serving, temporaryFolder } from "./orrery-process.ts";
import { dropFile, eventually, expectText, openPage, press, seconds, showPanel, withBrowser } from "./pages.ts";

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

test("[PB8] a log that is dropped onto a page whose server is gone is played there; closing it leads back", async () => {
  const file = join(temporaryFolder(), "run.mcap");
  await orrery("run", "shapes", "--headless", "--steps", "1500", "--record", file);
  const server = await serving("worlds/empty.sdf");
  const page = await openPage(server.url);
  await eventually(() => seconds(page)).toBeGreaterThan(0);
  // The code that plays logs is kept by the browser as soon as the page has loaded.
  const kept = (): Promise<number> =>
    page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /log-worker/.test(name)).length);
  await eventually(kept).toBe(1);
  await server.stop("SIGKILL");
  await eventually(() => page.textContent(".connection-bar.lost")).toContain("No connection");
  await dropFile(page, "run.mcap", readFileSync(file));
  await expectText(page, "#log-name", "Logrun.mcap");
  await eventually(() => page.locator(".tree-row", { hasText: "tower_drum" }).count()).toBe(1);
  expect(await page.locator(".connection-bar").count()).toBe(0);
  const cursor = page.getByRole("slider", { name: "Present moment" });
  await showPanel(page, "Timeline");
  await eventually(() => cursor.getAttribute("aria-valuetext")).toBe("0.000 s");
  await press(page, "Play");
  await eventually(() => seconds(page)).toBe(1.5);
  expect(await page.getByRole("button", { name: "Go live" }).isDisabled()).toBe(true);

  // A file that is none is refused with the reason; the log stays.
  await dropFile(page, "other.mcap", readFileSync(file).subarray(0, 50));
  await expectText(
    page,
    ".connection-bar",
    "other.mcap is not running: other.mcap: error: this MCAP file is not a log of OrreryReload",
  );
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Close the log");
  await page.keyboard.press("Enter");
  await eventually(() => page.textContent(".connection-bar.lost")).toContain("No connection");
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
