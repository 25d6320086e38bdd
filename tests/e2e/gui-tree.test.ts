import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clientOf, onlyNamed, serving, temporaryFolder } from "./orrery-process.ts";
import { drawn, eventually, openPage, press, withBrowser } from "./pages.ts";
import { shapesDrawn } from "./scene-figures.ts";

withBrowser();

const ball = (name: string, x: number, z: number): string => `<model name="${name}"><pose>${x} 0 ${z} 0 0 0</pose>
  <link name="link"><collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link></model>`;

test("[IN4] what is chosen in the tree is inspected: live while it falls, to the bit when the world is paused", async () => {
  const server = await serving(worldFile(ball("falling", 0, 1000)));
  const page = await openPage(server.url);
  await row(page, "falling").click();
  await eventually(() => page.textContent(".inspector-title h2")).toBe("falling");
  const height = () => exact(page, "Position z");
  await eventually(height).toBeLessThan(await height());
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await eventually(() => page.textContent("#real-time-factor")).toBe("paused");
  const node = await clientOf(server);
  const { pose = [] } = await node.request("/world/test/pose/info", {}, { response: "gz.msgs.Pose_V" });
  const { position } = pose.find(({ name }) => name === "falling")!;
  await eventually(height).toBe(position!.z);
  await page.locator('.number-field[data-label="Position z"]').click({ modifiers: ["Alt"] });
  await eventually(() => copied(page)).toBe(String(position!.z));
});

test("[ET4] the tree, the inspector and the page's selection are one, both ways", async () => {
  const { url } = await serving("worlds/vehicle.sdf", "--paused");
  const page = await openPage(url);
  await row(page, "cone_1").click();
  await row(page, "cone_3").click({ modifiers: ["Shift"] });
  await row(page, "cone_2").click({ modifiers: ["Control"] });
  await eventually(() => page.textContent(".inspector-title h2")).toBe("2 selected");
  await eventually(() => chosen(page)).toEqual(["cone_1", "cone_3"]);
  // Selected elsewhere, in a collapsed model.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("rear_right_axle");
  await page.keyboard.press("Enter");
  await eventually(() => chosen(page)).toEqual(["rear_right_axle"]);
  await eventually(() => row(page, "rear_right_axle").isVisible()).toBe(true);
  // By the link that it connects, and by its ancestors.
  await page.locator(".entity-link", { hasText: "chassis" }).hover();
  await eventually(() => page.locator(".tree-row.hovered .tree-name").allTextContents()).toEqual(["chassis"]);
  await page.locator(".entity-link", { hasText: "chassis" }).click();
  await eventually(() => chosen(page)).toEqual(["chassis"]);
  await page.getByRole("navigation", { name: "What it is part of" }).getByText("vehicle").last().click();
  await eventually(() => page.textContent(".inspector-title h2")).toBe("vehicle");
});

