import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readGuiConfig } from "../../packages/gui/src/shell/plugins/gui-config.ts";
import { clientOf, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, expectText, openPage, press, showPanel, steps, withBrowser } from "./pages.ts";

withBrowser();

test("[PN2] counted steps, a time to run to, kinds of reset and the speed, which everybody sees", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const [page, other] = [await openPage(url), await openPage(url)];
  await eventually(() => page.textContent("#real-time-factor")).toBe("paused");
  const open = (): Promise<void> => press(page, "Several steps, run to a time");
  await open();
  await press(page, "10");
  await eventually(() => steps(page)).toBe(10);
  await open();
  await page.getByRole("textbox", { name: "Number" }).fill("5");
  await page.keyboard.press("Enter");
  await eventually(() => steps(page)).toBe(15);
  await page.keyboard.press("Control+g");
  await page.getByRole("textbox", { name: "Time" }).fill("0.01");
  await page.keyboard.press("Enter");
  await eventually(() => page.textContent(".entry-problem")).toContain("It is 0.015 s already");
  await page.getByRole("textbox", { name: "Time" }).fill("+0.1");
  await page.keyboard.press("Enter");
  await eventually(() => steps(page)).toBe(115);
  await expectText(page, "#real-time-factor", "paused");
  await page.keyboard.press("Alt+Shift+Home");
  await page.keyboard.press(".");
  await eventually(() => steps(page)).toBe(116);
  await page.getByRole("button", { name: /^Speed/ }).click();
  await press(page, "×0.5");
  await other.getByRole("button", { name: /^Speed/ }).click();
  await eventually(() => other.getByRole("button", { name: "×0.5" }).getAttribute("aria-pressed")).toBe("true");
});

test("[PN13] the buttons of the bar stay where they are, whether the world runs or stands", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await expectText(page, "#real-time-factor", "paused");
  const place = (): Promise<unknown> => page.getByRole("button", { name: "Step", exact: true }).boundingBox();
  const before = await place();
  await press(page, "Run");
  await eventually(() => page.textContent("#real-time-factor")).toMatch(/^×/);
  expect(await place()).toEqual(before);
});

test("[GU18] a menu keeps the focus where it is while the world runs", async () => {
  const { url } = await serving("worlds/shapes.sdf");
  const page = await openPage(url);
  await press(page, "What to reset");
  await page.keyboard.press("ArrowDown");
  const focused = () => page.locator(":focus").textContent();
  await eventually(focused).toContain("The time only");
  const then = await steps(page);
  await eventually(() => steps(page)).toBeGreaterThan(then);
  expect(await focused()).toContain("The time only");
});

test("[PN5] a system is added with parameters, shown with its cost, removed and brought back", async () => {
  const server = await serving("worlds/shapes.sdf");
  const node = await clientOf(server);
  const page = await openPage(server.url);
  const names = () => page.locator("#systems .system-name").allTextContents();
  await showPanel(page, "Systems");
  await eventually(names).toEqual(["physics", "scene-broadcaster", "user-commands"]);
  await eventually(() => page.textContent("#systems .system-cost")).toMatch(/^[\d.]+ [µm]s$/);
  await press(page, "Add a system…");
  const dialog = page.getByRole("dialog", { name: "Add a system" });
  await dialog.getByRole("searchbox").fill("wrench");
  await dialog.getByRole("button", { name: "apply-link-wrench" }).click();
  await dialog.getByRole("textbox", { name: /^topic default/ }).fill("/push");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await eventually(names).toContain("apply-link-wrench");
  await eventually(() => node.topics().map(({ name }) => name)).toContain("/push");
  await page.getByRole("button", { name: /^Remove apply-link-wrench/ }).click();
  await eventually(names).not.toContain("apply-link-wrench");
  await press(page, "Undo");
  await eventually(names).toContain("apply-link-wrench");
});

test("[PN6] [PN7] topics are listened to; a service refuses with its reason, and does what it is asked", async () => {
  const { url } = await serving("worlds/shapes.sdf");
  const page = await openPage(url);
  await showPanel(page, "Topics");
  await page.getByRole("checkbox", { name: "Listen to /world/shapes/stats" }).check();
  await page.getByRole("checkbox", { name: "Listen to /clock", exact: true }).check();
  await eventually(() => page.locator(".echo").allTextContents()).toEqual([
    expect.stringMatching(/\/world\/shapes\/stats.*Hz.*B\/s.*iterations/),
    expect.stringMatching(/\/clock.*Hz.*B\/s.*sim/),
  ]);
  await page.getByRole("tab", { name: "Services" }).click();
  await page.getByRole("button", { name: "/world/shapes/control gz.msgs" }).click();
  const editor = page.getByRole("textbox", { name: "gz.msgs.WorldControl as JSON" });
  expect(JSON.parse(await editor.inputValue())).toMatchObject({ pause: false, reset: null });
  await editor.fill('{"run_to_sim_time": {"nsec": 1}}');
  await press(page, "Send");
  await eventually(() => page.textContent(".call-item")).toMatch(/Refused: it is .* already/);
  await editor.fill('{"pause": true}');
  await page.keyboard.press("Control+Enter");
  await eventually(() => page.textContent("#real-time-factor")).toBe("paused");
});

