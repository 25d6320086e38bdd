import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { orrery as messages } from "@orrery/msgs";
import { type Entity } from "@orrery/sim";
import { hexOf } from "@orrery/sim/host";
import { JointPosition, Name } from "@orrery/sim/components";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { Mirror } from "../../packages/gui/src/client/mirror.ts";
import { clientOf, orrery, playing, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, openPage, press, withBrowser } from "./pages.ts";

withBrowser();

const link = (name: string): string => `<link name="${name}"><inertial><mass>1</mass></inertial></link>`;
const hinge = (name: string, child: string, limit: string, type = "revolute"): string =>
  `<joint name="${name}" type="${type}"><parent>base</parent><child>${child}</child>
   <axis><xyz>0 0 1</xyz><limit>${limit}</limit></axis></joint>`;
/** Nothing falls: an elbow without a controller, a lift of two metres, and a wrist that follows targets. */
const WORLD = `<sdf version="1.11"><world name="test"><physics type="rapier"><max_step_size>0.01</max_step_size></physics>
  <gravity>0 0 0</gravity><model name="rock">${link("stone")}</model>
  <model name="robot">${["base", "upper", "cart", "hand"].map(link).join("")}
    <joint name="hold" type="fixed"><parent>world</parent><child>base</child></joint>
    ${hinge("elbow", "upper", "<lower>-2</lower><upper>2</upper>")}
    ${hinge("lift", "cart", "", "prismatic")}
    ${hinge("wrist", "hand", "<lower>-1</lower><upper>1</upper>")}
    <plugin name="joint-position-controller" filename=""><joint_name>wrist</joint_name>
      <p_gain>30</p_gain><i_gain>0</i_gain><d_gain>10</d_gain></plugin></model></world></sdf>`;

test("[JN4][JN5] a drag shows the joint on its way, sets it as one command, and undo brings it back exactly; paused, it waits", async () => {
  const { page, position, done, hash } = await opened("--paused");
  await page.getByRole("treeitem").filter({ hasText: "robot" }).first().click({ button: "right" });
  await page.getByRole("menuitem", { name: "Move joints…" }).click();
  await eventually(() => page.locator(".tree-status").last().textContent()).toContain("3 joints · 1 fixed not shown");
  await grab(page, "elbow position", 0.5, 0.75);
  // During the drag: halfway between the middle and the limit of 2 rad, in round degrees.
  await eventually(() => shown(page, "elbow position")).toBe(57.2);
  expect([position("elbow"), ...done()]).toEqual([0]);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await eventually(() => shown(page, "elbow position")).toBe(0);
  const before = hash();
  // Grabbing the thumb beside its middle must not move it.
  const { x, y, width, height } = (await slider(page, "elbow position").locator(".joint-track").boundingBox())!;
  await page.mouse.click(x + width / 2 + 4, y + height / 2);
  await drag(page, "elbow position", 0.5, 1.1);
  await eventually(() => page.locator(".queue-bar").textContent()).toContain("1");
  await eventually(() => shown(page, "elbow position")).toBeCloseTo(114.59, 2);
  expect([hash(), position("elbow")]).toEqual([before, 0]);
  await press(page, "Step");
  await eventually(() => position("elbow")).toBeCloseTo(2, 5);
  await eventually(done).toEqual(["Set robot::elbow to 114.59 deg"]);
  await page.getByRole("button", { name: "Undo Set robot::elbow to 114.59 deg" }).waitFor();
  await page.keyboard.press("Control+z");
  await eventually(hash).toBe(before);
  await eventually(() => [position("elbow"), ...done()]).toEqual([0]);
});

test("[JN6] a joint with a controller is sent a target, and goes there while the world runs", async () => {
  const { page, position, done } = await opened();
  await page.locator("#world-name").click();
  await page.keyboard.press("Shift+J");
  await drag(page, "wrist target", 0.5, 0.75);
  await eventually(() => shown(page, "wrist target")).toBe(28.6);
  await eventually(() => position("wrist")).toBeCloseTo((28.6 * Math.PI) / 180, 2);
  await eventually(() => row(page, "wrist").locator(".joint-head .joint-now").textContent()).toMatch(/^28\.\d+ deg$/);
  await grab(page, "wrist target", 0.75, 0.1);
  await eventually(() => position("wrist")).toBeLessThan(0);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await eventually(() => position("wrist")).toBeCloseTo((28.6 * Math.PI) / 180, 2);
  // A target is not an edit; without targets the slider makes an edit.
  expect(done()).toEqual([]);
  await press(page, "Send targets to controllers");
  await drag(page, "wrist position", 0.75, -0.1);
  await eventually(done).toEqual(["Set robot::wrist to -57.3 deg"]);
});

