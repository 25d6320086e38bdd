import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { gz, orrery as msgs } from "@orrery/msgs";
import { type Component } from "@orrery/sim";
import { componentNamed } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { Mirror } from "../../packages/gui/src/client/mirror.ts";
import { clientOf, orrery, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually } from "./pages.ts";

const plugin = (name: string): string => JSON.stringify({ plugins: [{ name, filename: name }] });

test("[SV30] a third party's system pushes bodies and publishes its own message type; it goes and comes at run time", async () => {
  const server = await serving("examples/gusts.sdf", "--config", "examples/orrery.json");
  const ask = (...args: string[]) => orrery(...args, "--server", server.url);

  const echoed = await ask("topic", "echo", "/world/gusts/gust", "--count", "2", "--json");
  expect(echoed.status).toBe(0);
  const gusts = echoed.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { seconds: number });
  expect(gusts).toHaveLength(2);
  expect(gusts[0]!.seconds).toBeGreaterThan(0);
  expect((await ask("topic", "info", "/world/gusts/gust")).stdout).toMatch(
    /example\.Gust\n[^]*acceleration +gz\.msgs\.Vector3d/,
  );

  const removed = await ask("service", "call", "/world/gusts/entity/system/remove", plugin("wind-gust"));
  expect(removed).toMatchObject({ status: 0, stdout: `{"data":true}\n` });
  const client = await clientOf(server);
  await client.until(() => client.topics().every(({ name }) => name !== "/world/gusts/gust"));
  expect((await ask("topic", "echo", "/world/gusts/gust")).status).toBe(1);

  const added = await ask("service", "call", "/world/gusts/entity/system/add", plugin("wind-gust"));
  expect(added).toMatchObject({ status: 0, stdout: `{"data":true}\n` });
  expect((await ask("topic", "echo", "/world/gusts/gust", "--count", "1")).stdout).toMatch(/seconds: /);
  expect((await server.stop()).status).toBe(0);
});

test("[SV35] what a third party's component declares reaches clients, and decides who gets its changes", async () => {
  const declared = (name: string, stream: string): string =>
    `numeric("acme.${name}", { volts: 0 }, { unit: "V", group: "Power", stream: "${stream}" })`;
  const text = `
    import { defineSystem, numeric } from "@orrery/sim";
    const cells = [${declared("Shown", "always")}, ${declared("Hidden", "when-watched")}];
    export default defineSystem({
      name: "cells",
      create: ({ entity }) => ({
        preUpdate({ count }, world) { for (const cell of cells) world.set(entity, cell, { volts: count }); },
      }),
    });`;
  const server = await serving(...thirdParty({ "cells.js": text }));
  const mirror = new Mirror();
  using _following = mirror.follow(await clientOf(server), "/world/w");
  const volts = (name: string): number => {
    const component = componentNamed(`acme.${name}`) as Component<{ readonly volts: number }> | undefined;
    return (component && mirror.root && mirror.world.get(mirror.root, component)?.volts) ?? 0;
  };
  await eventually(() => volts("Shown") > 10).toBe(true);
  const [shown, hidden] = [volts("Shown"), volts("Hidden")];
  await eventually(() => volts("Shown") > shown + 100).toBe(true);
  expect(volts("Hidden")).toBe(hidden);
  expect(componentNamed("acme.Shown")!.facts).toMatchObject({ units: { "": "V" }, group: "Power", stream: "always" });
});

/** Returns a folder outside the repository: only the server itself can lead a module there to `@orrery/sim`. */
function thirdParty(modules: Readonly<Record<string, string>>): readonly string[] {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "systems"));
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, "systems", name), text);
  writeFileSync(join(folder, "orrery.json"), `{ "pluginFolders": ["systems"] }`);
  const named = Object.keys(modules).map((file) => file.replace(/\.\w+$/, ""));
  const plugins = ["physics", ...named].map((name) => `<plugin name="${name}" filename="${name}"/>`).join("\n");
  writeFileSync(join(folder, "world.sdf"), `<sdf version="1.9"><world name="w">\n${plugins}\n</world></sdf>`);
  return [join(folder, "world.sdf"), "--config", join(folder, "orrery.json")];
}

test("[SV31] a module far from ours gets the running copy of @orrery/sim, TypeScript or not", async () => {
  const text = `
    import { defineSystem } from "@orrery/sim";
import { componentNamed } from "@orrery/sim/host";
    import { SimClock } from "@orrery/sim/components";
    import { messages } from "@orrery/msgs";
    export default defineSystem({
      name: "spy",
      create: ({ log }) => ({
        preUpdate({ count }, world) {
          if (count !== 3) return;
          const [[, clock]] = world.query(SimClock);
          log.info(\`same \${componentNamed("orrery.SimClock") === SimClock} \${clock.steps} \${messages.has("gz.msgs.Pose")}\`);
          console.log("printed by a system");
        },
      }),
    });`;
  for (const file of ["spy.js", "spy.ts"]) {
    const { status, stdout, stderr } = await orrery(
      "run",
      ...thirdParty({ [file]: text }),
      "--headless",
      "--steps",
      "5",
      "--json",
    );
    expect(status).toBe(0);
    expect(stderr).toContain("spy: same true 3 true");
    // Output of systems does not mix with output for programs.
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain("printed by a system");
  }
});

