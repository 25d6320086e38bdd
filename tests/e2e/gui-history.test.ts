import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { gz } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clientOf, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, expectText, openPage, press, seconds, showPanel, withBrowser } from "./pages.ts";

withBrowser();

test("[HU1][HU2][HU3][HU4][HU5][HU6] two people see the lists, undo and redo, and are told of each other", async () => {
  const server = await serving("worlds/shapes.sdf", "--paused");
  const robot = await clientOf(server);
  const [ada, ben] = await Promise.all([openPage(server.url), openPage(server.url)]);
  await move(robot, "pyramid_6");
  await stepTo(robot, 0.1);
  await move(robot, "tower_cone");
  await stepTo(robot, 0.2);
  for (const page of [ada, ben]) await eventually(() => hint(page, "Undo")).toBe("Undo Move tower_cone (Ctrl+Z)");

  await ada.keyboard.press("Control+Z");
  await eventually(() => ada.textContent("dialog h2")).toMatch(/^Undo “Move tower_cone” of Guest \d\?$/);
  await ada.keyboard.press("Enter");
  await eventually(() => notices(ben)).toEqual([
    expect.stringMatching(/^Guest \d went back 0\.1 s: undid Move tower_cone$/),
  ]);
  for (const page of [ada, ben]) {
    await eventually(() => seconds(page)).toBe(0.1);
    await eventually(() => hint(page, "Redo")).toBe("Redo Move tower_cone (Ctrl+Shift+Z)");
  }
  expect(await notices(ada)).toEqual([]);

  await press(ben, "Edit");
  await ben.getByRole("menuitem", { name: "Redo Move tower_cone" }).click();
  await eventually(() => notices(ada)).toContainEqual(
    expect.stringMatching(/went forward 0\.1 s: redid Move tower_cone$/),
  );
  for (const page of [ada, ben]) await eventually(() => seconds(page)).toBe(0.2);

  await ada.getByRole("button", { name: "Undo Move tower_cone" }).focus();
  await ada.keyboard.press("ArrowDown");
  const rows = ada.getByRole("menuitem");
  await eventually(() => rows.locator(".command-what").allTextContents()).toEqual([
    "Move tower_cone",
    "Move pyramid_6",
  ]);
  await rows.nth(1).hover();
  await expectText(ada, ".command-list footer", "Undo 2 commands");
  await rows.nth(1).click();
  await ada.getByLabel("Do not ask again").check();
  await ada.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  for (const page of [ada, ben]) await eventually(() => seconds(page)).toBe(0);
  await eventually(() => hint(ada, "Undo")).toBe("Undo: there is nothing to undo");
  await ada.keyboard.press("Control+Y");
  for (const page of [ada, ben]) await eventually(() => seconds(page)).toBe(0.1);
  await eventually(() => hint(ada, "Undo")).toBe("Undo Move pyramid_6 (Ctrl+Z)");

  // Pending edits are withdrawn first, without going back in time.
  await ada.getByRole("treeitem").filter({ hasText: "ramp_ball" }).first().click();
  await ada.keyboard.press("Delete");
  await eventually(() => hint(ada, "Withdraw")).toBe("Withdraw Delete ramp_ball (Ctrl+Z)");
  await ada.keyboard.press("Control+Z");
  await eventually(() => hint(ada, "Bring back")).toBe("Bring back Delete ramp_ball (Ctrl+Shift+Z)");
  expect(await seconds(ben)).toBe(0.1);
  await ada.keyboard.press("Control+Z");
  await eventually(() => seconds(ben)).toBe(0);
});

