import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { orrery } from "@orrery/msgs";
import { type Component, type Entity } from "@orrery/sim";
import { componentNamed, moveEdit } from "@orrery/sim/host";
import { Inertial, Light, Material, Name, Pose, Surface } from "@orrery/sim/components";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { Mirror } from "../../packages/gui/src/client/mirror.ts";
import { clientOf, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, openPage, withBrowser } from "./pages.ts";

withBrowser();

/**
 * Returns a box that does not fall: a field keeps its value until somebody changes it. Numbers distinguish the boxes.
 */
const box = (number: number): string => `<model name="box_${number}"><pose>${number} 0 1 0 0 0.5</pose>
  <link name="link_${number}"><inertial><mass>1</mass></inertial>
  <collision name="hull_${number}"><geometry><box><size>1 1 1</size></box></geometry></collision>
  <visual name="look_${number}"><geometry><box><size>1 1 1</size></box></geometry>
  <material><diffuse>1 0 0 1</diffuse></material></visual></link></model>`;
const WORLD = `<sdf version="1.11"><world name="test"><physics type="rapier"><max_step_size>0.01</max_step_size></physics><gravity>0 0 0</gravity><frame name="corner"/>${box(1)}${box(9)}
  <light name="lamp" type="point"><pose>0 0 3 0 0 0</pose></light></world></sdf>`;

test("[IN34] mass, pose, colour, light, friction and name are edited, each as one command, and the world has them", async () => {
  const { page, value, done } = await opened();
  await choose(page, "link_1");
  await type(page, "Mass", "5/2");
  await eventually(() => value("link_1", Inertial)?.mass).toBe(2.5);
  await choose(page, "box_1");
  const { qx, qy, qz, qw } = value("box_1", Pose)!;
  await type(page, "Position z", "2 + 30cm");
  // Editing a position leaves the rotation unchanged to the bit.
  await eventually(() => value("box_1", Pose)).toEqual({ x: 1, y: 0, z: 2.3, qx, qy, qz, qw });
  await type(page, "Rotation yaw", "0.25 turn");
  await eventually(() => value("box_1", Pose)?.qz).toBeCloseTo(Math.SQRT1_2, 5);
  await choose(page, "look_1");
  await page.getByLabel("Diffuse", { exact: true }).fill("#00ff80");
  await page.keyboard.press("Enter");
  await eventually(() => value("look_1", Material)?.diffuse).toEqual({ r: 0, g: 1, b: 128 / 255, a: 1 });
  await page.getByLabel("Emissive, choose").fill("#330000");
  await eventually(() => value("look_1", Material)?.emissive).toEqual({ r: 0.2, g: 0, b: 0, a: 1 });
  await choose(page, "lamp");
  await type(page, "Intensity", "0.5");
  await eventually(() => value("lamp", Light)?.intensity).toBe(0.5);
  await page.getByLabel("Type", { exact: true }).selectOption("spot");
  await eventually(() => value("lamp", Light)).toMatchObject({ type: "spot", spotOuterAngle: Math.PI / 4 });
  await choose(page, "hull_1");
  await type(page, "Friction", "0.25");
  await eventually(() => value("hull_1", Surface)?.mu).toBe(0.25);
  await choose(page, "box_1");
  await page.getByLabel("Name", { exact: true }).fill("crate");
  await page.keyboard.press("Enter");
  await eventually(() => page.textContent(".inspector-title h2")).toBe("crate");
  await eventually(() => value("crate", Name)).toBe("crate");
  await eventually(done).toEqual([
    "Edit mass of box_1::link_1",
    "Edit position of box_1",
    "Edit rotation of box_1",
    "Edit diffuse colour of box_1::link_1::look_1",
    "Edit emissive colour of box_1::link_1::look_1",
    "Edit intensity of lamp",
    "Edit type of lamp",
    "Edit friction of box_1::link_1::hull_1",
    "Rename box_1 to crate",
  ]);
});

test("[IN8] an expression that is being typed is seen whole, in the first field of a row and in the last", async () => {
  const { page } = await opened();
  await choose(page, "box_1");
  for (const name of ["Position x", "Position z"]) {
    await page.locator(`.number-field[data-label="${name}"]`).click();
    const field = page.getByLabel(name, { exact: true });
    await field.fill("1 m + 30cm + 2/3");
    const { hidden, isInside } = await field.evaluate((input: HTMLInputElement) => {
      const [own, panel] = [input, input.closest(".panel-body")!].map((element) => element.getBoundingClientRect());
      return {
        hidden: input.scrollWidth - input.clientWidth,
        isInside: own!.left >= panel!.left && own!.right <= panel!.right,
      };
    });
    expect({ name, hidden, isInside }).toEqual({ name, hidden: 0, isInside: true });
    await page.keyboard.press("Escape");
  }
});

