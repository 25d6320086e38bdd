import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { clientOf, serving, temporaryFolder } from "./orrery-process.ts";
import { drawn, eventually, openPage as open, withBrowser } from "./pages.ts";
import { sceneFigures, sceneProbe } from "./scene-figures.ts";

withBrowser();

describe("transform tools", () => {
  test("[TF1] an arrow that is dragged is one command, and the pose is what the label said; Escape and the right button take it back", async () => {
    const { page, world, commands } = await openWorld();
    await choose(page, "crate_1");
    await page.keyboard.press("t");
    const arrow = await handle(page, "x");
    await grab(page, arrow, 40, 0);
    const { amount, result } = await label(page);
    expect(amount).toBeGreaterThan(0.1);
    const held = await handle(page, "x");
    const seen = await watchHandle(page, "x");
    await page.mouse.up();
    await eventually(() => commands()).toEqual(["Move crate_1"]);
    await eventually(async () => (await world("crate_1")).x).toBeCloseTo(result!, 6);
    expect(result).toBeCloseTo(amount, 3);
    expect((await world("crate_1")).y).toBe(0);
    // The bar shows the world's value; nothing is held any more.
    await eventually(() => field(page, "Position x")).toBeCloseTo(result!, 3);
    // Nor was it anywhere else in between.
    const before = await handle(page, "x");
    expect(apart(before, held)).toBeLessThan(1.5);
    expect((await seen()).filter((place) => apart(place, held) > 1.5)).toEqual([]);

    await grab(page, before, 60, 10);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await eventually(() => handle(page, "x")).toEqual(before);
    await grab(page, await handle(page, "y"), 40, -20);
    await page.mouse.down({ button: "right" });
    await page.mouse.up({ button: "right" });
    await page.mouse.up();
    await eventually(() => handle(page, "x")).toEqual(before);
    await eventually(() => page.locator(".drag-label:visible").count()).toBe(0);
    expect(await page.getByRole("menu").count()).toBe(0);

    // A click on an arrow selects it, so that a number can be typed.
    await page.mouse.click(before.x, before.y);
    await page.keyboard.type("1/4 m");
    await page.keyboard.press("Enter");
    await eventually(() => commands()).toEqual(["Move crate_1", "Move crate_1"]);
    await eventually(async () => (await world("crate_1")).x).toBeCloseTo(result! + 0.25, 6);

    // With Ctrl it snaps to the grid, wherever it was.
    await grab(page, await handle(page, "x"), 30, 0);
    await page.keyboard.down("Control");
    const snapped = await label(page);
    await page.mouse.up();
    await page.keyboard.up("Control");
    await eventually(() => commands()).toHaveLength(3);
    await eventually(async () => (await world("crate_1")).x).toBeCloseTo(snapped.result!, 6);
    expect((snapped.result! * 4) % 1).toBeCloseTo(0, 9);
  });

  test("[PV1] what is let go in a world that runs is never seen back where it was, and falls from where it was let go", async () => {
    const server = await serving(writeFalling());
    const page = await open(server.url, OPTIONS);
    const client = await clientOf(server);
    await eventually(() => page.getByRole("treeitem").count()).toBeGreaterThan(2);
    const history = listen(client);
    await choose(page, "ball");
    await page.keyboard.press("t");
    const arrow = await handle(page, "z");
    await grab(page, arrow, 0, -120);
    const { amount } = await label(page);
    expect(amount).toBeGreaterThan(0.1);
    const held = await handle(page, "z");
    const seen = await watchHandle(page, "z");
    await page.mouse.up();
    await eventually(() => history().map(({ description }) => description)).toEqual(["Move ball"]);
    // On the ground again.
    await eventually(async () => (await poseOf(client, "ball")).z).toBeLessThan(0.26);
    await eventually(async () => Math.abs((await handle(page, "z")).y - arrow.y)).toBeLessThan(3);
    const heights = (await seen()).map(({ y }) => y).filter((y) => !Number.isNaN(y));
    // It starts where it was held, and from there on only falls; pixels count downwards.
    expect(Math.abs(heights[0]! - held.y)).toBeLessThan(1.5);
    const rises = heights.filter((y, i) => i > 0 && y < heights[i - 1]! - 1.5);
    expect(rises).toEqual([]);
  });

  test("[TF6] several things turn, grow and are aligned together, each time as one command", async () => {
    const { page, world, commands } = await openWorld();
    await choose(page, "crate_1", "crate_2");
    await page.keyboard.press("r");
    await page.keyboard.press("Shift+G");
    const ring = await handle(page, "z");
    await grab(page, ring, 40, 0);
    const { amount } = await label(page);
    expect(amount % 15).toBe(0);
    await page.mouse.up();
    await eventually(() => commands()).toEqual(["Rotate 2 models"]);
    // About their middle, (1, 0), which was 1 m away from each.
    const angle = (amount * Math.PI) / 180;
    await eventually(async () => (await world("crate_2")).x).toBeCloseTo(1 + Math.cos(angle), 6);
    expect((await world("crate_1")).y).toBeCloseTo(-Math.sin(angle), 6);
    expect((await world("crate_1")).yaw).toBeCloseTo(angle, 6);

    await page.keyboard.press("s");
    const middle = await handle(page, "all");
    await page.mouse.click(middle.x, middle.y);
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await eventually(() => commands()).toEqual(["Scale 2 models", "Rotate 2 models"]);
    await eventually(async () => (await world("crate_2")).x).toBeCloseTo(1 + 2 * Math.cos(angle), 6);

    await page.keyboard.press("Shift+A");
    const least = page.getByRole("button", { name: "Least of z" });
    // The one that was not on the ground has moved there.
    await least.hover();
    await least.click();
    await eventually(() => commands()).toContain("Align 2 models");
    // Of sizes 1 and 0.5, both now twice as large.
    await eventually(async () => (await world("crate_1")).z - (await world("crate_2")).z).toBeCloseTo(0.5, 5);
    expect((await world("crate_2")).x).toBeCloseTo(1 + 2 * Math.cos(angle), 6);
  });

  test("[TF2] what the world refuses is back, with the reason", async () => {
    const { page, world, commands } = await openWorld();
    await choose(page, "held");
    await page.keyboard.press("t");
    const before = await handle(page, "x");
    await grab(page, before, 30, 0);
    await page.mouse.up();
    await page
      .getByText(/^Cannot move held: .* fixes it to the world/)
      .first()
      .waitFor();
    await eventually(() => handle(page, "x")).toEqual(before);
    expect((await world("held")).z).toBe(3);
    expect(commands()).toEqual([]);
  });

  test("[TF11] with Shift a thing stands on what is under the pointer; Snap puts a face onto another", async () => {
    const { page, world, commands } = await openWorld();
    await choose(page, "crate_1");
    await page.keyboard.press("t");
    const large = await handle(page, "all");
    await choose(page, "crate_2");
    await eventually(() => handle(page, "all")).not.toEqual(large);
    const small = await handle(page, "all");
    await page.keyboard.down("Shift");
    await grab(page, small, large.x - small.x, large.y - small.y);
    await label(page);
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await eventually(() => commands()).toEqual(["Move crate_2"]);
    // Cubes of 1 m and 0.5 m that touch each other.
    await eventually(() => reach(world)).toBeCloseTo(0.75, 5);
    await eventually(() => handle(page, "all")).not.toEqual(small);

    const face = await handle(page, "all");
    await page.keyboard.press("v");
    await page.mouse.click(face.x, face.y);
    await page.getByText("Click where to put that face of crate_2").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Click the face to put somewhere").waitFor();
    await page.mouse.click(face.x, face.y);
    await page.getByText("Click where to put that face of crate_2").waitFor();
    await drawn(page);
    await page.mouse.click(large.x, large.y);
    await eventually(() => commands()).toEqual(["Snap crate_2 to crate_1", "Move crate_2"]);
    await eventually(() => reach(world)).toBeCloseTo(0.75, 5);
  });

  test("[TF14] who may not edit is told so by the tools", async () => {
    const { url } = await serving(writeWorld(), "--paused", "--token", "viewer=looks-only");
    const page = await open(`${url}?token=looks-only`, OPTIONS);
    const tool = page.getByRole("button", { name: "Translate" });
    await eventually(() => tool.getAttribute("data-tip")).toContain("editing needs the role operator");
    expect(await tool.isDisabled()).toBe(true);
    await page.locator(".scene-canvas canvas").focus();
    await page.keyboard.press("t");
    await page.getByText("editing needs the role operator").first().waitFor();
  });
});

