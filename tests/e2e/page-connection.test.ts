import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { logTo } from "@orrery/sim/host";
import { defaultConfig } from "../../packages/server/src/config.ts";
import { startServer } from "../../packages/server/src/server.ts";
import { startWorld } from "../../packages/server/src/world/start-world.ts";
import { OrreryProcess, root, serving } from "./orrery-process.ts";
import { stallingProxy } from "./stalling-proxy.ts";
import { eventually, expectText, openPage, press, seconds, steps, withBrowser } from "./pages.ts";

withBrowser();

test("[GU9][GU64] a lost connection is shown, what was known stays, and the page comes back by itself", async () => {
  const server = await serving("worlds/shapes.sdf");
  const { host, port } = new URL(server.url);
  const page = await openPage(server.url);
  const rows = () => page.locator(".tree-row").allTextContents();
  const bar = page.locator(".connection-bar");
  await eventually(() => seconds(page)).toBeGreaterThan(0.1);
  await eventually(rows).toContain("ramp");
  await server.stop("SIGKILL");
  await eventually(() => bar.textContent()).toMatch(new RegExp(`^No connection to ${host}.*next try in \\d s`));
  expect(await page.isDisabled("button[aria-label=Step]")).toBe(true);
  expect(await seconds(page)).toBeGreaterThan(0.1);
  expect(await rows()).toContain("ramp");
  const again = new OrreryProcess(["run", "worlds/pendulum.sdf", "--port", port]);
  onTestFinished(() => again.stop("SIGKILL").then(() => undefined));
  await expectText(page, "#world-name", "pendulum");
  await eventually(() => bar.count()).toBe(0);
  await eventually(() => page.locator(".notice").allTextContents()).toContainEqual(
    expect.stringContaining("this is a new run, and the past of the one before is gone"),
  );
  await eventually(rows).not.toContain("ramp");
  expect(await page.isDisabled("button[aria-label=Step]")).toBe(false);
});

test("[GU62] a network that stalls is noticed although nothing is closed, and the page comes back by itself", async () => {
  const server = await serving("worlds/shapes.sdf");
  const proxy = await stallingProxy(server.url);
  const page = await openPage(proxy.url);
  const bar = page.locator(".connection-bar");
  const step = page.getByRole("button", { name: "Step", exact: true });
  await eventually(() => page.textContent("#real-time-factor")).toMatch(/^×/);
  proxy.stall();
  await eventually(() => bar.textContent()).toMatch(/^No connection to /);
  expect(await page.textContent("#real-time-factor")).toBe("offline");
  expect(await step.isDisabled()).toBe(true);
  proxy.resume();
  await eventually(() => bar.count()).toBe(0);
  await eventually(() => page.textContent("#real-time-factor")).toMatch(/^×/);
  expect(await step.isDisabled()).toBe(false);
});

test("[GU60][GU63] a server that refuses is quoted; one that loads its world says how far it is, until the world is there", async () => {
  const server = await startServer({ port: 0, log: logTo(() => undefined) });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const world = server.worlds.open();
  const page = await openPage(server.url);
  const bar = page.locator(".connection-bar");
  await eventually(() => bar.textContent()).toMatch(
    /^No connection to .*: The server accepts no clients: the world is still loading/,
  );
  world.noteLoading({ stage: "meshes", done: 3, total: 12 });
  await eventually(() => bar.textContent()).toBe("The server is loading its world: reading meshes, 3 of 12");
  expect(await bar.getByRole("progressbar").getAttribute("value")).toBe("3");
  const stages = new Set<string>();
  const thread = await startWorld({
    ...defaultConfig,
    world: join(root, "worlds/meshes.sdf"),
    paused: true,
    attended: true,
    onLog: () => undefined,
    onLoading: ({ stage }) => stages.add(stage),
  });
  onTestFinished(() => thread[Symbol.asyncDispose]());
  expect([...stages]).toEqual(["files", "meshes", "systems"]);
  await server.attach(thread);
  await expectText(page, "#world-name", "meshes");
  await eventually(() => bar.count()).toBe(0);
});

test("[GU9] without its server the page still runs worlds by itself", async () => {
  const server = await serving("worlds/shapes.sdf");
  const page = await openPage(`${server.url}?local=pendulum`);
  await eventually(() => steps(page)).toBeGreaterThan(10);
  await server.stop("SIGKILL");
  const then = await steps(page);
  await eventually(() => steps(page)).toBeGreaterThan(then + 100);
  expect(await page.locator(".connection-bar").count()).toBe(0);
});

test("[GU19] a server that wants a token is said to, and one that is entered lets in", async () => {
  const { url } = await serving("worlds/shapes.sdf", "--token", "operator=open-sesame");
  const page = await openPage(url);
  const bar = page.locator(".connection-bar");
  await eventually(() => bar.textContent()).toContain("it requires a token");
  expect(await bar.textContent()).not.toContain("next try");
  await press(page, "Enter a token…");
  await page.getByRole("textbox", { name: "Token" }).fill("open-sesame");
  await page.keyboard.press("Enter");
  await eventually(() => steps(page)).toBeGreaterThan(10);
  expect(page.url()).not.toContain("open-sesame");
});