test("[JN7][JN8] all is done by keys: steps, limits, a typed value, and a reset that is one command", async () => {
  const { page, position, done } = await opened();
  await page.locator("#world-name").click();
  await page.keyboard.press("Shift+J");
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "elbow position",
  );
  await page.keyboard.press("ArrowRight");
  await eventually(() => position("elbow")).toBeCloseTo(Math.PI / 180, 5);
  await page.keyboard.press("Shift+ArrowRight");
  await eventually(() => position("elbow")).toBeCloseTo((11 * Math.PI) / 180, 5);
  await page.keyboard.press("Home");
  await eventually(() => position("elbow")).toBeCloseTo(-2, 5);
  await page.keyboard.press("Tab");
  await page.keyboard.type("45");
  await page.keyboard.press("Enter");
  await eventually(() => position("elbow")).toBeCloseTo(Math.PI / 4, 5);
  await page.getByRole("button", { name: "lift position" }).press("3");
  await page.keyboard.press("Enter");
  // It has no limit, so the slider widens to include the value.
  await eventually(() => slider(page, "lift position").getAttribute("aria-valuemax")).toBe("4");
  await page.getByRole("button", { name: "Reset all joints" }).press("Enter");
  await eventually(() => [position("elbow"), position("lift")]).toEqual([expect.closeTo(0, 5), expect.closeTo(0, 5)]);
  await eventually(done).toEqual([
    "Set robot::elbow to 1 deg",
    "Set robot::elbow to 11 deg",
    "Set robot::elbow to -114.59 deg",
    "Set robot::elbow to 45 deg",
    "Set robot::lift to 3 m",
    "Reset joints of robot",
  ]);
});

test("[JN9] who only looks on sees the joints and why they cannot be moved; what has none offers those that do", async () => {
  const { url } = await serving(worldFile(), "--token", "admin=may-do-all", "--token", "viewer=may-look");
  const page = await openPage(`${url}?token=may-look`);
  await eventually(() => page.getByRole("treeitem").count()).toBeGreaterThan(2);
  await page.locator("#world-name").click();
  await page.keyboard.press("Shift+J");
  await eventually(() => slider(page, "wrist target").getAttribute("aria-disabled")).toBe("true");
  expect(await slider(page, "elbow position").getAttribute("data-tip")).toContain("you are only a viewer here");
  expect(await page.getByRole("button", { name: "Reset all joints" }).isDisabled()).toBe(true);
  await page.getByRole("treeitem").filter({ hasText: "rock" }).first().click();
  await page.getByText("What is selected has no joints").waitFor();
  await press(page, "robot");
  await slider(page, "elbow position").waitFor();
});

test("[JN9] a log shows its joints, and that they cannot be moved", async () => {
  const file = join(temporaryFolder(), "run.mcap");
  expect((await orrery("run", worldFile(), "--headless", "--steps", "20", "--record", file)).status).toBe(0);
  const { url } = await playing(file, "--paused");
  const page = await openPage(url);
  await eventually(() => page.getByRole("treeitem").count()).toBeGreaterThan(2);
  await page.locator("#world-name").click();
  await page.keyboard.press("Shift+J");
  await eventually(() => slider(page, "wrist target").getAttribute("data-tip")).toContain("this is a log");
  expect(await page.getByRole("button", { name: "Reset all joints" }).isDisabled()).toBe(true);
});

/** Returns a page, and what a separate client sees of the world. */
async function opened(...options: readonly string[]) {
  const server = await serving(worldFile(), ...options);
  const node = await clientOf(server);
  const mirror = new Mirror();
  const following = mirror.follow(node, "/world/test");
  let history: messages.History = {};
  node.subscribe("/world/test/history", "orrery.msgs.History", (message) => (history = message.value));
  onTestFinished(() => following[Symbol.dispose]());
  const page = await openPage(server.url);
  const { world } = mirror;
  const named = (name: string): Entity | undefined => [...world.query(Name)].find(([, other]) => other === name)?.[0];
  await eventually(() => named("wrist")).toBeDefined();
  for (const joint of ["elbow", "lift", "wrist"]) mirror.watch(named(joint)!);
  await eventually(() => page.getByRole("treeitem").count()).toBeGreaterThan(2);
  return {
    page,
    position: (joint: string) => world.get(named(joint)!, JointPosition)?.axis1,
    /** Returns the commands done, oldest first. */
    done: () => (history.undo ?? []).map(({ description }) => description).reverse(),
    hash: () => hexOf(mirror.hashServerState()),
  };
}

function worldFile(): string {
  const file = join(temporaryFolder(), "test.sdf");
  writeFileSync(file, WORLD);
  return file;
}

function slider(page: Page, label: string) {
  return page.getByRole("slider", { name: label, exact: true });
}

function row(page: Page, name: string) {
  return page.locator(".joint-row").filter({ has: page.getByRole("button", { name: `Select ${name}`, exact: true }) });
}

async function shown(page: Page, label: string): Promise<number> {
  return Number(await slider(page, label).getAttribute("aria-valuenow"));
}

/** Drags the slider from one fraction of its length to another. */
async function grab(page: Page, label: string, from: number, to: number): Promise<void> {
  const { x, y, width, height } = (await slider(page, label).locator(".joint-track").boundingBox())!;
  await page.mouse.move(x + from * width, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + ((from + to) / 2) * width, y + height / 2);
  await page.mouse.move(x + to * width, y + height / 2);
}

async function drag(page: Page, label: string, from: number, to: number): Promise<void> {
  await grab(page, label, from, to);
  await page.mouse.up();
}