test("[SV32] a system that throws is stopped and reported, and the world runs on", async () => {
  const text = `
    import { defineSystem } from "@orrery/sim";
    export default defineSystem({
      name: "faulty",
      create: () => ({ update({ count }) { if (count === 5) throw new Error("on purpose"); } }),
    });`;
  const server = await serving(...thirdParty({ "faulty.js": text }));
  const client = await clientOf(server);
  const report = await new Promise<msgs.SystemReport>((resolve) => {
    client.subscribe("/world/w/system/failures", "orrery.msgs.SystemReport", ({ value }) => resolve(value));
  });
  expect(report).toMatchObject({
    name: "faulty",
    phase: "update",
    error: expect.stringMatching(/on purpose[^]*faulty\.js/),
  });
  const later = await new Promise<gz.Clock>((resolve) => {
    client.subscribe("/clock", "gz.msgs.Clock", ({ value }) => {
      if ((value.sim?.nsec ?? 0) > 20_000_000) resolve(value);
    });
  });
  expect(later.sim).toBeDefined();
  await eventually(() => server.stderr).toMatch(/error: system faulty failed in update and was stopped/);
});

test("[CL29] systems that failed are in the summary, for programs and for people; the status is that of the run", async () => {
  const faulty = (name: string, system: string): string =>
    `import { defineSystem } from "@orrery/sim";
    export default defineSystem({ name: "${name}", create: () => (${system}) });`;
  const world = thirdParty({
    "early.js": faulty("early", `(() => { throw new Error("at once") })()`),
    "late.js": faulty("late", `{ update({ count }) { if (count === 5) throw new Error("on\\npurpose"); } }`),
  });
  const run = (...args: string[]) => orrery("run", ...world, "--headless", "--steps", "9", ...args);
  const { status, stdout } = await run("--json");
  expect(status).toBe(0);
  const { failures } = JSON.parse(stdout) as { failures: object[] };
  expect(failures).toHaveLength(2);
  expect(failures).toContainEqual({ system: "early", entity: "w", phase: "create", error: "Error: at once" });
  expect(failures).toContainEqual({ system: "late", entity: "w", phase: "update", error: "Error: on" });
  const people = await run();
  expect(people.status).toBe(0);
  expect(people.stdout).toMatch(/^system late of w failed in update and was stopped: Error: on$/m);
});

test("[SV32] what a system starts and does not wait for may fail without ending the world", async () => {
  const text = `
    import { defineSystem } from "@orrery/sim";
    export default defineSystem({
      name: "careless",
      create: () => {
        void Promise.reject(new Error("a stray promise"));
        setTimeout(() => { throw new Error("a stray timer"); }, 0);
        return {};
      },
    });`;
  const { status, stderr } = await orrery(
    "run",
    ...thirdParty({ "careless.js": text }),
    "--headless",
    "--steps",
    "300",
    "--rtf",
    "5",
  );
  expect(status).toBe(0);
  expect(stderr).toMatch(/error: something that a system left running has failed[^]*a stray promise/);
  expect(stderr).toMatch(/a stray timer/);
});

test("[CL28] a simulation that breaks down is a failure with its stack, status 1", async () => {
  const text = `
    import { defineSystem } from "@orrery/sim";
    export default defineSystem({
      name: "saboteur",
      create: () => ({ update() { performance.now = () => { throw new Error("no clock"); }; } }),
    });`;
  const world = thirdParty({ "saboteur.js": text });
  const { status, stdout, stderr } = await orrery("run", ...world, "--headless", "--steps", "300");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^the simulation failed: Error: no clock\n +at [^]*serve\.ts/m);
  expect(stderr).not.toContain("the world runs on");
});

test("[CL28] a served world whose thread is killed continues without the system that did it", async () => {
  const text = `
    import { defineSystem } from "@orrery/sim";
    export default defineSystem({
      name: "killer",
      create: () => ({ update({ count }) { if (count === 50) process.exit(3); } }),
    });`;
  const server = await serving(...thirdParty({ "killer.js": text }));
  await expect.poll(() => server.stderr, { timeout: 20_000 }).toContain("without the system killer");
  expect(server.stderr).toContain(
    "error: The world's thread failed: its thread ended by itself, with status 3, in update of system killer of w.",
  );
  expect((await fetch(`${server.url}health`)).status).toBe(200);
  const { stdout, status } = await server.stop();
  expect(status).toBe(0);
  expect(stdout).toMatch(/^system killer of w failed in update and was stopped: /m);
});

test("[SV33] modules that cannot be used are warnings with file and line of the world, and the world runs without them", async () => {
  const world = thirdParty({
    "throws.js": `throw new Error("not today");`,
    "empty.js": `export const system = 1;`,
    "syntax.js": `export default {`,
  });
  const { status, stderr } = await orrery("run", ...world, "--headless", "--steps", "5");
  expect(status).toBe(0);
  expect(stderr).toMatch(/world\.sdf:3:\d+: warning: cannot load .*throws\.js: Error: not today/);
  expect(stderr).toMatch(/world\.sdf:4:\d+: warning: module "empty" has no system/);
  expect(stderr).toMatch(/world\.sdf:5:\d+: warning: cannot load .*syntax\.js: SyntaxError/);
});
