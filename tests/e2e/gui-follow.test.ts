import type { Node } from "@orrery/sim";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clientOf, serving } from "./orrery-process.ts";
import { drawn, eventually, openPage, press, steps, withBrowser } from "./pages.ts";
import { eyeOf } from "./scene-figures.ts";

withBrowser();

test("[FL1][FL2][FL3] a chasing camera keeps behind a vehicle that turns, over a jump in time, its removal and a reload", async () => {
  const server = await serving("worlds/diff-drive.sdf", "--paused");
  const client = await clientOf(server);
  const page = await openPage(server.url, { viewport: { width: 900, height: 600 }, reducedMotion: "reduce" });
  await page.getByRole("treeitem").filter({ hasText: "vehicle" }).first().click();
  await page.keyboard.press("c");
  await page.getByText("Following vehicle", { exact: true }).waitFor();
  const first = await eyeBeside(page, client);
  // The vehicle faces along its x, so negative means behind.
  expect(first.ahead).toBeLessThan(-0.5);
  expect(first.left).toBeCloseTo(0, 1);

  const drive = client.advertise("/model/vehicle/cmd_vel", "gz.msgs.Twist");
  await client.until(() => drive.hasSubscribers);
  drive.publish({ linear: { x: 1 }, angular: { z: 1.2 } });
  await runFor(page, client, 1500);
  expect(Math.abs((await vehicle(client)).yaw)).toBeGreaterThan(1);
  await eventually(() => eyeBeside(page, client)).toEqual(near(first));

  // The user's own camera moves are kept, in the vehicle's axes.
  const orbited = await orbit(page, client, first);
  await runFor(page, client, 500);
  await eventually(() => eyeBeside(page, client)).toEqual(near(orbited));

  // Back to the start.
  await client.request("/world/diff-drive/control", { reset: { all: true }, pause: true });
  await eventually(async () => (await vehicle(client)).yaw).toBeCloseTo(0, 2);
  await eventually(() => eyeBeside(page, client)).toEqual(near(orbited));

  // After it was removed, the camera waits for it.
  await page.keyboard.press("Delete");
  await page.getByText("The followed thing does not exist at this time").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText("Following vehicle", { exact: true }).waitFor();
  await eventually(() => eyeBeside(page, client)).toEqual(near(orbited));

  await page.reload();
  await page.getByText("Following vehicle", { exact: true }).waitFor();
  await eventually(() => eyeBeside(page, client)).toEqual(near(orbited));
  await press(page, "Orbit");
  drive.publish({ linear: { x: 1 }, angular: { z: 1.2 } });
  await runFor(page, client, 1000);
  expect(await eyeBeside(page, client)).not.toEqual(near(orbited));
  await page.locator(".scene-canvas canvas").focus();
  await page.keyboard.press("Escape");
  await eventually(() => page.locator(".follow-bar").count()).toBe(0);
});

/** Lets the world make this many steps, and waits until the page shows the result. */
async function runFor(page: Page, client: Node, count: number): Promise<void> {
  const before = await steps(page);
  await client.request("/world/diff-drive/control", { multi_step: count, pause: true });
  await eventually(() => steps(page)).toBe(before + count);
}

/** Drags slightly to the right, which moves the eye. */
async function orbit(page: Page, client: Node, before: Beside): Promise<Beside> {
  const box = (await page.locator(".scene-canvas canvas").boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 4];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 2 });
  await page.mouse.up();
  await eventually(async () => Math.abs((await eyeBeside(page, client)).left - before.left)).toBeGreaterThan(0.2);
  return eyeBeside(page, client);
}

interface Beside {
  readonly ahead: number;
  readonly left: number;
  readonly up: number;
}

/** Returns the place of the eye, in the axes of the vehicle seen from above. */
async function eyeBeside(page: Page, client: Node): Promise<Beside> {
  await drawn(page);
  const { x, y, z, yaw } = await vehicle(client);
  const [ex, ey, ez] = await eyeOf(page);
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  return { ahead: cos * (ex - x) + sin * (ey - y), left: cos * (ey - y) - sin * (ex - x), up: ez - z };
}

function near({ ahead, left, up }: Beside): Beside {
  return { ahead: expect.closeTo(ahead, 1), left: expect.closeTo(left, 1), up: expect.closeTo(up, 1) };
}

async function vehicle(client: Node) {
  const { pose = [] } = await client.request("/world/diff-drive/pose/info", {}, { response: "gz.msgs.Pose_V" });
  const found = pose.find(({ name }) => name === "vehicle");
  const { x = 0, y = 0, z = 0 } = found?.position ?? {};
  const { z: qz = 0, w = 1 } = found?.orientation ?? {};
  return { x, y, z, yaw: 2 * Math.atan2(qz, w) };
}
