import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Imports modules in a fresh process and returns all modules that were loaded with them. */
function loadedBy(...modules: readonly string[]): string[] {
  const addresses = modules.map((module) => new URL(module, import.meta.url).href);
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    for (const address of ${JSON.stringify(addresses)}) await import(address);
    console.log(JSON.stringify(loaded));
    process.exit();`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  return JSON.parse(output) as string[];
}

/** Modules that only the thread of a world needs. */
const HEAVY = /rapier|mujoco|mcap|\/sim\/src\/(index|physics\/|formats\/(sdf|mesh|urdf)\/|runner\/runner\.)/;

test("[CL60] a run and its server load neither physics nor readers of files: the thread of the world does", () => {
  const loaded = loadedBy("./main.ts", "./commands/run.ts", "../server.ts", "../world/kept-world.ts");
  expect(loaded.some((url) => url.endsWith("/sim/src/front/index.ts"))).toBe(true);
  expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
});

test("[CL60] a headless run does without HTTP; a command that talks to a server does without the server", () => {
  const loaded = loadedBy("./main.ts", "./commands/run.ts");
  expect(
    loaded.filter((url) => /node:http|\/ws\/|\/msgs\/src\/registry\.ts$|\/server\.ts$|\/reception\.ts$/.test(url)),
  ).toEqual([]);
  const client = loadedBy("./main.ts", "./commands/topic.ts", "./commands/topic-echo.ts", "./commands/service.ts");
  expect(client.filter((url) => HEAVY.test(url) || /\/server\.ts$|\/reception\.ts$/.test(url))).toEqual([]);
});

test("[CL60] the thread of a world loads what reads and writes logs only when there is a log", () => {
  const loaded = loadedBy("../world/run-world.ts");
  expect(loaded.some((url) => /rapier/.test(url))).toBe(true);
  expect(loaded.filter((url) => /mcap/.test(url))).toEqual([]);
});

test("[CL60] Rapier is loaded without Node's HTTP client, and works", () => {
  const lean = new URL("../world/lean-rapier.ts", import.meta.url).href;
  const program = `
    import { loadRapierAlone } from ${JSON.stringify(lean)};
    loadRapierAlone();
    const { prepareRapier, isRapierReady } = await import(${JSON.stringify(rapier)});
    await prepareRapier();
    const isClientLoaded = process.moduleLoadList.some((name) => name.includes("undici"));
    console.log(JSON.stringify({ isReady: isRapierReady(), isClientLoaded }));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  expect(JSON.parse(output)).toEqual({ isReady: true, isClientLoaded: false });
});

test("[CL60] a loader of Rapier that asks differently works too, and a warning says what it costs", () => {
  const lean = new URL("../world/lean-rapier.ts", import.meta.url).href;
  const program = `
    import { registerHooks } from "node:module";
    import { loadRapierAlone } from ${JSON.stringify(lean)};
    registerHooks({
      load(url, context, nextLoad) {
        const loaded = nextLoad(url, context);
        if (!url.endsWith("/rapier.mjs")) return loaded;
        return { ...loaded, source: String(loaded.source).replaceAll('"function"==typeof Re', '"object"!=typeof Re') };
      },
    });
    loadRapierAlone();
    const { prepareRapier, isRapierReady } = await import(${JSON.stringify(rapier)});
    await prepareRapier();
    console.log(isRapierReady());`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(stdout).toBe("true\n");
  expect(stderr).toMatch(/Warning: Rapier's loader does not ask for Response and Request/);
});

const rapier = new URL("../../../sim/src/physics/rapier/load-rapier.ts", import.meta.url).href;
