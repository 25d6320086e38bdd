import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { gz, orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clientOf, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually, openPage, press, seconds, showPanel, withBrowser } from "./pages.ts";

withBrowser();

/** A vehicle, and a cone 1 m ahead of where somebody will put the vehicle. */
const WORLD = `<sdf version="1.9"><world name="w">
  <plugin name="physics" filename="physics"/>
  <plugin name="user-commands" filename="user-commands"/>
  <plugin name="scene-broadcaster" filename="scene-broadcaster"/>
  <model name="ground"><static>true</static><link name="link"><collision name="c"><geometry><plane>
    <normal>0 0 1</normal></plane></geometry></collision></link></model>
  <model name="vehicle"><pose>0 3 0.35 0 0 0</pose><link name="link"><inertial><mass>20</mass></inertial>
    <collision name="c"><geometry><box><size>0.6 0.4 0.7</size></box></geometry></collision>
    <visual name="v"><geometry><box><size>0.6 0.4 0.7</size></box></geometry></visual></link>
    <plugin name="velocity-control" filename="velocity-control"/></model>
  <model name="cone"><pose>1 0 0.4 0 0 0</pose><link name="link"><inertial><mass>0.5</mass><inertia>
    <ixx>0.027</ixx><iyy>0.027</iyy><izz>0.0025</izz></inertia></inertial>
    <collision name="c"><geometry><cylinder><radius>0.06</radius><length>0.8</length></cylinder></geometry></collision>
    <visual name="v"><geometry><cylinder><radius>0.06</radius><length>0.8</length></cylinder></geometry></visual></link></model>
</world></sdf>`;

test("[HI18] a vehicle that was moved has hit a cone: undo brings both back, redo the moment of the undo, and no future is lost", async () => {
  const file = join(temporaryFolder(), "world.sdf");
  writeFileSync(file, WORLD);
  const server = await serving(file);
  const robot = await clientOf(server);
  const history = listen(robot);
  const page = await openPage(server.url);
  await moveTo(page, 0);
  await eventually(() => words(history().undo)).toEqual(["Move vehicle"]);
  const before = time(history().undo![0]!.sim_time);

  // A system drives the vehicle, and the cone falls.
  const drive = robot.advertise("/model/vehicle/cmd_vel", "gz.msgs.Twist");
  await robot.until(() => drive.hasSubscribers);
  drive.publish({ linear: { x: 2 } });
  await eventually(async () => (await place(robot, "cone")).z).toBeLessThan(0.2);
  await press(page, "Pause");
  const end = await paused(page);
  const fallen = await hash(robot);

  await page.keyboard.press("Control+Z");
  await eventually(() => seconds(page)).toBe(before);
  const undone = await hash(robot);
  expect(await place(robot, "vehicle")).toMatchObject({ y: 3 });
  expect((await place(robot, "cone")).z).toBeCloseTo(0.4, 2);
  await eventually(() => words(history().redo)).toEqual(["Move vehicle"]);

  await press(page, "Run");
  await eventually(() => seconds(page)).toBeGreaterThan(before + 0.3);
  await press(page, "Pause");
  const other = await paused(page);
  await page.keyboard.press("Control+Shift+Z");
  await eventually(() => seconds(page)).toBe(end);
  expect(await hash(robot)).toBe(fallen);
  // The part run in between is a branch of the same length.
  await eventually(() => branches(history()).map(({ end: to }) => time(to))).toEqual([other]);

  await page.keyboard.press("Control+Z");
  await eventually(() => seconds(page)).toBe(before);
  expect(await hash(robot)).toBe(undone);
  await press(page, "Run");
  await moveTo(page, 5);
  const told = () => {
    const left = branches(history()).flatMap(({ marks = [] }) => words(marks));
    return { undo: words(history().undo), redo: words(history().redo), left };
  };
  await eventually(told).toEqual({ undo: ["Move vehicle"], redo: [], left: ["Move vehicle"] });

  await press(page, "Pause");
  await paused(page);
  await showPanel(page, "Timeline");
  await press(page, "Branches");
  await page.getByRole("menuitem", { name: /^Move vehicle/ }).click();
  await eventually(() => seconds(page)).toBe(end);
  expect(await hash(robot)).toBe(fallen);
});

