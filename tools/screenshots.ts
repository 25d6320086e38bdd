// npm run screenshots [-- --panels FOLDER]: takes the README's pictures again; with --panels, pictures of every panel
// and of two worlds side by side, in both themes, for inspection.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../tests/e2e/chromium.ts";
import { OrreryProcess, root } from "../tests/e2e/orrery-process.ts";
import { sceneProbe } from "../tests/e2e/scene-figures.ts";
import { buildGui } from "./build-gui.mjs";

interface Picture {
  readonly file: string;
  readonly world: string;
  readonly colorScheme: "dark" | "light";
  /** Prepares the page before the picture is taken. */
  readonly prepare: (page: Page) => Promise<void>;
}

const README_PICTURES: readonly Picture[] = [
  {
    file: "quadruped.png",
    world: "quadruped",
    colorScheme: "dark",
    prepare: async (page) => {
      await choose(page, "dog");
      await page.keyboard.press("f");
    },
  },
  {
    file: "diff-drive.png",
    world: "diff-drive",
    colorScheme: "light",
    prepare: async (page) => {
      await choose(page, "vehicle");
      await panel(page, "Statistics");
    },
  },
  {
    file: "timeline.png",
    world: "shapes",
    colorScheme: "dark",
    prepare: async (page) => {
      await panel(page, "Timeline");
      await choose(page, "tower_drum");
      await page.keyboard.press("Control+d");
      await simulated(page, 1.5);
      await page.keyboard.press("Delete");
      await simulated(page, 1.5);
      await page.keyboard.press("Control+z");
      await simulated(page, 2);
      await choose(page, "tower_slab");
      await page.keyboard.press("Control+d");
      await simulated(page, 1);
      await page.keyboard.press("t");
    },
  },
];

if ((await buildGui()) !== 0) throw new Error("the page cannot be built");
const browser = await launchChromium();
const [option, folder] = process.argv.slice(2);
try {
  if (option === "--panels" && folder !== undefined) await takePanels(browser, folder);
  else for (const picture of README_PICTURES) await take(browser, join(root, "docs/pictures"), picture);
} finally {
  await browser.close();
}

async function takePanels(from: Browser, to: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await open(from, ["shapes", "quadruped"], colorScheme, async (page) => {
      await page.locator(".dock-tab", { hasText: "quadruped" }).click();
      await choose(page, "dog");
      await shoot(page, to, `worlds-${colorScheme}.png`);
    });
    await open(from, ["diff-drive"], colorScheme, async (page) => {
      await choose(page, "vehicle");
      await page.getByRole("button", { name: "Panels", exact: true }).click();
      const titles = await page.getByRole("menuitemcheckbox").locator(".menu-title").allTextContents();
      await page.keyboard.press("Escape");
      for (const title of titles) {
        await panel(page, title);
        await shoot(page, to, `${title.toLowerCase().replaceAll(" ", "-")}-${colorScheme}.png`);
      }
    });
  }
}

function take(from: Browser, to: string, { file, world, colorScheme, prepare }: Picture): Promise<void> {
  return open(from, [world], colorScheme, async (page) => {
    await prepare(page);
    await shoot(page, to, file);
  });
}

/** Opens a page on a server with these worlds, drawn and run for two simulated seconds. */
async function open(
  from: Browser,
  worlds: readonly string[],
  colorScheme: "dark" | "light",
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const server = new OrreryProcess(["run", ...worlds, "--port", "0"]);
  try {
    const page = await from.newPage({ viewport: { width: 1440, height: 900 }, colorScheme, reducedMotion: "reduce" });
    await page.goto(await server.address());
    await page.waitForFunction(() => Number.parseFloat(document.querySelector("#sim-time")?.textContent ?? "") > 2);
    await page.waitForFunction((ask) => (ask().shapes ?? 0) > 0, await sceneProbe(page));
    await use(page);
    await page.close();
  } finally {
    await server.stop("SIGINT");
  }
}

async function choose(page: Page, name: string): Promise<void> {
  await page
    .locator(".tree-row")
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
    .click();
}

/** Lets this much simulated time go by, starting from now, because an undo may have set the clock back. */
async function simulated(page: Page, seconds: number): Promise<void> {
  const now = (): number => Number.parseFloat(document.querySelector("#sim-time")?.textContent ?? "");
  const until = (await page.evaluate(now)) + seconds;
  await page.waitForFunction(
    (time) => Number.parseFloat(document.querySelector("#sim-time")?.textContent ?? "") > time,
    until,
  );
}

/** Opens the panel if necessary, and brings it to the front. */
async function panel(page: Page, title: string): Promise<void> {
  const tab = page.locator(".dv-tab").filter({ hasText: title }).first();
  if ((await tab.count()) === 0) {
    await page.getByRole("button", { name: "Panels", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: title, exact: true }).click();
  }
  // The scene has no tab to click while it is alone in the middle.
  if (await tab.isVisible()) await tab.click();
}

async function shoot(page: Page, to: string, file: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  // After two frames of the page, the effect of a click has been drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.screenshot({ path: join(to, file) });
  process.stdout.write(`${join(to, file)}\n`);
}
