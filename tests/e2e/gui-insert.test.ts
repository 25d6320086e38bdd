import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Node } from "@orrery/sim";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { clientOf, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, openPage as open, withBrowser } from "./pages.ts";
import { sceneFigures, shapesDrawn } from "./scene-figures.ts";

const SCENE = ".scene-canvas canvas";

withBrowser();

test("[IS3] shapes and models are dragged, clicked and sent into the world, where they stand and all see them", async () => {
  const server = await serving(cell(crate("left", -1), crate("right", 1)));
  const [page, other, world] = await Promise.all([openPage(server.url), openPage(server.url), clientOf(server)]);
  const first = ["ground", "table", "left", "right"];
  await contents(other, first);

  await topView(page);
  await tile(page, "box").dragTo(page.locator(SCENE));
  await contents(other, [...first, "box"]);
  await chosen(page, ["box"]);
  // On the table, whose top is at a height of 1 m.
  await eventually(async () => (await poseOf(world, "box")).z).toBeCloseTo(1.25, 3);

  const beside = await place(page, 120, 100);
  await tile(page, "sphere").click();
  await page.getByText("Insert sphere: click to place").waitFor();
  await page.keyboard.press("Escape");
  await eventually(() => page.getByText("click to place").count()).toBe(0);
  await page.mouse.click(beside.x, beside.y);
  await chosen(page, []);
  await tile(page, "sphere").click();
  await page.mouse.click(beside.x, beside.y);
  await chosen(page, ["sphere"]);
  expect((await poseOf(world, "sphere")).z).toBeCloseTo(0.25, 3);

  // A model from the server's folders, in front of the camera: on the ground, beside the table that is there.
  await page.getByRole("region", { name: "Models" }).getByRole("button", { name: "Insert Cone" }).focus();
  await page.keyboard.press("Enter");
  await contents(other, [...first, "box", "sphere", "cone"]);
  const cone = await poseOf(world, "cone");
  expect(cone.z).toBeCloseTo(0, 3);
  expect(Math.max(Math.abs(cone.x), Math.abs(cone.y))).toBeGreaterThan(0.5);

  await drop(page, "arm.urdf", arm, beside);
  // The page must know it too, because the next name depends on the names it knows.
  for (const one of [page, other]) await contents(one, [...first, "box", "sphere", "cone", "arm"]);
  // Also beside the scene, where the browser would otherwise leave the page and open the file.
  await drop(page, "arm.urdf", arm, beside, ".panel-inspector");
  await contents(other, [...first, "box", "sphere", "cone", "arm", "arm_1"]);
  await drop(page, "notes.txt", "no model", beside);
  await notice(page, "Cannot insert notes.txt: this is no SDF file").waitFor();
});