const OPTIONS = { viewport: { width: 1000, height: 620 }, reducedMotion: "reduce" } as const;

async function openWorld() {
  const server = await serving(writeWorld());
  const page = await open(server.url, OPTIONS);
  const client = await clientOf(server);
  await eventually(() => page.getByRole("treeitem").count()).toBeGreaterThan(2);
  const history = listen(client);
  return {
    page,
    world: (name: string) => poseOf(client, name),
    commands: () => history().map(({ description = "" }) => description),
  };
}

/** Writes a world with two crates of 1 m and 0.5 m, and one held by a joint. */
function writeWorld(): string {
  const box = (size: number): string => `<geometry><box><size>${size} ${size} ${size}</size></box></geometry>`;
  const crate = (name: string, pose: string, size: number): string =>
    `<model name="${name}"><static>true</static><pose>${pose}</pose><link name="l">
      <visual name="v">${box(size)}</visual><collision name="c">${box(size)}</collision></link></model>`;
  const held = `<model name="held"><pose>-2 0 3 0 0 0</pose><link name="l"><visual name="v">${box(1)}</visual></link>
    <joint name="peg" type="fixed"><parent>world</parent><child>l</child></joint></model>`;
  const path = join(temporaryFolder(), "world.sdf");
  const models = crate("crate_1", "0 0 0.5 0 0 0", 1) + crate("crate_2", "2 0 2 0 0 0", 0.5) + held;
  writeFileSync(path, `<sdf version="1.11"><world name="crates">${models}</world></sdf>`);
  return path;
}

