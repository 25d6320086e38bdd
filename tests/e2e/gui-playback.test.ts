import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clientOf, playing, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, expectText, openPage, press, seconds, showPanel, withBrowser } from "./pages.ts";

withBrowser();

test("[PB1][PB2][PB3][PB4][PB5][PB6] a log is one line along which time jumps as it did; it is gone through by pointer and by typing, and not changed", async () => {
  const file = join(temporaryFolder(), "run.mcap");
  await record(file);
  // Slowly, because a busy page must not miss the moments around the jump.
  const { url } = await playing(file, "--paused", "--rtf", "0.25");
  const [ada, ben] = await Promise.all([openPage(url), openPage(url)]);
  await showPanel(ada, "Timeline");
  const cursor = ada.getByRole("slider", { name: "Present moment" });
  const place = async (): Promise<number> => Number(await cursor.getAttribute("aria-valuenow"));
  await eventually(() => cursor.getAttribute("aria-valuetext")).toBe("0.000 s, before Insert ball");
  await expectText(ada, ".timeline-log", "run.mcap1.8 s · 1 command · 1 jump in time Go live");
  await expectText(ada, "#log-name", "Logrun.mcap");
  expect(await ada.title()).toBe("run.mcap · empty · Orrery");
  await eventually(() => ada.getByText("Nothing can be inserted: this is a log being played back").count()).toBe(1);
  expect(await ada.getByRole("button", { name: "Translate", exact: true }).isDisabled()).toBe(true);
  expect(await ada.getByRole("button", { name: /^(Undo|Redo|Branches|History settings)/ }).count()).toBe(0);
  await ada.keyboard.press("Control+Z");
  await eventually(() => notices(ada)).toEqual(["Cannot undo: this is a log being played back"]);

  const seen = await watchCursor(ada);
  await press(ada, "Play");
  for (const page of [ada, ben]) {
    await eventually(() => notices(page)).toContain("In the log: Ann undid “Insert ball”, back to 0.4 s");
  }
  await eventually(() => cursor.getAttribute("aria-valuetext")).toBe("1.200 s, end of the log");
  expect(await place()).toBe(1.8);
  const passed = await seen();
  for (const [i, { x }] of passed.entries()) expect(x).toBeGreaterThanOrEqual(passed[i - 1]?.x ?? 0);
  const fall = passed.findIndex(({ time }, i) => time < (passed[i - 1]?.time ?? 0));
  expect(passed[fall - 1]!.time).toBeGreaterThan(0.7);
  expect(passed[fall]!.time).toBeLessThan(0.7);

  const stage = (await ada.locator(".timeline-stage").boundingBox())!;
  const xOf = (at: number): number => stage.x + stage.width * ((at + 0.02 * 1.8) / (1.04 * 1.8));
  const y = stage.y + 8;
  await ada.mouse.move(xOf(1.8), y);
  await ada.mouse.down();
  await ada.mouse.move(xOf(1.4), y, { steps: 5 });
  await ada.mouse.up();
  await eventually(() => seconds(ada)).toBeCloseTo(0.8, 1);
  await eventually(place).toBeCloseTo(1.4, 1);
  await eventually(() => notices(ben)).toContainEqual(expect.stringMatching(/^Guest \d went to 0\.8 s$/));
  expect((await notices(ada)).filter((text) => text.includes("went to"))).toEqual([]);
  await ada.mouse.move(xOf(1), y);
  await expectText(ada, ".timeline-tip", "Ann undid Insert ball: 1.0 s → 0.4 s");

  // A time that occurs twice.
  await goTo(ada, "600ms");
  await eventually(() => seconds(ada)).toBe(0.6);
  await eventually(place).toBe(0.6);
  await goTo(ada, "9");
  await expectText(
    ada,
    ".entry-problem",
    "Cannot go there: the log has no moment at 9.000 s: it goes from 0.000 s to 1.200 s",
  );
  await ada.keyboard.press("Escape");
  await press(ada, "Go to the beginning");
  await eventually(place).toBe(0);
  await press(ada, "Go to the next sample");
  await eventually(place).toBeGreaterThan(0);
  await press(ada, "Go to the previous sample");
  await eventually(place).toBe(0);

  await ada.keyboard.press("[");
  await eventually(() => ada.locator(".pace").getAttribute("data-tip")).toMatch(/wanted: ×0\.1$/);
  await press(ada, "Play");
  await ada.mouse.click(xOf(0.3), y);
  await eventually(() => seconds(ada)).toBeGreaterThan(0.3);
  await ada.mouse.down();
  await ada.mouse.move(xOf(0.5), y, { steps: 5 });
  await expectText(ada, "#real-time-factor", "paused");
  await eventually(() => seconds(ada)).toBeCloseTo(0.5, 1);
  await ada.mouse.up();
  await eventually(() => ada.textContent("#real-time-factor")).toMatch(/^×/);
  await eventually(() => seconds(ada)).toBeGreaterThan(0.5);
  // Nothing is reported as missing, because this is a log.
  expect(await notices(ada)).not.toContainEqual(expect.stringContaining("user-commands"));
});

