import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium } from "./chromium.ts";
import { sceneProbe } from "./scene-figures.ts";

let browser: Browser;

/** Starts a browser for the tests of a file. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
}

/**
 * Opens a page of a new person, which is closed at the end of the test. The test fails on any unnoticed error in the
 * page.
 */
export async function openPage(url: string, { before, ...options }: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy|violates/.test(message.text())) errors.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });
  await before?.(page);
  await page.goto(url);
  return page;
}

export interface PageOptions extends BrowserContextOptions {
  /** Called before the page is opened. */
  readonly before?: (page: Page) => Promise<void>;
}

/** Waits for a condition, long enough for a busy machine. */
export function eventually<T>(value: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(value, { timeout: 20_000 });
}

export function expectText(page: Page, selector: string, text: string): Promise<void> {
  return eventually(() => page.textContent(selector)).toBe(text);
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).click();
}

/** Brings a panel to the front by its tab; the scene has none while it is alone in the middle. */
export async function showPanel(page: Page, title: string): Promise<void> {
  const tab = page.locator(".dv-tab").filter({ hasText: title }).first();
  await tab.waitFor({ state: "attached" });
  if (await tab.isVisible()) await tab.click();
}

/** Drops a file onto the page. */
export async function dropFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([given, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(text!), (c) => c.charCodeAt(0))], given!));
      return transfer;
    },
    [name, bytes.toString("base64")],
  );
  await page.dispatchEvent("main", "drop", { dataTransfer });
}

/** Waits until the scene's picture includes everything done before. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    async (ask) => {
      const nextFrame = (): Promise<number> => new Promise((next) => requestAnimationFrame(next));
      const { frames } = ask();
      await nextFrame();
      for (let now = ask(); now.isStale === true && now.frames === frames; now = ask()) await nextFrame();
    },
    await sceneProbe(page),
  );
}

/** Returns the step count of a world with 1 ms steps, as shown in the bar at the top. */
export async function steps(page: Page): Promise<number> {
  return Math.round((await seconds(page)) * 1000);
}

export async function seconds(page: Page): Promise<number> {
  return Number((await page.textContent("#sim-time"))?.replace(" s", ""));
}