test("[IN8] the reason why a value is refused fits into a narrow panel, which stays where it is", async () => {
  const { page } = await opened();
  await choose(page, "box_1");
  await page.locator('.number-field[data-label="Position z"]').click();
  await page.getByLabel("Position z", { exact: true }).fill("1 furlongs");
  await page.keyboard.press("Enter");
  const problem = page.getByRole("alert").filter({ hasText: "is no unit here" });
  await eventually(() => problem.textContent()).toBe("“furlongs” is no unit here: use m, mm, cm, km, in or ft");
  const places = await problem.evaluate((element) => {
    const panel = element.closest(".panel-body")!;
    const [own, around] = [element, panel].map((each) => each.getBoundingClientRect());
    return [panel.scrollLeft, own!.left >= around!.left, own!.right <= around!.right];
  });
  expect(places).toEqual([0, true, true]);
});

test("[IN35] what is entered for several is one command for all of them; a drag is one, too", async () => {
  const { page, value, done } = await opened();
  await choose(page, "look_1");
  await row(page, "look_9").click({ modifiers: ["Control"] });
  await eventually(() => page.textContent(".inspector-title h2")).toBe("2 selected");
  await page.getByLabel("Diffuse", { exact: true }).fill("0 0 1");
  await page.keyboard.press("Enter");
  for (const name of ["look_1", "look_9"])
    await eventually(() => value(name, Material)?.diffuse).toEqual({ r: 0, g: 0, b: 1, a: 1 });
  await choose(page, "box_1");
  await row(page, "box_9").click({ modifiers: ["Control"] });
  await eventually(() => field(page, "Position x").textContent()).toContain("mixed");
  await drag(page, "Position z", 50);
  // A hundredth of a metre per pixel.
  await eventually(() => value("box_9", Pose)?.z).toBeCloseTo(1.5, 6);
  expect([value("box_1", Pose)!.x, value("box_9", Pose)!.x]).toEqual([1, 9]);
  await eventually(done).toEqual(["Edit diffuse colour of 2 visuals", "Edit position of 2 models"]);
});