test("[PB4] in the past of a world, too, a time is typed to go there; one that has not been is refused", async () => {
  const { url } = await serving("worlds/empty.sdf", "--paused");
  const page = await openPage(url);
  const cursor = page.getByRole("slider", { name: "Present moment" });
  await eventually(() => cursor.getAttribute("aria-valuetext")).toBe("0.000 s");
  await press(page, "Run");
  await eventually(() => seconds(page)).toBeGreaterThan(0.5);
  await goTo(page, "0.25 s");
  await expectText(page, "#real-time-factor", "paused");
  await eventually(() => cursor.getAttribute("aria-valuetext")).toBe("0.250 s");
  await goTo(page, "1:40");
  await eventually(() => page.textContent(".entry-problem")).toMatch(/^Cannot go there: .*100/);
});

/** Records a ball inserted at 0.4 s and removed by an undo at 1.0 s; time then continues to 1.2 s. */
async function record(file: string): Promise<void> {
  const server = await serving("worlds/empty.sdf", "--paused", "--rtf", "0", "--record", file);
  const node = await clientOf(server, "Ann");
  const ask = async (service: string, request: object): Promise<void> => {
    expect((await node.request(`/world/empty/${service}`, request, { response: "gz.msgs.Boolean" })).data).toBe(true);
  };
  const runTo = async (ms: number): Promise<void> => {
    await ask("control", { run_to_sim_time: { sec: Math.floor(ms / 1000), nsec: (ms % 1000) * 1e6 } });
    await eventually(async () => {
      const { header } = await node.request("/world/empty/pose/info", {}, { response: "gz.msgs.Pose_V" });
      return (header?.stamp?.sec ?? 0) * 1000 + (header?.stamp?.nsec ?? 0) / 1e6;
    }).toBe(ms);
  };
  const sdf = `<sdf version="1.9"><model name="ball"><pose>0 0 5 0 0 0</pose><link name="l"/></model></sdf>`;
  await runTo(400);
  await ask("command", { id: "me:1", description: "Insert ball", edits: [{ create: { factory: { sdf } } }] });
  await runTo(1000);
  await ask("history/undo_redo", { id: "me:1", undo: true });
  await runTo(1200);
  expect((await server.stop("SIGINT")).status).toBe(0);
}

/** Returns the places and texts of the cursor, each time it was moved. */
async function watchCursor(page: Page): Promise<() => Promise<readonly { x: number; time: number }[]>> {
  const handle = await page.evaluateHandle(() => {
    const cursor = document.querySelector<HTMLElement>(".timeline-cursor")!;
    const seen: { x: number; time: number }[] = [];
    new MutationObserver(() => {
      const x = Number(/-?[\d.]+/.exec(cursor.style.transform)?.[0]);
      seen.push({ x, time: parseFloat(cursor.dataset["tag"]!) });
    }).observe(cursor, { attributes: true });
    return seen;
  });
  return () => handle.jsonValue();
}

async function goTo(page: Page, time: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Go to time" });
  // The previous dialog closes with the answer, which may come after the requested time is shown.
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.press("Control+Shift+G");
  await dialog.getByLabel("Time").fill(time);
  await page.keyboard.press("Enter");
}

function notices(page: Page): Promise<string[]> {
  return page.locator(".notice-text").allTextContents();
}
