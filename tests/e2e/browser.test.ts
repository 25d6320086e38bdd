import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { MessageRegistry } from "@orrery/msgs";
import { MemoryResources } from "@orrery/sim";
import { builtInSystems, defaultSystems, loadSdf, logTo, Runner, SystemLibrary } from "@orrery/sim/host";
import { ChosenEngine } from "@orrery/sim/components";
import type { Page } from "playwright-core";
import { build } from "vite";
import { describe, expect, onTestFinished, test } from "vitest";
import { MATH_FINGERPRINT } from "../../packages/sim/src/base/math/math-fingerprint.fixture.ts";
import { root } from "./orrery-process.ts";
import { eventually, expectText, openPage, press, steps, withBrowser } from "./pages.ts";

const dist = join(root, "packages/gui/dist");
/** The headers that a careful host would send with every file, including the worker's script. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob:; manifest-src 'self'";

withBrowser();

describe("the simulator in a browser", () => {
  test("[GU1] its functions have the same bits in Chromium as in Node", async () => {
    const page = await openPage("about:blank");
    const entry = join(root, "packages/sim/src/base/math/math-fingerprint.fixture.ts");
    const lib = { entry, formats: ["iife" as const], name: "contract" };
    const [bundle] = [await build({ configFile: false, logLevel: "silent", build: { lib, write: false } })].flat();
    if (bundle === undefined || !("output" in bundle)) throw new Error("vite built nothing");
    expect(await page.evaluate(`${bundle.output[0].code}; contract.mathFingerprint()`)).toBe(MATH_FINGERPRINT);
  });

  test.each(["shapes.sdf", "pendulum.sdf", "wall.sdf", "vehicle.sdf"])(
    "[GU2] 1000 steps of %s give the same hash in a Web Worker as in Node",
    async (world) => {
      const files = worldFiles();
      using runner = await loadInNode(world, files);
      for (let step = 0; step < 1000; step++) runner.pass();
      const page = await openPage(await staticHost());
      const ran = { kind: "ran", steps: 1000, hash: runner.hash() };
      expect(await runInWorker(page, { kind: "files", path: world, files })).toEqual(ran);
      // With everything that it includes, fetched one by one.
      const url = new URL(`/worlds/${world}`, page.url()).href;
      expect(await runInWorker(page, { kind: "url", url })).toEqual(ran);
    },
  );

  test.each([
    ["shapes.sdf", "mujoco"],
    ["vehicle.sdf", "rapier"],
    ["vehicle.sdf", "mujoco"],
  ])("[GU2] so do those of %s with %s, whichever engine it would get by itself", async (world, engine) => {
    const text = worldFiles()[world]!;
    const files = { ...worldFiles(), [world]: text.replace(/(<physics [^>]*type=)"[^"]*"/, `$1"${engine}"`) };
    using runner = await loadInNode(world, files);
    expect(runner.world.get(runner.root, ChosenEngine)).toBe(engine);
    for (let step = 0; step < 1000; step++) runner.pass();
    const page = await openPage(await staticHost());
    const ran = { kind: "ran", steps: 1000, hash: runner.hash() };
    expect(await runInWorker(page, { kind: "files", path: world, files })).toEqual(ran);
  });
});

describe("meshes in a browser", () => {
  test("[GU2] 1000 steps of a world with meshes, fetched one by one, give the same hash as in Node", async () => {
    const folder = join(root, "worlds/meshes");
    const meshes = readdirSync(folder).map((name) => [
      `meshes/${name}`,
      new Uint8Array(readFileSync(join(folder, name))),
    ]);
    const files = { ...worldFiles(), ...(Object.fromEntries(meshes) as Record<string, Uint8Array>) };
    using runner = await loadInNode("meshes.sdf", files);
    for (let step = 0; step < 1000; step++) runner.pass();
    const page = await openPage(await staticHost());
    const url = new URL("/worlds/meshes.sdf", page.url()).href;
    expect(await runInWorker(page, { kind: "url", url })).toEqual({ kind: "ran", steps: 1000, hash: runner.hash() });
  });
});

describe("a page without a server", () => {
  test("[GU3] ?local= runs a world in a worker of the page, and the page controls it", async () => {
    const page = await openPage(`${await staticHost()}?local=shapes`);
    await expectText(page, "#world-name", "shapes");
    await eventually(() => steps(page)).toBeGreaterThan(10);
    await eventually(() => page.locator(".tree-row").allTextContents()).toContain("ramp");
    await press(page, "Pause");
    await expectText(page, "#real-time-factor", "paused");
    const paused = await steps(page);
    await press(page, "Step");
    await eventually(() => steps(page)).toBe(paused + 1);
  });

  test("[RP8] a page without a server replays the past of its world in a second worker", async () => {
    const page = await openPage(`${await staticHost()}?local=shapes`);
    await eventually(() => steps(page)).toBeGreaterThan(100);
    await page.locator(".dv-tab", { hasText: "Plots" }).click();
    await page.locator(".plot-item[draggable]", { hasText: "kinetic_energy" }).first().dblclick();
    await page.locator(".plot-legend-row").first().waitFor();
    await eventually(() => page.locator(".plot-legend progress").count()).toBe(0);
    expect(await page.locator(".plot-legend .warning").allTextContents()).toEqual([]);
  });

  test("[GU4] a world that cannot be loaded is told of with file and reason, and can be loaded again", async () => {
    const page = await openPage(`${await staticHost()}?local=later.sdf`);
    const bar = page.locator(".connection-bar");
    await eventually(() => bar.textContent()).toContain("later.sdf is not running");
    await eventually(() => bar.textContent()).toContain("error: cannot find later.sdf");
    await page.route("**/worlds/later.sdf", (route) => route.fulfill({ body: worldFiles()["shapes.sdf"]! }));
    await press(page, "Reload");
    await expectText(page, "#world-name", "shapes");
    await eventually(() => bar.count()).toBe(0);
    await page.goto(new URL("?local=../index.html", page.url()).href);
    await eventually(() => bar.textContent()).toContain('"../index.html" is not the name of a world');
  });

  test("[GU5] the page, its worker and its engine run under a policy without inline scripts and eval", async () => {
    const page = await openPage(`${await staticHost()}?local=shapes.sdf`);
    await eventually(() => steps(page)).toBeGreaterThan(0);
    const html = readFileSync(join(dist, "index.html"), "utf8");
    expect(html).toContain("Content-Security-Policy");
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=/);
  });
});

