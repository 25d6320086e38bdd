import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../tests/e2e/chromium.ts";
import { OrreryProcess, root } from "../tests/e2e/orrery-process.ts";
import { sceneFigures, sceneProbe, type SceneFigures } from "../tests/e2e/scene-figures.ts";
import { buildGui } from "../tools/build-gui.mjs";
import { quartiles, type Bench } from "./harness.ts";
import { profile, type ProfileEvent } from "./page-profile.ts";

export const name = "frame";

/** Milliseconds of the page's thread that a frame of 3,000 moving shapes may take. */
const BUDGET_MS = 4;
const FRAMES = 60;

/**
 * Measures the cost of a frame in the page, in a real browser: CPU time of its main thread, by the browser's own
 * profile, so that neither the graphics card nor other processes count.
 */
export async function run(bench: Bench): Promise<void> {
  if ((await buildGui()) !== 0) throw new Error("the page cannot be built");
  const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
  const world = join(folder, "moving.sdf");
  // All of them rise during the whole measurement.
  const text = readFileSync(join(root, "worlds/stress-3000.sdf"), "utf8");
  writeFileSync(world, text.replace("<light ", "<gravity>0 0 0.3</gravity>\n    <light "));
  const server = new OrreryProcess(["run", world, "--port", "0"]);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
    await page.goto(await server.address());
    const probe = await sceneProbe(page);
    await page.waitForFunction((ask) => (ask().shapes ?? 0) >= 3000, probe);
    await framesDrawn(page, probe, 10);
    const before = await figures(page);
    const events = await profile(browser, page, () => framesDrawn(page, probe, FRAMES));
    const callbacks = events.filter((event) => event.name === "FireAnimationFrame").map((event) => event.tdur / 1000);
    // Most callbacks draw nothing, because the previous picture is not finished yet.
    const frames = callbacks.toSorted((a, b) => b - a).slice(0, FRAMES);
    const others = events.filter((event) => OTHER_SCRIPT.has(event.name) && !isWithinFrame(event, events));
    const { lower, median, upper } = quartiles(frames);
    const { calls, moved, changes } = await figures(page);
    // A slow graphics card draws rarely, and each frame then includes many states.
    const states = changes - before.changes;
    const perState = others.reduce((sum, event) => sum + event.tdur / 1000, 0) / states;
    if (moved < 3000) throw new Error(`only ${moved} shapes move`);
    bench.figure({ name: "frame/stress-3000/frame function", ours: median, budget: BUDGET_MS, unit: "ms" });
    bench.figure({ name: "frame/stress-3000/other script per state", ours: perState, unit: "ms" });
    bench.figure({ name: "frame/stress-3000/draw calls", ours: calls, budget: 40, unit: "" });
    await measureChoice(bench, browser, page);
    bench.note(`  ${frames.length} frames, ${states} states, quartiles ${lower.toFixed(2)}–${upper.toFixed(2)} ms`);
  } finally {
    await browser.close();
    await server.stop("SIGINT");
    rmSync(folder, { recursive: true });
  }
}

/**
 * Measures the cost of selecting all of them, and of then turning the camera, compared with turning it without a
 * selection.
 */
async function measureChoice(bench: Bench, browser: Browser, page: Page): Promise<void> {
  const probe = await sceneProbe(page);
  await page.locator(".scene-canvas canvas").focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  const turning = async (): Promise<number> => {
    const events = await profile(browser, page, () => orbit(page, probe));
    const callbacks = events.filter((event) => event.name === "FireAnimationFrame").map((event) => event.tdur / 1000);
    return quartiles(callbacks.toSorted((a, b) => b - a).slice(0, TURNS)).median;
  };
  const none = await turning();
  const choosing = await profile(browser, page, async () => {
    const isDrawn = framesDrawn(page, probe, 1);
    await page.keyboard.press("Control+a");
    await isDrawn;
  });
  const isScript = ({ name: kind }: ProfileEvent): boolean => kind === "FireAnimationFrame" || OTHER_SCRIPT.has(kind);
  const script = choosing.filter((event) => isScript(event) && !isWithinFrame(event, choosing));
  const choice = script.reduce((sum, event) => sum + event.tdur / 1000, 0);
  const all = await turning();
  bench.figure({ name: "frame/stress-3000/choose all", ours: choice, budget: CHOICE_BUDGET_MS, unit: "ms" });
  bench.figure({ name: "frame/stress-3000/turn, all chosen ÷ none", ours: all / none, budget: 2, unit: "" });
}

const CHOICE_BUDGET_MS = 100;
const TURNS = 20;

/** Drags the camera around, with one picture per move. */
async function orbit(page: Page, probe: Probe): Promise<void> {
  const { x, y, height } = (await page.locator(".scene-canvas canvas").boundingBox())!;
  await page.mouse.move(x + 40, y + height - 40);
  await page.mouse.down();
  for (let i = 1; i <= TURNS; i++) {
    const isDrawn = framesDrawn(page, probe, 1);
    await page.mouse.move(x + 40 + 5 * i, y + height - 40);
    await isDrawn;
  }
  await page.mouse.up();
}

const OTHER_SCRIPT: ReadonlySet<string> = new Set(["FunctionCall", "TimerFire", "RunMicrotasks", "EvaluateScript"]);

function isWithinFrame(event: ProfileEvent, events: readonly ProfileEvent[]): boolean {
  const holders = ["FireAnimationFrame", "TimerFire", "FunctionCall"];
  return events.some(
    (other) =>
      other !== event &&
      holders.includes(other.name) &&
      other.tid === event.tid &&
      other.pid === event.pid &&
      other.ts <= event.ts &&
      other.ts + other.dur >= event.ts + event.dur,
  );
}

async function figures(page: Page): Promise<Required<Pick<SceneFigures, "calls" | "moved" | "changes">>> {
  const { calls = 0, moved = 0, changes = 0 } = await sceneFigures(page);
  return { calls, moved, changes };
}

/** Waits until this many pictures have been drawn since the call. */
function framesDrawn(page: Page, probe: Probe, count: number): Promise<void> {
  return page.evaluate(
    async ({ ask, wanted }) => {
      const drawn = (): number => ask().frames ?? 0;
      const last = drawn() + wanted;
      // Timers would count as script of the page.
      while (drawn() < last) await new Promise((next) => requestAnimationFrame(next));
    },
    { ask: probe, wanted: count },
  );
}

type Probe = Awaited<ReturnType<typeof sceneProbe>>;
