import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { clientOf, OrreryProcess, serving, temporaryFolder } from "./orrery-process.ts";
import { drawn, eventually, openPage as open, withBrowser } from "./pages.ts";
import { eyeOf, sceneFigures, sceneProbe } from "./scene-figures.ts";

withBrowser();

describe("the scene", () => {
  test("[SC8] a world appears and moves; paused, nothing is drawn any more", async () => {
    const page = await openPage((await serving("worlds/pendulum.sdf")).url);
    await eventually(() => figure(page, "shapes")).toBeGreaterThan(2);
    const first = await picture(page);
    await eventually(async () => first.equals(await picture(page))).toBe(false);
    await page.getByRole("button", { name: "Pause" }).click();
    await eventually(() => page.textContent("#real-time-factor")).toBe("paused");
    await eventually(() => drawnWithin(page, 10)).toBe(0);
  });

  test("[SC3] dragging orbits, the wheel comes nearer, keys frame all and show the top", async () => {
    const page = await openPage((await serving(twoCrates())).url);
    await eventually(() => figure(page, "shapes")).toBe(3);
    const first = await restingEye(page);
    const { x, y } = await middle(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 3 });
    await page.mouse.up();
    await eventually(async () => apart(first, await eyeOf(page))).toBeGreaterThan(1);
    const turned = await restingEye(page);
    expect(Math.hypot(...turned)).toBeCloseTo(Math.hypot(...first), 1);
    await page.mouse.wheel(0, -200);
    await eventually(async () => Math.hypot(...(await eyeOf(page)))).toBeLessThan(Math.hypot(...turned) - 0.5);
    const near = await eyeOf(page);
    await page.keyboard.press("a");
    await eventually(async () => apart(near, await eyeOf(page))).toBeGreaterThan(0.1);
    await page.getByRole("button", { name: "Top view" }).click({ force: true });
    await eventually(async () => Math.hypot(...(await eyeOf(page)).slice(0, 2))).toBeLessThan(0.01);
  });

  test("[SC3] a key pressed before the page has told the scene its size finds everything in view all the same", async () => {
    const { url } = await serving(twoCrates(), "--paused");
    const eyes: number[][] = [];
    for (const before of [undefined, holdSizes]) {
      const page = await open(url, { viewport: { width: 900, height: 620 }, ...(before && { before }) });
      await page.waitForSelector(".scene-canvas canvas");
      await eventually(() => figure(page, "shapes")).toBe(3);
      await page.locator(".scene-canvas canvas").focus();
      await page.keyboard.press("Numpad7");
      await page.evaluate(() => dispatchEvent(new Event("sizes")));
      await eventually(async () => Math.hypot(...(await eyeOf(page)).slice(0, 2))).toBeLessThan(0.01);
      await eventually(async () => (await eyeOf(page))[2]).toBeGreaterThan(0);
      await drawn(page);
      eyes.push(await eyeOf(page));
    }
    // Panels that arrive meanwhile change the height of the canvas by a few pixels. Without framing, the camera is metres
    // higher.
    expect(apart(eyes[1]!, eyes[0]!)).toBeLessThan(0.1);
  });

  test("[SC3] the camera goes where the followed model goes", async () => {
    const box = `<model name="stone"><pose>0 0 100 0 0 0</pose><link name="l"><inertial auto="true"/>
      <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
      <visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual></link></model>`;
    const page = await openPage((await serving(writeWorld(box), "--paused")).url);
    await eventually(() => figure(page, "shapes")).toBe(1);
    const { x, y } = await middle(page);
    await page.mouse.click(x, y);
    await eventually(() => chosen(page)).toEqual(["stone"]);
    const [, , before] = await eyeOf(page);
    await page.keyboard.press("Shift+F");
    await drawn(page);
    await page.keyboard.press("Space");
    await eventually(async () => (await eyeOf(page))[2]).toBeLessThan(before - 5);
    // It is still in the middle.
    await eventually(() => page.textContent("#real-time-factor")).not.toBe("paused");
    await page.keyboard.press("Space");
    await eventually(() => page.textContent("#real-time-factor")).toBe("paused");
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 395);
    await eventually(() => chosen(page)).toEqual([]);
    await eventually(() => drawnWithin(page, 5)).toBe(0);
    await page.mouse.click(x, y);
    await eventually(() => chosen(page)).toEqual(["stone"]);
  });

  test("[SC19][IS11] the mouse has the habits of the preset, after a reload too; a middle drag pastes nothing", async () => {
    const page = await openPage((await serving(twoCrates())).url);
    await eventually(() => figure(page, "shapes")).toBe(3);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("navigate as in blender");
    await page.keyboard.press("Enter");
    await page.reload();
    await eventually(() => figure(page, "shapes")).toBe(3);
    const first = await eyeOf(page);
    const { x, y } = await middle(page);
    // As a browser on Linux does when the button is released.
    await page.evaluate(() =>
      document.addEventListener("mouseup", ({ button }) => {
        if (button !== 1) return;
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", '<sdf version="1.11"><model name="pasted"><link name="l"/></model></sdf>');
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }),
    );
    const dragBy = async (button: "left" | "middle"): Promise<void> => {
      await page.mouse.move(x, y);
      await page.mouse.down({ button });
      await page.mouse.move(x + 60, y, { steps: 3 });
      await page.mouse.up({ button });
    };
    await dragBy("middle");
    await eventually(async () => apart(first, await eyeOf(page))).toBeGreaterThan(1);
    await drawn(page);
    const turned = await eyeOf(page);
    await dragBy("left");
    await drawn(page);
    expect(await eyeOf(page)).toEqual(turned);
    expect(await page.locator(".notice").allTextContents()).toEqual([]);
    await page.keyboard.press("?");
    await eventually(() => page.getByRole("dialog").textContent()).toContain("Shift and middle drag");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Home");
    await eventually(async () => apart(turned, await eyeOf(page))).toBeGreaterThan(0.01);
    expect(await figure(page, "shapes")).toBe(3);
  });

  test("[SC5] a click chooses a model, Ctrl adds, the ground clears; the outline shows", async () => {
    const page = await openPage((await serving(twoCrates())).url);
    await eventually(() => figure(page, "shapes")).toBe(3);
    await page.keyboard.press("Numpad1");
    await eventually(async () => Math.abs((await eyeOf(page))[1])).toBeLessThan(0.01);
    // Seen from +x: the left one is on the right of +y.
    const { x, y } = await middle(page);
    const before = await picture(page);
    await page.mouse.click(x - 60, y);
    await eventually(() => chosen(page)).toEqual(["right crate"]);
    await page.mouse.move(5, 300);
    await eventually(async () => before.equals(await picture(page))).toBe(false);
    await page.keyboard.down("Control");
    await page.mouse.click(x + 60, y);
    await page.keyboard.up("Control");
    await eventually(() => chosen(page)).toEqual(["right crate", "left crate"]);
    await page.mouse.click(x, y + 110);
    await eventually(() => chosen(page)).toEqual([]);
  });

  test("[SC4][SC20] the world of 3,000 shapes takes few draw calls, also with all of them chosen", async () => {
    const page = await openPage((await serving("worlds/stress-3000.sdf", "--paused")).url);
    await eventually(() => figure(page, "shapes")).toBeGreaterThanOrEqual(3000);
    expect(await figure(page, "calls")).toBeLessThan(40);
    await page.keyboard.press("Control+a");
    await eventually(() => chosen(page)).toHaveLength(8);
    await drawn(page);
    expect(await figure(page, "calls")).toBeLessThan(80);
  });

  test("[SC9][SF1] meshes are read from the server; a missing one is a box of wires, and told of until it is given", async () => {
    const world = writeWorld(
      ["wedge", "none"]
        .map(
          (
            name,
            i,
          ) => `<model name="${name}"><static>true</static><pose>0 ${i} 0 0 0 0</pose><link name="l"><visual name="v">
            <geometry><mesh><uri>${name}.stl</uri></mesh></geometry></visual></link></model>`,
        )
        .join(""),
      { "wedge.stl": tetrahedron },
    );
    const server = await serving(world);
    const page = await openPage(server.url);
    await eventually(() => page.getByText("none.stl is missing and drawn as a box").count()).toBe(1);
    await eventually(() => figure(page, "shapes")).toBe(2);

    // A dropped file is available to everybody.
    const other = await openPage(server.url);
    await eventually(() => other.getByText("none.stl is missing").count()).toBe(1);
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "none.stl"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, tetrahedron);
    await page.getByText("1 mesh given to the server, for everybody").waitFor();
    for (const one of [page, other]) await eventually(() => one.getByText("none.stl is missing").count()).toBe(0);
    await eventually(() => figure(other, "shapes")).toBe(2);
  });

  test("[SC9] what is missing is no longer reported when the server was started again and has it", async () => {
    const model = `<model name="m"><static>true</static><link name="l"><visual name="v">
      <geometry><mesh><uri>none.stl</uri></mesh></geometry></visual></link></model>`;
    const world = writeWorld(model);
    const first = await serving(world);
    const page = await openPage(first.url);
    await page.getByText("none.stl is missing").waitFor();
    await first.stop("SIGKILL");
    writeFileSync(join(dirname(world), "none.stl"), tetrahedron);
    const again = new OrreryProcess(["run", world, "--port", new URL(first.url).port]);
    onTestFinished(() => again.stop("SIGKILL").then(() => undefined));
    await page.getByText("this is a new run").waitFor();
    await eventually(() => page.getByText("none.stl is missing").count()).toBe(0);
    await eventually(() => figure(page, "shapes")).toBe(1);
  });

  test("[SC18] every visual of a file that several share is drawn", async () => {
    const page = await openPage((await serving("worlds/shared-meshes.sdf", "--paused")).url);
    // The ground, the mark of the sun, five wedges, and two tables with two parts each.
    await eventually(() => figure(page, "shapes")).toBe(1 + 1 + 5 + 2 * 2);
  });

  test("[SC10] others are seen where they look from, by name", async () => {
    const server = await serving(twoCrates());
    const page = await openPage(server.url);
    await eventually(() => figure(page, "shapes")).toBe(3);
    const other = await clientOf(server);
    const camera = { position: { x: 0, y: 0, z: 2 }, orientation: { w: 1 } };
    await other.request("/orrery/presence", { camera, name: "Ada" });
    await eventually(() => page.locator(".scene-tag.person").allTextContents()).toEqual(["Ada"]);
    other[Symbol.dispose]();
    await eventually(() => page.locator(".scene-tag.person").count()).toBe(0);
  });

  test("[SC11] without WebGL the panel says what to do, and time still continues", async () => {
    const { url } = await serving(twoCrates());
    const page = await open("about:blank", { viewport: { width: 480, height: 400 } });
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.goto(url);
    await page.getByText("This browser shows no 3D pictures").waitFor();
    await eventually(() => page.textContent("#sim-time")).not.toBe("0.000 s");
  });
});