test("[IN33][IN36] a wrong value says why and is never sent; what is typed stays while the world changes", async () => {
  const { page, value, done, move } = await opened();
  await choose(page, "link_1");
  const problem = page.locator(".field-problem");
  await field(page, "Mass").click();
  const mass = page.getByRole("textbox", { name: "Mass" });
  await mass.fill("-1");
  await eventually(() => problem.textContent()).toBe("Must be above 0, not -1");
  await page.keyboard.press("Enter");
  expect(await mass.inputValue()).toBe("-1");
  await mass.fill("45deg");
  await eventually(() => problem.textContent()).toBe("deg cannot be turned into kg: use kg, g or t");
  await page.keyboard.press("Escape");
  await eventually(() => exact(page, "Mass")).toBe(1);
  await page.getByLabel("Name", { exact: true }).fill("a::b");
  await eventually(() => problem.textContent()).toBe("“::” separates names and cannot be part of one");
  await page.keyboard.press("Escape");
  await eventually(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("link_1");
  await choose(page, "box_1");
  await field(page, "Position x").click();
  const x = page.getByRole("textbox", { name: "Position x" });
  await x.fill("7");
  await move("box_1", { x: 3, y: 5 });
  await eventually(() => exact(page, "Position y")).toBe(5);
  expect(await x.inputValue()).toBe("7");
  await page.keyboard.press("Enter");
  await eventually(() => value("box_1", Pose)).toMatchObject({ x: 7, y: 5 });
  // Only the world knows that this name is taken: by a frame.
  await page.getByLabel("Name", { exact: true }).fill("corner");
  await page.keyboard.press("Enter");
  await eventually(() => page.textContent(".notice")).toContain(
    'Cannot rename box_1 to corner: the name "corner" is taken',
  );
  await eventually(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("box_1");
  // Only focused: the value must not be reset to what it was then.
  await field(page, "Position z").click();
  await move("box_1", { x: 7, y: 5, z: 8 });
  await eventually(() => value("box_1", Pose)?.z).toBe(8);
  await page.keyboard.press("Tab");
  await eventually(() => exact(page, "Position z")).toBe(8);
  expect(value("link_1", Inertial)?.mass).toBe(1);
  await eventually(done).toEqual(["Moved", "Edit position of box_1", "Moved"]);
});

test("[IN39][IN37] keys do all of it: Tab, digits and arrows; the Menu key copies, pastes and resets", async () => {
  const { page, value } = await opened();
  await choose(page, "box_1");
  await field(page, "Position x").focus();
  await page.keyboard.type("3");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await eventually(() => value("box_1", Pose)).toMatchObject({ x: 3, y: 0.2 });
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ContextMenu");
  await page.getByRole("menuitem", { name: "Copy value as JSON" }).click();
  await eventually(() => copied(page)).toContain('"x": 3');
  await page.evaluate(() => navigator.clipboard.writeText('{"x": 2.5, "z": 6}'));
  await field(page, "Position x").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Paste value" }).click();
  await eventually(() => value("box_1", Pose)).toMatchObject({ x: 2.5, y: 0.2, z: 6 });
  await field(page, "Position x").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Reset to the default" }).click();
  await eventually(() => value("box_1", Pose)).toEqual({ x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 });
});

test("[IN38] who may only look sees the values, and why they cannot be edited", async () => {
  const { url } = await serving(worldFile(), "--token", "admin=for-admins", "--token", "viewer=for-viewers");
  const page = await openTree(`${url}?token=for-viewers`);
  await choose(page, "link_1");
  await eventually(() => page.textContent(".inspector-lock")).toContain(
    "Nothing can be edited: you are only a viewer here",
  );
  expect(await page.locator(".number-field.editable").count()).toBe(0);
  expect(await page.getByRole("switch", { name: "Gravity" }).isDisabled()).toBe(true);
});

test("[IN41] a third party's component is shown and edited as its module declares; an edit of it can be undone", async () => {
  const { page, value, done } = await opened(
    { worldName: "battery", shows: "rover" },
    "examples/battery.sdf",
    "--config",
    "examples/orrery.json",
  );
  await choose(page, "rover");
  // This process's mirror got its knowledge of the component from the stream, like the page.
  const Battery = componentNamed("example.Battery") as Component<Readonly<Record<string, number>>>;
  expect(Battery.facts).toMatchObject({ title: "Battery", group: "Power", units: { capacity: "J", load: "W" } });
  const group = page.locator(".inspector-body section", { has: page.getByRole("button", { name: "Power" }) });
  await eventually(() => group.textContent()).toMatch(/Charge.*J.*Capacity.*3600 ?J.*Load.*5 ?W/);
  await type(page, "Load", "1/2");
  await eventually(() => value("rover", Battery)?.["load"]).toBe(0.5);
  await field(page, "Capacity").click();
  await page.getByRole("textbox", { name: "Capacity", exact: true }).fill("-1");
  await eventually(() => page.locator(".field-problem").textContent()).toBe("Must be above 0, not -1");
  await page.keyboard.press("Escape");
  await eventually(done).toEqual(["Edit load of rover"]);
  await page.keyboard.press("Control+z");
  await eventually(() => value("rover", Battery)?.["load"]).toBe(5);
  await eventually(() => field(page, "Load").textContent()).toContain("5");
});

/** Returns a running world, a page that shows it, and a copy of the world like any client's. */
async function opened({ worldName, shows } = { worldName: "test", shows: "lamp" }, ...args: readonly string[]) {
  const server = await serving(...(args.length > 0 ? args : [worldFile()]));
  const node = await clientOf(server);
  const mirror = new Mirror();
  const following = mirror.follow(node, `/world/${worldName}`);
  let history: orrery.History = {};
  node.subscribe(`/world/${worldName}/history`, "orrery.msgs.History", (message) => (history = message.value));
  onTestFinished(() => following[Symbol.dispose]());
  const page = await openTree(server.url, worldName);
  const { world } = mirror;
  const named = (name: string): Entity | undefined => [...world.query(Name)].find(([, other]) => other === name)?.[0];
  const value = <T>(name: string, component: Component<T>): T | undefined => {
    const entity = named(name);
    return entity === undefined ? undefined : world.get(entity, component);
  };
  await eventually(() => named(shows)).toBeDefined();
  // Numbers of a running world are sent to viewers who watch them.
  mirror.watch(named(shows)!);
  return {
    page,
    value,
    /** Returns the commands done, oldest first. */
    done: () => (history.undo ?? []).map(({ description }) => description).reverse(),
    /** Moves something like another user. */
    move: (name: string, to: { readonly x: number; readonly y: number; readonly z?: number }) =>
      node.request(`/world/${worldName}/command`, {
        description: "Moved",
        edits: [moveEdit(named(name)!, { ...value(name, Pose)!, ...to })],
      }),
  };
}

function worldFile(): string {
  const file = join(temporaryFolder(), "test.sdf");
  writeFileSync(file, WORLD);
  return file;
}

/** With everything expanded in the tree. */
async function openTree(url: string, world = "test"): Promise<Page> {
  const page = await openPage(url, { viewport: { width: 960, height: 720 } });
  await row(page, world).click();
  await page.keyboard.press("*");
  return page;
}

async function choose(page: Page, name: string): Promise<void> {
  await row(page, name).click();
  await eventually(() => page.textContent(".inspector-title h2")).toBe(name);
}

function row(page: Page, name: string) {
  return page.locator(".tree-row").filter({ has: page.getByText(name, { exact: true }) });
}

function field(page: Page, label: string) {
  return page.locator(`.number-field[data-label="${label}"]`).first();
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).click();
  await page.getByRole("textbox", { name: label, exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

async function drag(page: Page, label: string, pixels: number): Promise<void> {
  const { x, y, width, height } = (await field(page, label).boundingBox())!;
  const [midX, midY] = [x + width / 2, y + height / 2];
  await page.mouse.move(midX, midY);
  await page.mouse.down();
  await page.mouse.move(midX + pixels / 2, midY);
  await page.mouse.move(midX + pixels, midY);
  await page.mouse.up();
}

async function exact(page: Page, label: string): Promise<number> {
  return Number(await field(page, label).getAttribute("data-exact"));
}

function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}
