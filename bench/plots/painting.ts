import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { launchChromium } from "../../tests/e2e/chromium.ts";
import { quartiles, type Bench } from "../harness.ts";
import { profile } from "../page-profile.ts";
import type { PaintingPage } from "./painting-page.ts";

const FRAMES = 60;
/** Frames at the beginning, while the browser compiles, that do not count. */
const WARM_UP = 30;

/**
 * Painting: script for each picture while curves are zoomed and panned, as CPU time of the page's main thread by the
 * browser's own profile. The reference is uPlot, bare: a widely used library for such curves, which draws all samples.
 */
export async function measurePainting(bench: Bench): Promise<void> {
  const code = await pageCode();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1100 } });
    await page.addScriptTag({ content: code });
    await measure(bench, browser, page, { name: "plots/paint-10×100,000", curves: 10, samples: 100_000, budgetMs: 10 });
    await measure(bench, browser, page, { name: "plots/paint-1,000,000", curves: 1, samples: 1_000_000, budgetMs: 16 });
  } finally {
    await browser.close();
  }
}

interface Painting {
  readonly name: string;
  readonly curves: number;
  readonly samples: number;
  readonly budgetMs: number;
}

async function measure(bench: Bench, browser: Browser, page: Page, painting: Painting): Promise<void> {
  const { name, curves, samples, budgetMs } = painting;
  await page.evaluate(
    (wanted) => (globalThis as unknown as { painting: PaintingPage }).painting.fill(wanted.curves, wanted.samples),
    { curves, samples },
  );
  const [ours, reference] = [await frameMs(browser, page, "ours"), await frameMs(browser, page, "reference")];
  bench.figure({ name, ours: ours.median, budget: budgetMs, unit: "ms" });
  bench.figure({ name: `${name}, uPlot`, ours: reference.median, unit: "ms" });
  bench.note(`  quartiles ${ours.lower.toFixed(2)}–${ours.upper.toFixed(2)} ms`);
}

async function frameMs(browser: Browser, page: Page, what: "ours" | "reference") {
  const run = (frames: number): Promise<void> =>
    page.evaluate(
      (wanted) => (globalThis as unknown as { painting: PaintingPage }).painting.run(wanted.what, wanted.frames),
      { what, frames },
    );
  await run(WARM_UP);
  const events = await profile(browser, page, () => run(FRAMES));
  const frames = events.filter((event) => event.name === "FireAnimationFrame").map((event) => event.tdur / 1000);
  // A frame of the browser's own may be among them.
  return quartiles(frames.toSorted((a, b) => b - a).slice(0, FRAMES));
}

/** Bundles the page's script: the panel's own painter, and uPlot. */
async function pageCode(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2024",
      lib: { entry: resolve(import.meta.dirname, "painting-page.ts"), formats: ["iife"], name: "paintingPage" },
    },
  });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  return output[0].code;
}