const tetrahedron = [
  ["0 0 0", "0 1 0", "1 0 0"],
  ["0 0 0", "1 0 0", "0 0 1"],
  ["0 0 0", "0 0 1", "0 1 0"],
  ["1 0 0", "0 1 0", "0 0 1"],
]
  .map(
    (corners) => `facet normal 0 0 0\nouter loop\n${corners.map((c) => `vertex ${c}`).join("\n")}\nendloop\nendfacet`,
  )
  .reduce((text, facet) => `${text}\n${facet}`, "solid t")
  .concat("\nendsolid t\n");

/** Returns two crates on the ground, around the middle of the world, so that the bounds for framing are symmetric. */
function twoCrates(): string {
  const crate = (name: string, y: number): string =>
    `<model name="${name}"><static>true</static><pose>0 ${y} 0 0 0 0</pose><link name="l"><visual name="v">
      <geometry><box><size>1 1 1</size></box></geometry></visual></link></model>`;
  const ground = `<model name="ground"><static>true</static><link name="l"><visual name="v"><geometry>
    <plane><normal>0 0 1</normal><size>100 100</size></plane></geometry></visual></link></model>`;
  return writeWorld(ground + crate("left crate", 1) + crate("right crate", -1));
}

function writeWorld(models: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const world = join(folder, "world.sdf");
  writeFileSync(world, `<sdf version="1.11"><world name="crates">${models}</world></sdf>`);
  return world;
}