test("[HU7][HU10][HU12][HU21] the timeline goes to any moment, by pointer and by keys, and what is left behind is a branch", async () => {
  const server = await serving("worlds/shapes.sdf", "--paused");
  const robot = await clientOf(server);
  const page = await openPage(server.url);
  await showPanel(page, "Timeline");
  await stepTo(robot, 1);
  await move(robot, "tower_cone");
  await stepTo(robot, 2);
  const cursor = page.getByRole("slider", { name: "Present moment" });
  await eventually(() => cursor.getAttribute("aria-valuetext")).toBe("2.000 s, after Move tower_cone");

  const from = (await cursor.boundingBox())!;
  const zero = (await page.locator(".timeline-stage").boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(zero.x + (from.x - zero.x) / 2, from.y + 8, { steps: 5 });
  await page.mouse.up();
  await eventually(() => seconds(page)).toBeLessThan(1.1);
  await eventually(() => seconds(page)).toBeGreaterThan(0.8);

  const bar = page.locator(".past-bar");
  await eventually(() => bar.textContent()).toMatch(/In the past: [01]\.\d s, [01]\.\d s back/);
  await press(page, "Back to the present");
  await eventually(() => seconds(page)).toBe(2);
  await eventually(() => bar.count()).toBe(0);

  await cursor.focus();
  await page.keyboard.press("Home");
  // Keys depend on the commands before and after, which are known a little later than the time.
  await eventually(() => cursor.getAttribute("aria-valuetext")).toBe("0.000 s, before Move tower_cone");
  await page.keyboard.press("End");
  await eventually(() => cursor.getAttribute("aria-valuetext")).toBe("2.000 s, after Move tower_cone");
  await page.keyboard.press("ArrowLeft");
  await eventually(() => cursor.getAttribute("aria-valuetext")).toBe("1.000 s, before Move tower_cone");
  await page.keyboard.press("Home");
  await eventually(() => cursor.getAttribute("aria-valuetext")).toBe("0.000 s, before Move tower_cone");

  await stepTo(robot, 0.5);
  await press(page, "Branches");
  await page.getByRole("menuitem", { name: "Move tower_cone, 0.0 s to 2.0 s" }).click();
  await eventually(() => seconds(page)).toBe(2);
  await eventually(() => cursor.getAttribute("data-tag")).toBe("now");
});

test("[HU1][HU10] who may only look cannot undo; a click into the past of a world that runs pauses it", async () => {
  const tokens = ["--token", "admin=may-do-all", "--token", "viewer=may-look"];
  const { url } = await serving("worlds/pendulum.sdf", "--paused", ...tokens);
  const ben = await openPage(`${url}?token=may-look`);
  await eventually(() => hint(ben, "Undo")).toBe("Undo: the role viewer may only look");
  await showPanel(ben, "Timeline");
  await eventually(() => ben.getByText("you cannot go back in time").count()).toBe(1);
  for (const name of ["Run", "Step", "Reset"]) {
    const button = ben.getByRole("button", { name, exact: true });
    expect(await button.isDisabled()).toBe(true);
    expect(await button.getAttribute("data-tip")).toContain("you are only a viewer here");
  }
  await ben.close();
  const ada = await openPage(`${url}?token=may-do-all`);
  await press(ada, "Run");
  await eventually(() => seconds(ada)).toBeGreaterThan(0.5);
  await showPanel(ada, "Timeline");
  const slider = ada.getByRole("slider", { name: "Present moment" });
  await eventually(() => slider.getAttribute("aria-valuetext")).toMatch(/running/);
  const stage = (await ada.locator(".timeline-stage").boundingBox())!;
  const cursor = (await slider.boundingBox())!;
  const before = await seconds(ada);
  await ada.mouse.click(stage.x + (cursor.x - stage.x) / 2, stage.y + 44);
  await expectText(ada, "#real-time-factor", "paused");
  await eventually(() => seconds(ada)).toBeLessThan(before);
});

test("[HU23] a timeline that was hidden at first has its colours, and continues without the system that shows the world", async () => {
  const server = await serving("worlds/shapes.sdf", "--paused");
  const robot = await clientOf(server);
  await stepTo(robot, 1);
  await move(robot, "tower_cone");
  await stepTo(robot, 2);
  const page = await openPage(server.url);
  await showPanel(page, "Topics");
  await page.reload();
  await eventually(() => hint(page, "Undo")).toBe("Undo Move tower_cone (Ctrl+Z)");
  // While the timeline is hidden, so that this mark is first painted when it is shown.
  await move(robot, "pyramid_6");
  await stepTo(robot, 3);
  await eventually(() => hint(page, "Undo")).toBe("Undo Move pyramid_6 (Ctrl+Z)");
  await showPanel(page, "Timeline");
  // Tracks, the ruler, and marks of an author who is not connected.
  for (const token of ["--track-main", "--line", "--muted"]) await eventually(() => isPainted(page, token)).toBe(true);
  expect(await isPainted(page, "#000000")).toBe(false);

  await robot.request("/world/shapes/entity/system/remove", {
    entity: { name: "shapes" },
    plugins: [{ name: "scene-broadcaster" }],
  });
  await stepTo(robot, 4);
  const cursor = page.getByRole("slider", { name: "Present moment" });
  await eventually(() => cursor.getAttribute("aria-valuetext")).toMatch(/^4\.000 s/);
});

test("[HU20][HI46] time in which a robot was driven by messages is to scale on the timeline, between idle times that are not", async () => {
  const file = join(temporaryFolder(), "driven.sdf");
  writeFileSync(file, DRIVEN);
  const server = await serving(file, "--paused");
  const robot = await clientOf(server);
  const page = await openPage(server.url);
  await showPanel(page, "Timeline");
  const runTo = async (sec: number): Promise<void> => {
    await robot.request("/world/driven/control", { run_to_sim_time: { sec } });
    await eventually(() => seconds(page)).toBe(sec);
  };
  await runTo(100);
  const wheel = robot.advertise("/model/a/cmd_vel", "gz.msgs.Twist");
  await eventually(() => wheel.hasSubscribers).toBe(true);
  for (let sec = 105; sec <= 140; sec += 5) {
    wheel.publish({ linear: { x: 0.1 } });
    await runTo(sec);
  }
  await runTo(240);
  const cursor = page.getByRole("slider", { name: "Present moment" });
  await cursor.focus();
  await page.keyboard.press("f");

  const placeAt = async (sec: number): Promise<number> => {
    await robot.request("/world/driven/history/go_to", { time: { sec } });
    await eventually(() => cursor.getAttribute("aria-valuetext")).toMatch(new RegExp(`^${sec}\\.000 s`));
    return (await cursor.boundingBox())!.x;
  };
  const places = [await placeAt(0), await placeAt(100), await placeAt(135), await placeAt(240)];
  const [zero, end] = [places[0]!, places[3]!];
  const parts = places.map((place) => (place - zero) / (end - zero));
  // Idle parts are drawn as 4 s, except for 10 s on either side: 10 + 4 + 10 up to the first message, 35 with messages,
  // 10 + 4 + 10.
  for (const [i, part] of [0, 24 / 83, 59 / 83, 1].entries()) expect(parts[i]).toBeCloseTo(part, 2);
});

/** Returns whether a pixel of the timeline has the colour of a token, or a given colour. */
function isPainted(page: Page, wanted: string): Promise<boolean> {
  return page.evaluate((name) => {
    const canvas = document.querySelector<HTMLCanvasElement>(".timeline-stage canvas")!;
    const root = getComputedStyle(document.documentElement);
    const colour = name.startsWith("--") ? root.getPropertyValue(name).trim() : name;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4) {
      const hex = [0, 1, 2].map((channel) => data[i + channel]!.toString(16).padStart(2, "0")).join("");
      if (data[i + 3] === 255 && `#${hex}` === colour) return true;
    }
    return false;
  }, wanted);
}