test("[PN6] [PN7] a message is published at a rate, and its zeros are shown", async () => {
  const { url } = await serving("worlds/diff-drive.sdf", "--paused");
  const page = await openPage(url);
  await showPanel(page, "Topics");
  await page.getByRole("checkbox", { name: "Listen to /model/vehicle/cmd_vel", exact: true }).check();
  await page.getByRole("button", { name: "Publish on /model/vehicle/cmd_vel…" }).click();
  await page.getByRole("textbox", { name: "gz.msgs.Twist as JSON" }).fill('{ "linear": { "x": 0.5 } }');
  await page.getByRole("button", { name: "Repeat" }).click();
  await page.getByRole("button", { name: "Back to the messages" }).waitFor();
  await eventually(() => page.getByRole("button", { name: "Stop", exact: true }).getAttribute("data-tip")).toMatch(
    /^Published ([2-9]|\d\d+) messages$/,
  );
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Back to the messages" }).click();
  await eventually(() => page.textContent(".echo")).toContain("x 0.5  y 0  z 0");
});

test("[PN16] tabs are cut at their end, owners of systems and topics to publish on are whole, in a narrow panel too", async () => {
  const { url } = await serving("worlds/diff-drive.sdf", "--paused");
  const page = await openPage(url);
  const cut = (selector: string): Promise<string[]> =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
      );
  const right = page.locator(".dv-groupview", { has: page.locator(".panel-inspector, .panel-systems, .panel-joints") });
  await showPanel(page, "Systems");
  await eventually(() => page.locator(".system-place").count()).toBe(4);
  expect(await cut(".system-place")).toEqual([]);
  await press(page, "Panels");
  await page.getByRole("menuitemcheckbox", { name: "Joints", exact: true }).click();
  await eventually(() => right.locator(".dock-tab-title").allTextContents()).toEqual([
    "Inspector",
    "Systems",
    "Joints",
  ]);
  await page.mouse.move(640, 360);
  const scrolled = (): Promise<number> => right.locator(".dv-tabs-container").evaluate((row) => row.scrollLeft);
  await eventually(scrolled).toBe(0);
  expect(await cut(".dv-active-tab .dock-tab-title")).toEqual([]);

  await showPanel(page, "Topics");
  await page.getByRole("checkbox", { name: "Listen to /world/diff-drive/light_config" }).check();
  await page.getByRole("button", { name: "Publish on /world/diff-drive/light_config…" }).click();
  await page.getByRole("button", { name: "Back to the messages" }).waitFor();
  await eventually(() => page.textContent(".call-request h3")).toBe("/world/diff-drive/light_config");
  expect(await cut(".call-request h3")).toEqual([]);
});

test("[PN8] the console opens at its newest line", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url, { viewport: { width: 1000, height: 480 } });
  await page.locator(".panel-entity-tree").waitFor();
  await showPanel(page, "Statistics");
  await page.evaluate(() => {
    for (let i = 0; i < 30; i++) window.dispatchEvent(new ErrorEvent("error", { message: `line ${i}` }));
  });
  await showPanel(page, "Console");
  const gap = (): Promise<number> =>
    page.locator("#console").evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  await eventually(() => page.locator(".console-line").count()).toBeGreaterThan(20);
  await eventually(gap).toBeLessThan(2);
  await showPanel(page, "Statistics");
  await showPanel(page, "Console");
  await eventually(gap).toBeLessThan(2);
});

test("[GU25] F6 goes from panel to panel, and back to where one was", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await eventually(() => page.locator(".tree-row").count()).toBeGreaterThan(5);
  const where = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.closest(".toolbar, .panel, .timeline-strip")?.className ?? "");
  const seen: string[] = [];
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("F6");
    seen.push(await where());
  }
  expect(seen).toEqual([
    "toolbar",
    "panel panel-entity-tree",
    "panel panel-insert",
    "panel panel-scene",
    "timeline-strip",
    "panel panel-inspector",
  ]);
  await page.keyboard.press("Shift+F6");
  expect(await where()).toBe("timeline-strip");
});