/** Opens a small window: its panels are tabs, and software rendering has few pixels to draw. */
async function openPage(url: string): Promise<Page> {
  const page = await open(url, { viewport: { width: 480, height: 400 }, reducedMotion: "reduce" });
  await page.waitForSelector("canvas");
  return page;
}

async function figure(page: Page, name: "shapes" | "calls"): Promise<number> {
  return (await sceneFigures(page))[name] ?? 0;
}

/** Returns how many times the scene is drawn while the page could do so this many times. */
async function drawnWithin(page: Page, frames: number): Promise<number> {
  return page.evaluate(
    async ({ ask, count }) => {
      const drawn = (): number => ask().frames ?? 0;
      const before = drawn();
      for (let i = 0; i < count; i++) await new Promise((next) => requestAnimationFrame(next));
      return drawn() - before;
    },
    { ask: await sceneProbe(page), count: frames },
  );
}

/** Returns the place of the camera once it stays there: while a world arrives, it is framed more than once. */
async function restingEye(page: Page): Promise<[x: number, y: number, z: number]> {
  for (let before = await eyeOf(page); ;) {
    await drawn(page);
    const now = await eyeOf(page);
    if (apart(before, now) === 0) return now;
    before = now;
  }
}

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

/** Returns the middle of the canvas, in pixels of the page. */
async function middle(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width, height } = (await page.locator(".scene-canvas canvas").boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

function picture(page: Page): Promise<Buffer> {
  return page.locator(".scene-canvas canvas").screenshot();
}

function chosen(page: Page): Promise<string[]> {
  return page.locator(".scene-tag.chosen").allTextContents();
}

/** Keeps the size of the scene from its observer until the event `sizes`, as a busy browser does. */
async function holdSizes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.ResizeObserver = class extends ResizeObserver {
      constructor(told: ResizeObserverCallback) {
        super((entries, observer) => {
          if (!entries.some(({ target }) => target.matches(".scene-canvas"))) return told(entries, observer);
          addEventListener("sizes", () => told(entries, observer), { once: true });
        });
      }
    };
  });
}