/** Writes a world with a ball of 0.5 m on the ground, slow enough that a fall can be observed. */
function writeFalling(): string {
  const ball = `<geometry><sphere><radius>0.25</radius></sphere></geometry>`;
  const path = join(temporaryFolder(), "world.sdf");
  const models = `<model name="ground"><static>true</static><link name="l"><collision name="c"><geometry><plane>
      <normal>0 0 1</normal><size>4 4</size></plane></geometry></collision><visual name="v"><geometry><plane>
      <normal>0 0 1</normal><size>4 4</size></plane></geometry></visual></link></model>
    <model name="ball"><pose>0 0 0.25 0 0 0</pose><link name="l"><visual name="v">${ball}</visual>
      <collision name="c">${ball}<surface><contact/></surface></collision></link></model>`;
  const physics = `<physics name="slow" type="ignored"><max_step_size>0.001</max_step_size>
    <real_time_factor>0.3</real_time_factor></physics>`;
  writeFileSync(path, `<sdf version="1.11"><world name="crates">${physics}${models}</world></sdf>`);
  return path;
}

function listen(client: Node): () => readonly orrery.HistoryMark[] {
  let last: orrery.History = {};
  client.subscribe("/world/crates/history", "orrery.msgs.History", ({ value }) => void (last = value));
  return () => last.undo ?? [];
}

async function poseOf(client: Node, name: string) {
  const { pose = [] } = await client.request("/world/crates/pose/info", {}, { response: "gz.msgs.Pose_V" });
  const found = pose.find((one) => one.name === name);
  const { x = 0, y = 0, z = 0 } = found?.position ?? {};
  const { z: qz = 0, w: qw = 1 } = found?.orientation ?? {};
  return { x, y, z, yaw: 2 * Math.atan2(qz, qw) };
}

/** Returns the distance of crate_2 from crate_1, along the axis on which they are farthest apart. */
async function reach(world: (name: string) => ReturnType<typeof poseOf>): Promise<number> {
  const [one, two] = [await world("crate_1"), await world("crate_2")];
  return Math.max(Math.abs(one.x - two.x), Math.abs(one.y - two.y), Math.abs(one.z - two.z));
}

async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  for (const [i, name] of names.entries()) {
    const row = page.getByRole("treeitem").filter({ hasText: name }).first();
    await row.click(i === 0 ? {} : { modifiers: ["Control"] });
  }
}

/** Returns where a handle can be grabbed, in pixels of the page. */
async function handle(page: Page, name: string): Promise<{ readonly x: number; readonly y: number }> {
  const canvas = page.locator(".scene-canvas canvas");
  await drawn(page);
  const handles = async (): Promise<string> => (await sceneFigures(page)).handles ?? "";
  await eventually(handles).toContain(`${name} `);
  const [, x, y] = (await handles())
    .split(";")
    .map((one) => one.split(" "))
    .find(([which]) => which === name)!;
  const box = (await canvas.boundingBox())!;
  return { x: box.x + Number(x), y: box.y + Number(y) };
}

/** Records the place of a handle in every frame from now on, until the result is called. */
async function watchHandle(page: Page, name: string): Promise<() => Promise<{ x: number; y: number }[]>> {
  await page.evaluate(
    ({ ask, which }) => {
      const canvas = document.querySelector<HTMLCanvasElement>(".scene-canvas canvas")!;
      const { left, top } = canvas.getBoundingClientRect();
      const seen: { x: number; y: number }[] = ((globalThis as unknown as { seen: unknown }).seen = []);
      const look = (): void => {
        const [, x, y] =
          ask()
            .handles?.split(";")
            .map((one) => one.split(" "))
            .find(([one]) => one === which) ?? [];
        seen.push({ x: left + Number(x), y: top + Number(y) });
        requestAnimationFrame(look);
      };
      look();
    },
    { ask: await sceneProbe(page), which: name },
  );
  return () => page.evaluate(() => (globalThis as unknown as { seen: { x: number; y: number }[] }).seen);
}

function apart(a: { readonly x: number; readonly y: number }, b: { readonly x: number; readonly y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Grabs a handle and drags, without releasing it. */
async function grab(
  page: Page,
  from: { readonly x: number; readonly y: number },
  right: number,
  down: number,
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + right / 2, from.y + down / 2);
  await page.mouse.move(from.x + right, from.y + down);
}

/** Reads the label beside the pointer: the amount, and the result. */
async function label(page: Page): Promise<{ readonly amount: number; readonly result: number | undefined }> {
  await page.locator(".drag-label:visible").waitFor();
  await drawn(page);
  const text = (await page.textContent(".drag-label"))!.replaceAll("−", "-");
  const [amount, result] = [...text.matchAll(/[+-]?\d+(\.\d+)?/g)].map(([number]) => Number(number));
  return { amount: amount!, result };
}

async function field(page: Page, name: string): Promise<number> {
  return Number(await page.locator(`.pose-bar [data-label="${name}"]`).getAttribute("data-exact"));
}