test("[PN6] messages of a third party's type are shown by their fields", async () => {
  const { url } = await serving("examples/gusts.sdf", "--config", "examples/orrery.json");
  const page = await openPage(url);
  await showPanel(page, "Topics");
  await page.getByRole("checkbox", { name: "Listen to /world/gusts/gust", exact: true }).check();
  await eventually(() => page.textContent(".echo")).toMatch(/acceleration.*seconds/);
});

test("[PN8] the console has what was logged before the page came, by a server or by a worker of the page", async () => {
  const world = join(temporaryFolder(), "w.sdf");
  writeFileSync(
    world,
    `<sdf version="1.9"><world name="w"><plugin name="gz::sim::systems::Phisics" filename="x"/></world></sdf>`,
  );
  const { url } = await serving(world);
  const page = await openPage(url);
  await showPanel(page, "Console");
  await eventually(() => page.textContent("#console")).toContain('there is no system "gz::sim::systems::Phisics"');
  await page.goto(`${url}?local=shapes`);
  await showPanel(page, "Console");
  await eventually(() => page.textContent("#console")).toMatch(/physics engine rapier/);
});

test("[PN10] keys drive a vehicle while they are held, and letting go stops it", async () => {
  const server = await serving("worlds/diff-drive.sdf");
  const node = await clientOf(server);
  const speeds: number[] = [];
  node.subscribe("/model/vehicle/cmd_vel", "gz.msgs.Twist", ({ value }) => speeds.push(value.linear?.x ?? 0));
  // Nothing in the world listens to it.
  node.advertise("/model/a_typo/cmd_vel", "gz.msgs.Twist");
  const page = await openPage(server.url);
  await page.getByRole("button", { name: "Panels", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Teleoperation" }).click();
  await eventually(() => page.getByRole("combobox", { name: "Topic" }).inputValue()).toBe("/model/vehicle/cmd_vel");
  await page.getByRole("combobox", { name: "Topic" }).fill("/model/a_typo/cmd_vel");
  await eventually(() => page.textContent(".teleop")).toContain("Nobody listens on /model/a_typo/cmd_vel");
  await page.getByRole("combobox", { name: "Topic" }).fill("/model/vehicle/cmd_vel");
  await eventually(() => page.textContent(".teleop")).not.toContain("Nobody listens");
  expect(await page.locator(".panel-inspector").isVisible()).toBe(true);
  expect((await page.getByRole("slider", { name: "Speed limit" }).boundingBox())!.width).toBeGreaterThan(120);
  // The tab of the opened panel is visible among the others, and the panel has the keyboard.
  const isTabInSight = (): Promise<boolean> =>
    page.locator(".dv-tab", { hasText: "Teleoperation" }).evaluate((tab) => {
      const [own, row] = [tab.getBoundingClientRect(), tab.parentElement!.getBoundingClientRect()];
      return own.left >= row.left - 1 && own.right <= row.right + 1;
    });
  await eventually(isTabInSight).toBe(true);
  await page.getByRole("application", { name: /^Drive/ }).focus();
  await page.keyboard.down("w");
  await eventually(() => speeds.length).toBeGreaterThan(3);
  await page.keyboard.up("w");
  await eventually(() => speeds.at(-1)).toBe(0);
  expect(new Set(speeds)).toEqual(new Set([1, 0]));
});

test("[PN11] the world is saved as a file that has it", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  await eventually(() => page.textContent("#real-time-factor")).toBe("paused");
  const downloading = page.waitForEvent("download");
  await page.keyboard.press("Control+s");
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("shapes.sdf");
  expect(readFileSync(await download.path(), "utf8")).toContain('<world name="shapes">');
});

test("[GU11] a layout is saved to a file that a GUI config may be", async () => {
  const { url } = await serving("worlds/empty.sdf", "--paused");
  const page = await openPage(url);
  await press(page, "Panels");
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Save layout to a file" }).click();
  const file = await (await downloading).path();
  const { layout } = readGuiConfig(readFileSync(file, "utf8"));
  expect(Object.keys(layout!.panels)).toContain("entity-tree");
});

test("[PN12] the page can be installed: its manifest and icons are there, in the sizes it says", async () => {
  const { url } = await serving("worlds/empty.sdf", "--paused");
  const page = await openPage(url);
  const href = await page.getAttribute("link[rel=manifest]", "href");
  const manifest = (await (await fetch(new URL(href!, url))).json()) as {
    readonly display: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
  };
  expect(manifest.display).toBe("standalone");
  const pictures = manifest.icons.filter(({ type }) => type === "image/png");
  expect(pictures.map(({ sizes }) => sizes)).toEqual(["192x192", "512x512", "512x512"]);
  for (const { src, sizes } of pictures) {
    const bytes = Buffer.from(await (await fetch(new URL(src, url))).arrayBuffer());
    // The header of a PNG has its width and height.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});