test("[IS3] on a small screen a tap on the palette shows the scene, which cannot be closed while it is the only one", async () => {
  const { url } = await serving(cell());
  const page = await open(url, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const tab = (name: string): Locator => page.locator(".dv-tab", { hasText: name });
  await tab("Insert").tap();
  await tile(page, "box").tap();
  await page.getByText("Insert box: tap where to place it").waitFor();
  await page.locator(SCENE).tap();
  await tab("Entities").tap();
  await contents(page, ["ground", "table", "box"]);
  expect(await tab("Scene").locator(".dock-tab-close").count()).toBe(0);
  expect(await tab("Insert").locator(".dock-tab-close").count()).toBe(1);
});

test("[IS6][IS7][IS10] several things are duplicated, copied, pasted elsewhere, renamed and deleted, as one command each", async () => {
  const server = await serving(cell(crate("left", -1), crate("right", 1)));
  const page = await openPage(server.url);
  await contents(page, ["ground", "table", "left", "right"]);
  await topView(page);
  const [left, right] = [await place(page, 0, 170), await place(page, 0, -170)];
  await page.mouse.click(left.x, left.y);
  await page.keyboard.down("Shift");
  await page.mouse.click(right.x, right.y);
  await page.keyboard.up("Shift");
  await chosen(page, ["left", "right"]);
  await page.keyboard.press("Control+d");
  await contents(page, ["ground", "table", "left", "right", "left_1", "right_1"]);
  await chosen(page, ["left_1", "right_1"]);
  await page.keyboard.press("Delete");
  await contents(page, ["ground", "table", "left", "right"]);

  // A rectangle around both.
  await page.keyboard.down("Control");
  await page.mouse.move(left.x - 40, left.y + 40);
  await page.mouse.down();
  await page.mouse.move(right.x + 40, right.y - 40, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up("Control");
  await chosen(page, ["table", "left", "right"]);
  await page.keyboard.press("Control+c");
  await notice(page, "Copied 3 models").waitFor();
  // A different world, in a different browser.
  const elsewhere = await openPage(`${server.url}?local=empty`);
  await eventually(() => elsewhere.locator(".tree-row").allTextContents()).toContain("ground");
  await elsewhere.locator(SCENE).focus();
  await elsewhere.keyboard.press("Control+v");
  await eventually(() => names(elsewhere)).toEqual(expect.arrayContaining(["table", "left", "right"]));
  await page.evaluate(() => navigator.clipboard.writeText(`<model name="outside"><link name="l"/></model>`));
  await page.keyboard.press("Control+v");
  await chosen(page, ["outside"]);
  await page.keyboard.press("F2");
  const name = page.getByRole("textbox", { name: "Name of outside" });
  await name.fill("table");
  await page.keyboard.press("Enter");
  await eventually(() => page.getByRole("alert").allTextContents()).toContain("There is a “table” already");
  await name.fill("inside");
  await page.keyboard.press("Enter");
  await contents(page, ["ground", "table", "left", "right", "inside"]);
});

test("[IS8][IS9] a push moves a body; who only looks on is told why nothing can be done", async () => {
  const server = await serving(
    cell(crate("left", -1)),
    "--token",
    "operator=may-do-things",
    "--token",
    "viewer=looks-only",
  );
  const [page, viewer] = await Promise.all([
    openPage(`${server.url}?token=may-do-things`),
    openPage(`${server.url}?token=looks-only`),
  ]);
  await contents(page, ["ground", "table", "left"]);
  await topView(page);
  const { x, y } = await place(page, 0, 100);
  await page.mouse.click(x, y);
  await chosen(page, ["left"]);
  await page.keyboard.down("Control");
  await page.mouse.move(x, y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(x + 80, y, { steps: 4 });
  await page.locator(".push-label").filter({ hasText: " N" }).waitFor();
  await page.mouse.up({ button: "right" });
  await page.keyboard.up("Control");
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "Push with 50 N" }).click();
  await page.getByRole("button", { name: /^Undo Push left.* 50 N/ }).waitFor();
  const component = page.locator(".dv-tab").filter({ hasText: "Inspector" });
  await component.click();
  const field = page.locator(".number-field[data-label='Position x']").first();
  await eventually(async () => Number(await field.getAttribute("data-exact"))).toBeGreaterThan(0.01);

  await contents(viewer, ["ground", "table", "left"]);
  await viewer.getByText("Nothing can be inserted: you are only a viewer here").waitFor();
  expect(await tile(viewer, "box").isDisabled()).toBe(true);
  await viewer.locator(".tree-row").filter({ hasText: "left" }).click();
  await viewer.keyboard.press("Delete");
  await notice(viewer, "Cannot delete: you are only a viewer here; editing needs the role operator").waitFor();
  await viewer.locator(".tree-row").filter({ hasText: "left" }).click({ button: "right" });
  expect(await viewer.getByRole("menuitem", { name: "Duplicate" }).isDisabled()).toBe(true);
});

test("[IS12] a world without models offers a ground, and says why", async () => {
  const file = join(temporaryFolder(), "bare.sdf");
  writeFileSync(file, `<sdf version="1.9"><world name="w"/></sdf>`);
  const server = await serving(file);
  const page = await openPage(server.url);
  await page.getByText("there is nothing to fall on").waitFor();
  await page.getByRole("button", { name: "Add a ground plane" }).click();
  await contents(page, ["ground"]);
  await eventually(() => page.getByText("there is nothing to fall on").count()).toBe(0);
});

const arm = `<robot name="arm"><link name="base"><inertial><mass value="1"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>`;

/** Returns a table in the middle of the ground, without gravity, so that nothing moves by itself. */
function cell(...models: readonly string[]): string {
  const file = join(temporaryFolder(), "cell.sdf");
  const box = (size: string): string => `<geometry><box><size>${size}</size></box></geometry>`;
  writeFileSync(
    file,
    `<sdf version="1.11"><world name="cell"><gravity>0 0 0</gravity>
      <model name="ground"><static>true</static><link name="l"><visual name="v"><geometry>
        <plane><normal>0 0 1</normal><size>100 100</size></plane></geometry></visual></link></model>
      <model name="table"><static>true</static><pose>0 0 0.5 0 0 0</pose><link name="l">
        <collision name="c">${box("1 1 1")}</collision><visual name="v">${box("1 1 1")}</visual></link></model>
      ${models.join("")}</world></sdf>`,
  );
  return file;
}

function crate(name: string, y: number): string {
  const box = `<geometry><box><size>0.4 0.4 0.4</size></box></geometry>`;
  return `<model name="${name}"><pose>0 ${y} 0.2 0 0 0</pose><link name="l"><inertial><mass>2</mass></inertial>
    <collision name="c">${box}</collision><visual name="v">${box}</visual></link></model>`;
}

async function openPage(url: string): Promise<Page> {
  const page = await open(url, { viewport: { width: 1000, height: 640 }, reducedMotion: "reduce" });
  await page.waitForSelector(SCENE);
  return page;
}

/** Views the world from above, with its middle in the middle of the scene; +y is up. */
async function topView(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  // A user who turns the camera before there is anything to see gets no initial view of everything.
  await eventually(() => shapesDrawn(page)).toBeGreaterThan(2);
  await page.locator(SCENE).focus();
  await page.keyboard.press("Numpad7");
  await eventually(async () => (await sceneFigures(page)).eye).toMatch(/^-?0\.\d* -?0\.\d* /);
}

/** Converts pixels from the middle of the scene to pixels of the page. */
async function place(page: Page, right: number, down: number): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width, height } = (await page.locator(SCENE).boundingBox())!;
  return { x: x + width / 2 + right, y: y + height / 2 + down };
}

