import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { node24, root } from "./orrery-process.ts";
import { eventually, press, showPanel, withBrowser } from "./pages.ts";
import { curves, item, legend, openPlots, plot, showPlots, thing } from "./plot-pages.ts";

withBrowser();

const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status === 0;

test("[CU14] numbers are dragged from the topics, the models and the simulation; elements of lists are chosen", async () => {
  const page = await openPlots();
  await item(page, "pose.z").first().dragTo(page.locator(".plot-empty"));
  await item(page, "iterations").dragTo(page.locator(".plot-canvas"));
  await thing(page, "Topics");
  await thing(page, "/world/w/pose/info");
  await page.locator(".plot-thing", { hasText: /^pose\[/ }).click();
  await page.getByRole("button", { name: "[0] ball", pressed: true }).waitFor();
  const fields = page.getByRole("group", { name: "Elements of pose" });
  await fields.locator(".plot-thing", { hasText: /^position$/ }).click();
  await fields.locator(".plot-item", { hasText: /^zm$/ }).dragTo(page.locator(".plot-canvas"));
  const name = "/world/w/pose/info.pose[0].position.z";
  await eventually(() => legend(page)).toEqual([["ball::pose.z", "iterations", name]]);
  await eventually(() => valueOf(page, name)).toMatch(/^\d/);
});

test("[VP12] curves are sampled at a rate, which can be undone and is kept", async () => {
  const page = await openPlots();
  await plot(page, "kinetic_energy");
  await press(page, "Settings of plots");
  await page.getByLabel("How often curves are sampled").selectOption("Per simulated second");
  await page.locator(".plot-rates").getByText("100 per second").waitFor();
  await page.keyboard.press("Escape");
  await press(page, "Undo the last edit of plots");
  await press(page, "Settings of plots");
  await eventually(() => page.getByLabel("How often curves are sampled").inputValue()).toBe("step");
  await page.keyboard.press("Escape");
  await press(page, "Redo");
  await page.reload();
  await showPlots(page);
  await press(page, "Settings of plots");
  expect(await page.getByLabel("Samples per simulated second").inputValue()).toBe("100");
});

test("[CU16] with the keyboard alone, a value is searched and plotted", async () => {
  const page = await openPlots();
  await page.getByRole("searchbox", { name: "Search values" }).focus();
  await page.keyboard.type("ball velocity.y");
  await page.getByRole("button", { name: "ball::body::linear_velocity.y, m/s" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const chosen = await page.locator(".plot-item-name:focus").getAttribute("aria-label");
  await page.keyboard.press("Enter");
  await eventually(async () => (await legend(page)).flat().map((name) => chosen!.startsWith(name))).toEqual([true]);
  // A letter goes into the search again, and Enter there plots the first value.
  await page.keyboard.type("x");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("w/stats step_size nsec");
  await page.getByRole("button", { name: "/world/w/stats.step_size.nsec, ns" }).waitFor();
  await page.keyboard.press("Enter");
  await eventually(async () => (await legend(page)).flat()[1]).toBe("/world/w/stats.step_size.nsec");
});

test("[CU17] values are dragged onto a plot from the tree, the inspector, the topics and the statistics, or plotted by a menu", async () => {
  const page = await openPlots();
  const row = page.locator(".tree-row", { hasText: "ball" }).first();
  await row.dragTo(page.locator(".plot-empty"));
  const offer = page.getByRole("dialog", { name: "Values of ball" });
  await offer.locator(".plot-item-name:focus").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await eventually(() => legend(page)).toEqual([["ball::pose.y"]]);
  await row.click();
  const position = page.locator(".panel-inspector .field-label", { hasText: "Position" }).first();
  await position.dragTo(page.locator(".plot-canvas"));
  const [x, y, z] = ["x", "y", "z"].map((name) => `ball::gz_sim_components.Pose.${name}`);
  await eventually(() => legend(page)).toEqual([["ball::pose.y", x, y, z]]);
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Plot values…" }).click();
  await offer.waitFor();
  await page.keyboard.press("Escape");
  await showPanel(page, "Statistics");
  await page.getByRole("button", { name: "Plot steps" }).focus();
  await page.keyboard.press("Enter");
  await eventually(async () => (await legend(page)).flat().at(-1)).toBe("iterations");
  // This panel shares a place with the plots, which come to the front while something is dragged over their tab.
  await showPanel(page, "Topics");
  await page.locator(".name-list .name", { hasText: "/world/w/stats" }).click();
  await dragByTab(page, page.locator(".message-leaf", { hasText: "real_time_factor" }));
  await eventually(async () => (await legend(page)).flat().at(-1)).toBe("/world/w/stats.real_time_factor");
});

test.runIf(hasPython)(
  "[CU15] values of programs outside are plotted beside the world's; of one that is killed, the plot keeps what it had",
  async () => {
    const page = await openPlots();
    const { origin } = new URL(page.url());
    start(node24, "examples/introspection/battery.ts", origin);
    const motor = start("python3", "examples/introspection/manager.py", origin);
    await thing(page, "battery");
    await thing(page, "cell");
    await thing(page, "motor");
    await thing(page, "rotor");
    const [voltage, speed] = ["battery/cell::voltage", "motor/rotor::speed"];
    await item(page, "pose.z").first().dblclick();
    await curves(page).first().waitFor();
    await item(page, "voltage").dragTo(page.locator(".plot-canvas"));
    await item(page, "speed").dblclick();
    await eventually(() => legend(page)).toEqual([["ball::pose.z", voltage, speed]]);
    await eventually(() => valueOf(page, voltage)).toMatch(/^[34]\.\d/);
    await eventually(() => valueOf(page, speed)).toMatch(/\d/);
    motor.kill("SIGKILL");
    await page.getByText("The program motor has gone. Its curves keep what it sent").waitFor();
    await curve(page, speed).getByText("Ended").waitFor();
    await eventually(() => page.locator(".plot-thing", { hasText: /^motor$/ }).count()).toBe(0);
    // Its last value is in the past now, where it stays.
    await page.locator(".plot-canvas").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    expect(await curve(page, voltage).getByText("Ended").count()).toBe(0);
    start("python3", "examples/introspection/manager.py", origin);
    await eventually(() => curve(page, speed).getByText("Ended").count()).toBe(0);
    await eventually(() => valueOf(page, speed)).toMatch(/\d/);
  },
);

function start(command: string, file: string, url: string): ChildProcess {
  const program = spawn(command, [join(root, file), url], { stdio: ["ignore", "ignore", "inherit"] });
  onTestFinished(() => void program.kill("SIGKILL"));
  return program;
}

async function dragByTab(page: Page, from: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const tab = page.locator(".dv-tab", { hasText: "Plots" }).first();
  // A drag begins with the first move, and is over something with the next one.
  await tab.hover();
  await tab.hover({ position: { x: 5, y: 5 } });
  await page.locator(".plot-canvas").waitFor();
  await page.locator(".plot-canvas").hover();
  await page.locator(".plot-canvas").hover({ position: { x: 200, y: 40 } });
  await page.mouse.up();
}

function curve(page: Page, name: string) {
  return curves(page).filter({ has: page.getByRole("button", { name: `Options of ${name}`, exact: true }) });
}

async function valueOf(page: Page, name: string): Promise<string> {
  return (await curve(page, name).locator(".plot-legend-value").textContent()) ?? "";
}