/** Returns a host without knowledge of Orrery: it serves only the built files, under a strict policy. */
async function staticHost(): Promise<string> {
  const types: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
  };
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = join(dist, pathname === "/" ? "index.html" : pathname);
    const found = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    response.writeHead(found ? 200 : 404, {
      "Content-Security-Policy": POLICY,
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
    });
    response.end(found ? readFileSync(file) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Returns the answer of the page's own worker to 1000 steps of a world. */
async function runInWorker(page: Page, world: object): Promise<unknown> {
  const script = readdirSync(join(dist, "assets")).find((name) => name.startsWith("local-worker"));
  return page.evaluate(
    ({ script, world }) =>
      new Promise((resolve, reject) => {
        const worker = new Worker(script, { type: "module" });
        const end = (act: () => void) => {
          worker.terminate();
          act();
        };
        worker.addEventListener("message", ({ data }) => end(() => resolve(data)));
        worker.addEventListener("error", ({ message }) => end(() => reject(new Error(message))));
        worker.postMessage({ kind: "run", world, steps: 1000 });
      }),
    { script: `/assets/${script}`, world },
  );
}

async function loadInNode(path: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<Runner> {
  const { scene, problems } = await loadSdf(path, new MemoryResources(files));
  expect(problems).toEqual([]);
  return Runner.create({
    scene: scene.worlds[0]!,
    library: new SystemLibrary(builtInSystems),
    defaultSystems,
    messages: new MessageRegistry(),
    log: logTo(() => undefined),
    nowMs: () => performance.now(),
  });
}

function worldFiles(): Record<string, string> {
  const folder = join(root, "worlds");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.(sdf|config)$/.test(path),
  );
  const small = paths.filter((path) => !path.startsWith("stress"));
  return Object.fromEntries(small.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}