function tile(page: Page, title: string): Locator {
  return page.getByRole("button", { name: `Insert ${title}`, exact: true });
}

/** Drops a file as the desktop would. */
async function drop(
  page: Page,
  name: string,
  text: string,
  at: { readonly x: number; readonly y: number },
  onto = SCENE,
): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], fileName!));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent(onto, "drop", { dataTransfer: data, clientX: at.x, clientY: at.y });
}

function notice(page: Page, text: string): Locator {
  return page.locator(".notice-text").filter({ hasText: text });
}

function names(page: Page): Promise<string[]> {
  return page.locator(".tree-row[aria-level='2'] .tree-name").allTextContents();
}

function contents(page: Page, models: readonly string[]): Promise<void> {
  return eventually(() => names(page)).toEqual(models);
}

function chosen(page: Page, models: readonly string[]): Promise<void> {
  return eventually(() => page.locator(".tree-row[aria-selected=true] .tree-name").allTextContents()).toEqual(models);
}

async function poseOf(world: Node, name: string): Promise<{ x: number; y: number; z: number }> {
  const { pose = [] } = await world.request("/world/cell/pose/info", {}, { response: "gz.msgs.Pose_V" });
  const { x = 0, y = 0, z = 0 } = pose.find((one) => one.name === name)?.position ?? {};
  return { x, y, z };
}