test("[HI19] of two people who press Ctrl+Z at once one undoes the command, and the other is told", async () => {
  const server = await serving("worlds/shapes.sdf", "--paused");
  const robot = await clientOf(server);
  for (const name of ["pyramid_1", "pyramid_2", "pyramid_3"]) {
    const edits = [{ pose: { name, position: { z: 3 } } }];
    await robot.request("/world/shapes/command", { description: `Lift ${name}`, edits });
  }
  const gate = new Gate();
  const pages = await Promise.all([1, 2].map(() => openPage(server.url, { before: (page) => gate.guard(page) })));
  const history = listen(robot, "shapes");
  for (const page of pages) await page.getByRole("button", { name: "Undo Lift pyramid_3" }).waitFor();
  gate.close();
  for (const page of pages) {
    await page.keyboard.press("Control+Z");
    await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  }
  // Neither can know of the other's yet.
  await eventually(() => gate.waiting).toBeGreaterThanOrEqual(2);
  gate.open();
  await eventually(() => words(history().undo)).toEqual(["Lift pyramid_2", "Lift pyramid_1"]);
  await eventually(async () => {
    const notices = await Promise.all(pages.map((page) => page.locator(".notice-text").allTextContents()));
    return notices.flat().filter((text) => /was undone already/.test(text)).length;
  }).toBe(1);
  expect(words(history().undo)).toEqual(["Lift pyramid_2", "Lift pyramid_1"]);
});

/** Holds back what pages send, so that several send before any is answered. */
class Gate {
  #isClosed = false;
  readonly #waiting: (() => void)[] = [];

  get waiting(): number {
    return this.#waiting.length;
  }

  guard(page: Page): Promise<void> {
    return page.routeWebSocket(/\/ws/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (this.#isClosed) this.#waiting.push(() => server.send(message));
        else server.send(message);
      });
    });
  }

  close(): void {
    this.#isClosed = true;
  }

  open(): void {
    this.#isClosed = false;
    for (const send of this.#waiting.splice(0)) send();
  }
}

/** Moves something by the tool's fields, as one command. */
async function moveTo(page: Page, y: number): Promise<void> {
  await page.getByRole("treeitem").filter({ hasText: "vehicle" }).first().click();
  await page.locator(".scene-canvas canvas").hover();
  await page.keyboard.press("t");
  const field = page.locator('.pose-bar [data-label="Position y"]');
  await field.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(`${y}`);
  await page.keyboard.press("Enter");
}

async function paused(page: Page): Promise<number> {
  await eventually(() => page.textContent("#real-time-factor")).toBe("paused");
  return seconds(page);
}

function listen(robot: Node, world = "w"): () => orrery.History {
  let latest: orrery.History = {};
  robot.subscribe(`/world/${world}/history`, "orrery.msgs.History", ({ value }) => {
    latest = value;
  });
  return () => latest;
}

/** Returns the ends that do not lead to now. */
function branches({ stretches = [], present = "" }: orrery.History): orrery.HistoryStretch[] {
  return stretches.filter(({ id }) => id !== present && stretches.every(({ parent }) => parent !== id));
}

function words(marks: readonly orrery.HistoryMark[] = []): (string | undefined)[] {
  return marks.map(({ description }) => description);
}

function time({ sec = 0, nsec = 0 }: gz.Time = {}): number {
  // In milliseconds, like the page: 3 + 0.897 would differ slightly from 3.897.
  return (sec * 1e3 + nsec / 1e6) / 1e3;
}

async function hash(robot: Node): Promise<string | undefined> {
  return (await robot.request("/world/w/hash", {}, { response: "gz.msgs.StringMsg" })).data;
}

async function place(
  robot: Node,
  name: string,
): Promise<{ readonly x: number; readonly y: number; readonly z: number }> {
  const { pose = [] } = await robot.request("/world/w/pose/info", {}, { response: "gz.msgs.Pose_V" });
  const { x = 0, y = 0, z = 0 } = pose.find((one) => one.name === name)?.position ?? {};
  return { x, y, z };
}
