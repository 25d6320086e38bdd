import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, openPage, press, withBrowser } from "./pages.ts";

withBrowser();

test("[GU66] on a phone the bar has two rows, also with edits that wait, and notices cover no panel", async () => {
  const { url } = await serving(lacksMesh(), "--paused");
  const page = await openPage(url, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await page.locator(".notice").getByText("none.stl is missing").waitFor();
  const edgesOf = async (one: Locator): Promise<{ top: number; right: number; bottom: number }> => {
    const { x, y, width, height } = (await one.boundingBox())!;
    return { top: y, right: x + width, bottom: y + height };
  };
  const notice = await edgesOf(page.locator(".notice"));
  expect(notice.top).toBeGreaterThanOrEqual((await edgesOf(page.locator("main"))).bottom);
  expect(notice.bottom).toBeLessThanOrEqual(844);

  await page.locator(".dv-tab", { hasText: "Insert" }).tap();
  await page.getByRole("button", { name: "Insert Box" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#queue").waitFor();
  const [bar, time] = [await edgesOf(page.locator(".toolbar")), await edgesOf(page.locator("#real-time-factor"))];
  // Each high enough for a finger.
  expect(bar.bottom).toBeLessThan(2 * 48);
  expect(time.right).toBeLessThanOrEqual(390);
  const help = await edgesOf(page.getByRole("button", { name: "Help", exact: true }));
  expect((await page.locator("#queue").boundingBox())!.x).toBeGreaterThanOrEqual(help.right);

  // Nothing remains after it is closed.
  await press(page, "Close notice");
  await eventually(async () => (await edgesOf(page.locator("main"))).bottom).toBe(844);
});

function lacksMesh(): string {
  const path = join(temporaryFolder(), "world.sdf");
  const model = `<model name="m"><static>true</static><link name="l"><visual name="v">
    <geometry><mesh><uri>none.stl</uri></mesh></geometry></visual></link></model>`;
  writeFileSync(path, `<sdf version="1.9"><world name="w">${model}</world></sdf>`);
  return path;
}
