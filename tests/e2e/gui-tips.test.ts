import type { CDPSession, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { serving } from "./orrery-process.ts";
import { drawn, eventually, openPage, seconds, withBrowser } from "./pages.ts";

withBrowser();

test("[TT1] a tooltip comes on hover and on keyboard focus, with the keys, for what cannot be pressed too", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await page.getByRole("button", { name: "Run", exact: true }).hover();
  await eventually(() => tooltip(page).allTextContents()).toEqual(["RunSpace"]);
  expect(await tooltip(page).locator("kbd").textContent()).toBe("Space");
  // Its neighbour's appears at once and replaces the previous one; there is always one.
  const isMissed = await watchMissing(page);
  await page.getByRole("button", { name: "Step", exact: true }).hover();
  await eventually(() => tooltip(page).allTextContents()).toEqual(["Step."]);
  expect(await isMissed()).toBe(false);
  await page.locator(".split > button").first().hover({ force: true });
  await eventually(() => tooltip(page).textContent()).toContain("Undo: ");
  // Any key hides it; when a key moves the focus, another one appears, which screen readers announce.
  await page.keyboard.press("Escape");
  await eventually(() => tooltip(page).count()).toBe(0);
  await page.getByRole("button", { name: "Reset", exact: true }).focus();
  await page.keyboard.press("Tab");
  await eventually(() => tooltip(page).textContent()).toBe("What to reset");
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-describedby"))).toBe(
    await tooltip(page).getAttribute("id"),
  );
});

test("[TT2] what a tooltip says changes with its element, and it goes when its element does", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await page.locator(".tree-row").filter({ hasText: "ramp" }).first().click();
  await page.getByRole("button", { name: "Run", exact: true }).hover();
  await eventually(() => tooltip(page).textContent()).toContain("Run");
  await page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Run"]')!.click());
  await eventually(() => tooltip(page).textContent()).toContain("Pause");
  const crumb = page.locator(".breadcrumb button").first();
  await crumb.hover();
  await eventually(() => tooltip(page).textContent()).toContain("Select world");
  await page.evaluate(() => document.querySelector<HTMLElement>(".breadcrumb button")!.click());
  await eventually(() => tooltip(page).count()).toBe(0);
});

test("[TT3] a finger that rests shows the tooltip and presses nothing; where there is a menu, it opens that", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url, { hasTouch: true, isMobile: true });
  await eventually(() => page.locator(".tree-row").count()).toBeGreaterThan(5);
  const touch = await page.context().newCDPSession(page);
  await rest(touch, page.getByRole("button", { name: "Step", exact: true }), () =>
    eventually(() => tooltip(page).textContent()).toContain("Step"),
  );
  expect(await seconds(page)).toBe(0);
  await rest(touch, page.locator(".tree-row").nth(2), () => page.getByRole("menuitem", { name: /^Delete/ }).waitFor());
  await page.touchscreen.tap(640, 10);
  await eventually(() => page.getByRole("menu").count()).toBe(0);
  await drawn(page);
  await rest(touch, page.locator(".scene-canvas canvas"), () => page.getByRole("menu", { name: "Scene" }).waitFor());
});

test("[TT4] hints speak of taps where the pointer is a finger", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url, { hasTouch: true, isMobile: true });
  await eventually(() => page.locator(".panel-inspector").textContent()).toContain("Tap something in the scene");
});

function tooltip(page: Page): Locator {
  return page.getByRole("tooltip");
}

/** Watches from now on whether the page is ever without a tooltip. */
async function watchMissing(page: Page): Promise<() => Promise<boolean>> {
  const watched = await page.evaluateHandle(() => {
    const seen = { isMissed: false };
    const look = (): void => {
      seen.isMissed ||= document.querySelector("[role=tooltip]") === null;
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  return () => watched.evaluate(({ isMissed }) => isMissed);
}

/** Puts a finger on the middle of an element, and lifts it when that has had an effect. */
async function rest(touch: CDPSession, on: Locator, until: () => Promise<unknown>): Promise<void> {
  const { x, y, width, height } = (await on.boundingBox())!;
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await until();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