/** Moves something as a program would, not a page. */
async function move(node: Node, name: string): Promise<void> {
  const edits = [{ pose: { name, position: { x: 3, z: 2 } } }];
  const { data } = await node.request(
    "/world/shapes/command",
    { description: `Move ${name}`, edits },
    { response: "gz.msgs.Boolean" },
  );
  expect(data).toBe(true);
}

async function stepTo(node: Node, second: number): Promise<void> {
  const request: gz.WorldControl = {
    run_to_sim_time: { sec: Math.floor(second), nsec: Math.round((second % 1) * 1e9) },
  };
  await node.request("/world/shapes/control", request);
  await eventually(async () => (await stats(node)).paused ?? false).toBe(true);
}

function stats(node: Node): Promise<gz.WorldStatistics> {
  return new Promise((resolve) => {
    const subscription = node.subscribe("/world/shapes/stats", "gz.msgs.WorldStatistics", ({ value }) => {
      subscription[Symbol.dispose]();
      resolve(value);
    });
  });
}

/** Returns the tooltip of the button whose name begins with `begin`, including the keys. */
async function hint(page: Page, begin: string): Promise<string> {
  const button = page.locator(`.toolbar button.tool[aria-label^="${begin}"]`);
  const [text, keys] = await Promise.all([button.getAttribute("data-tip"), button.getAttribute("data-tip-keys")]);
  return keys === null ? text! : `${text} (${keys})`;
}

function notices(page: Page): Promise<string[]> {
  return page.locator(".notice-text").allTextContents();
}

/** A fast world, with something that a topic drives. */
const DRIVEN = `<sdf version="1.9"><world name="driven">
  <physics type="none"><max_step_size>0.05</max_step_size><real_time_factor>0</real_time_factor></physics>
  <model name="a"><pose>0 0 1 0 0 0</pose><link name="link"/><plugin name="velocity-control" filename="velocity-control"/></model>
</world></sdf>`;