test("[ET5] keys move, unfold and find; the Menu key opens the menu", async () => {
  const { url } = await serving("worlds/vehicle.sdf", "--paused");
  const page = await openPage(url);
  await row(page, "ground").click();
  await page.keyboard.press("ArrowDown");
  await eventually(() => chosen(page)).toEqual(["vehicle"]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await eventually(() => chosen(page)).toEqual(["chassis"]);
  await page.keyboard.press("Control+f");
  await page.keyboard.type("cone_7");
  await row(page, "cone_7").click();
  await eventually(() => chosen(page)).toEqual(["cone_7"]);
  await page.keyboard.press("ContextMenu");
  await page.getByRole("menuitem", { name: "Copy as SDF" }).click();
  await eventually(() => copied(page)).toMatch(/^<model name="cone_7">[^]*<\/model>$/);
  await row(page, "cone_7").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Select children" }).click();
  await eventually(() => page.textContent(".inspector-title h2")).toBe("link");
  // First ends the search, then the selection.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await eventually(() => chosen(page)).toEqual([]);
  await eventually(() => page.textContent(".panel-inspector")).toContain("Nothing is selected");
});

test("[ET6] ten thousand entities scroll and filter with only the rows in sight drawn", async () => {
  // With four entities each.
  const models = Array.from({ length: 2500 }, (_, i) =>
    ball(`thing_${i}`, i, 0).replace("<pose>", "<static>true</static><pose>"),
  );
  const withVisuals = models.map((model) =>
    model.replace(
      "</link>",
      '<visual name="v"><geometry><sphere><radius>0.1</radius></sphere></geometry></visual></link>',
    ),
  );
  const { url } = await serving(worldFile(withVisuals.join("\n")), "--paused");
  const page = await openPage(url);
  await eventually(() => page.textContent(".tree-status")).toContain("10,001 entities");
  const rows = page.locator(".tree-row");
  await row(page, "test").click();
  await page.keyboard.press("*");
  await page.keyboard.press("End");
  await eventually(() => chosen(page)).toEqual(["c"]);
  await eventually(() => page.locator(".tree-row", { hasText: "thing_2499" }).isVisible()).toBe(true);
  expect(await rows.count()).toBeLessThan(100);
  // Selected elsewhere, far out of sight.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("thing_1111");
  await page.keyboard.press("Enter");
  await eventually(() => chosen(page)).toEqual(["thing_1111"]);
  await eventually(() => row(page, "thing_1111").isVisible()).toBe(true);
  // A click selects what is under the pointer, however far that is from the previous selection.
  const list = page.locator(".panel-entity-tree [role=tree] > div");
  await list.evaluate((element) => element.scrollTo(0, 0));
  await row(page, "thing_0").hover();
  await page.mouse.down();
  // Even while the list is still scrolling.
  await list.evaluate((element) => element.scrollTo(0, 1));
  await drawn(page);
  await page.mouse.up();
  await eventually(() => chosen(page)).toEqual(["thing_0"]);
  await page.getByRole("searchbox", { name: "Find entities" }).fill("thing_1234");
  await eventually(() => page.textContent(".tree-status")).toContain("1 of 10,001");
  await eventually(() => rows.count()).toBe(2);
});

test("[ET7] a world without scene-broadcaster is said to have none, and a press adds it", async () => {
  const world = `${onlyNamed}<plugin name="physics" filename="physics"/>${ball("a", 0, 1)}`;
  const { url } = await serving(worldFile(world), "--paused");
  const page = await openPage(url);
  const panel = page.locator(".panel-entity-tree");
  await eventually(() => panel.textContent()).toContain("This world has no scene-broadcaster");
  await panel.getByRole("button", { name: "Add scene-broadcaster" }).click();
  await eventually(() => row(page, "a").isVisible()).toBe(true);
});

test("[IN9] without a world, and without a choice, both panels say so", async () => {
  const { url } = await serving("worlds/empty.sdf", "--paused");
  const page = await openPage(url);
  await eventually(() => page.textContent(".panel-inspector")).toContain("Click something in the scene or in the tree");
  await page.locator(".tree-row").first().click();
  await eventually(() => page.textContent(".panel-inspector")).toContain("Gravity");
});

function worldFile(inside: string): string {
  const file = join(temporaryFolder(), "test.sdf");
  writeFileSync(file, `<sdf version="1.11"><world name="test">${inside}</world></sdf>`);
  return file;
}

function row(page: Page, name: string) {
  return page.locator(".tree-row").filter({ has: page.getByText(name, { exact: true }) });
}

function chosen(page: Page): Promise<string[]> {
  return page.locator(".tree-row[aria-selected=true] .tree-name").allTextContents();
}

function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Returns the double that a field shows rounded. */
async function exact(page: Page, label: string): Promise<number> {
  return Number(await page.locator(`.number-field[data-label="${label}"]`).first().getAttribute("data-exact"));
}

test("[SC25] what is hidden is neither drawn nor picked, and is there again on demand; a reload keeps it", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--paused");
  const page = await openPage(url);
  const shapes = () => shapesDrawn(page);
  await eventually(() => page.locator(".tree-row").allTextContents()).toContain("ramp");
  await eventually(shapes).toBeGreaterThan(20);
  const all = await shapes();
  await page.locator(".tree-row", { hasText: "ramp" }).first().click();
  await page.keyboard.press("h");
  await eventually(shapes).toBe(all - 1);
  await eventually(() => page.locator(".hidden-hint").textContent()).toContain("1 thing is hidden");
  await page.reload();
  await eventually(() => page.locator(".hidden-hint").count()).toBe(1);
  await eventually(shapes).toBe(all - 1);
  await press(page, "Show all");
  await eventually(shapes).toBe(all);
  await page.locator(".tree-row", { hasText: "ramp" }).first().click();
  await page.keyboard.press("/");
  await eventually(shapes).toBeLessThan(all / 2);
  await page.keyboard.press("/");
  await eventually(shapes).toBe(all);
});
