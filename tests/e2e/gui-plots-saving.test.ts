import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import { bytesSource, curvesOf, readCsv } from "@orrery/plots";
import { eventually, openPage, press, seconds, withBrowser } from "./pages.ts";
import { curves, legend, openPlots, plot, runAndPause } from "./plot-pages.ts";

withBrowser();

async function saved(page: Page, act: () => Promise<void>): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [file]: [Download, void] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Runs a command by its title. */
async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
}

test("[PX1][PX2][PX3] what is plotted is saved as a picture and as data, and copied", async () => {
  const page = await openPlots();
  await page.keyboard.press("Control+Shift+E");
  await eventually(() => page.textContent("body")).toContain("Cannot save plots: no curve is shown");
  await plot(page, "kinetic_energy");
  await runAndPause(page);
  await page.keyboard.press("Control+Shift+E");
  const dialog = page.getByRole("dialog", { name: "Save plots" });
  const data = await saved(page, () => dialog.getByRole("button", { name: "Save data" }).click());
  expect(data.name).toMatch(/^w plots \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.csv$/);
  const [energy] = curvesOf((await readCsv(bytesSource("energy.csv", data.bytes))).table);
  expect(energy).toMatchObject({ name: "ball::kinetic_energy", unit: "J" });
  const { times, values } = energy!.samples;
  expect(times.length).toBeGreaterThan(1000);
  // Every step of the fall is there; the speed is g t, and the mass 1 kg.
  for (let i = 1; i < times.length; i++) {
    expect(Math.round((times[i]! - times[i - 1]!) * 1e6)).toBe(1000);
    expect(values[i]! / (0.5 * (9.8 * times[i]!) ** 2)).toBeCloseTo(1, 3);
  }
  const pdf = await saved(page, () => command(page, "Save the picture of the plots as PDF"));
  expect(pdf.bytes.toString("latin1")).toMatch(/^%PDF-1\.7/);
  const svg = await saved(page, () => command(page, "Save the picture of the plots as SVG"));
  expect(svg.bytes.toString()).toContain(">ball::kinetic_energy</text>");
  const png = await saved(page, () => command(page, "Save the picture of the plots as PNG"));
  expect(png.bytes.readUInt32BE(16)).toBe(1330);
  await page.keyboard.press("Alt+Shift+D");
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^time \[s\]\tball::kinetic_energy \[J\]\r\n0\.001\t/,
  );
  await page.keyboard.press("Alt+Shift+P");
  const types = (): Promise<string[]> =>
    page.evaluate(async () => (await navigator.clipboard.read()).flatMap((each) => each.types));
  await eventually(types).toEqual(["image/png"]);
  expect(await curves(page).count()).toBe(1);
});

test("[PX4][PX5] plots are opened from a file, and a link shows them to somebody else, at the same moment with the same camera", async () => {
  const page = await openPlots();
  await plot(page, "kinetic_energy");
  await plot(page, "potential_energy");
  await runAndPause(page);
  const file = await saved(page, () => command(page, "Save plots to a file"));
  await curves(page).first().hover();
  await page.getByRole("button", { name: "Remove ball::kinetic_energy" }).click();
  await eventually(() => legend(page)).toEqual([["ball::potential_energy"]]);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Alt+Shift+O")]);
  await chooser.setFiles({ name: file.name, mimeType: "application/json", buffer: file.bytes });
  await eventually(() => legend(page)).toEqual([["ball::kinetic_energy", "ball::potential_energy"]]);
  await page.locator(".scene-canvas canvas").hover();
  await page.mouse.wheel(0, -400);
  const camera = (at: Page): Promise<string> =>
    at.evaluate(() => {
      const { target, distance, azimuth } = JSON.parse(sessionStorage.getItem("orrery.camera.w") ?? "{}");
      return JSON.stringify({ target, distance, azimuth });
    });
  await eventually(() => camera(page)).toContain("distance");
  await page.keyboard.press("Alt+Shift+L");
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toContain("#view=");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await openPage(link);
  await eventually(() => legend(other)).toEqual([["ball::kinetic_energy", "ball::potential_energy"]]);
  await eventually(() => camera(other)).toBe(await camera(page));
  expect(await seconds(other)).toBe(await seconds(page));
  expect(other.url()).not.toContain("#");
  await other.goto(link.slice(0, -9));
  await eventually(() => other.textContent("body")).toContain("Cannot open the link: a part of it is missing");
});

test("[PX8][PX9][PX10][PX11] a run is kept and compared after a reset, beside a file that is dropped", async () => {
  const page = await openPlots();
  await plot(page, "kinetic_energy");
  await runAndPause(page);
  await page.keyboard.press("Alt+Shift+K");
  await page.keyboard.press("Enter");
  await eventually(() => page.textContent("body")).toContain("Kept this run as run 1");
  // The same world runs again, with the same samples.
  await page.keyboard.press("Control+Shift+Home");
  await eventually(() => seconds(page)).toBe(0);
  await press(page, "Run");
  await runAndPause(page, 0.5);
  await page.keyboard.press("Alt+Shift+C");
  await page.getByRole("button", { name: "Show run 1 beside the curves" }).click();
  await page.getByRole("button", { name: "Plot how the present differs from run 1" }).click();
  await eventually(() => legend(page)).toEqual([
    ["ball::kinetic_energy", "ball::kinetic_energy · run 1"],
    ["Δ ball::kinetic_energy · run 1"],
  ]);
  const table = page.getByRole("region", { name: "Differences" });
  const row = (): Promise<string[]> => table.locator("tbody tr > *").allTextContents();
  await eventually(row).toEqual(["Δ ball::kinetic_energy · run 1", "0", "0.001 s", "0", "never", "J"]);
  await page.getByLabel("How run 1 is aligned").selectOption("An offset");
  await page.locator('.number-field[data-label="Offset of run 1"]').click();
  await page.keyboard.type("100ms");
  await page.keyboard.press("Enter");
  await eventually(async () => Number((await row())[1]!)).toBeGreaterThan(1);
  await page.keyboard.press("Escape");
  const transfer = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(["t,measured [J]\n0,1\n0.2,2\n0.4,x\n0.6,5\n"], "lab.csv"));
    return dropped;
  });
  await page.locator(".plot-canvas").first().dispatchEvent("drop", { dataTransfer: transfer });
  await eventually(() => legend(page).then((plots) => plots.at(-1))).toEqual(["measured · lab.csv"]);
  await eventually(() => page.textContent("body")).toContain("lab.csv: 1 curve, but not everything could be read");
  // Runs and files are there on the next visit too.
  await page.reload();
  await eventually(() => legend(page).then((plots) => plots.at(-1))).toEqual(["measured · lab.csv"]);
  await page.locator(".plot-legend-problem").waitFor({ state: "detached" });
  await eventually(() => page.locator(".plot-legend-row", { hasText: "lab.csv" }).textContent()).toContain("5");
});
