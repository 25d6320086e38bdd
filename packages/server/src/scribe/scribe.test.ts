import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages, MessageRegistry, type gz } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { builtInSystems, connectNode, logTo, parseSdf, Runner, SystemLibrary } from "@orrery/sim/host";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultConfig } from "../config.ts";
import { FileResources } from "../files/files.ts";
import { startWorld } from "../world/start-world.ts";

// On a busy machine the first answer waits for its thread to start.
vi.setConfig({ testTimeout: 120_000 });
const PATIENT = { timeoutMs: 60_000 };

/** Too many entities to describe them in the simulation thread. */
const BALLS = 120;

const sdf = `<sdf version="1.9"><world name="w">${Array.from(
  { length: BALLS },
  (_, i) => `<model name="ball${i}"><pose>${i} 0 ${i + 1} 0 0 0</pose><link name="link">
    <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision>
    <visual name="v"><geometry><sphere><radius>0.5</radius></sphere></geometry></visual>
  </link></model>`,
).join("")}</world></sdf>`;

/** Returns the same world twice: in a thread that has a scribe, and here, where answers are made at once. */
async function both(): Promise<{
  served: Node;
  here: Runner;
  ask: (service: string, request: object) => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-scribe-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "world.sdf");
  writeFileSync(file, sdf);
  const { systems } = defaultConfig;
  const options = { world: file, resourceFolders: [], pluginFolders: [], systems, paused: true };
  const thread = await startWorld({ ...options, onLog: () => undefined });
  onTestFinished(() => thread[Symbol.asyncDispose]());
  const here = await Runner.create({
    scene: (await parseSdf(sdf, file, new FileResources({ folders: [] }))).scene.worlds[0]!,
    library: new SystemLibrary(builtInSystems),
    defaultSystems: systems,
    messages: new MessageRegistry(),
    log: logTo(() => undefined),
    nowMs: () => 0,
    paused: true,
    file,
  });
  onTestFinished(() => here[Symbol.dispose]());
  const served = await connectNode(thread.link, messages);
  const ask = async (service: string, request: object): Promise<void> => {
    const answer = here.node("test").request(service, request);
    for (let pass = 0; pass < 20; pass++) here.pass();
    const { response } = served.services().find(({ name }) => name === service)!;
    // In the form in which it arrives over a link.
    const sent = messages.encode(response, await answer);
    expect(withoutRealTime(await served.request(service, request, PATIENT))).toEqual(
      withoutRealTime(messages.decode(response, sent)),
    );
  };
  return { served, here, ask };
}

/** Drops the real time, which differs from run to run. */
function withoutRealTime(answer: { readonly stats?: gz.WorldStatistics }): object {
  if (answer.stats === undefined) return answer;
  const { real_time: _, ...stats } = answer.stats;
  return { ...answer, stats };
}

test("[SV70] a large world is described in another thread exactly as it stands: after edits, steps and removals", async () => {
  const { served, ask } = await both();
  const compare = async (): Promise<void> => {
    for (const service of ["generate_world_sdf", "state", "scene/info", "scene/graph", "pose/info"]) {
      await ask(`/world/w/${service}`, {});
    }
  };
  await compare();
  await ask("/world/w/set_pose", { name: "ball7", position: { x: 1 / 3, y: Math.PI, z: 40 } });
  await compare();
  await ask("/world/w/control", { multi_step: 10, pause: true });
  await new Promise<void>((resolve) => {
    served.subscribe("/stats", "gz.msgs.WorldStatistics", ({ value: { paused, iterations } }) => {
      if (paused && iterations === 10) resolve();
    });
  });
  await compare();
  await ask("/world/w/remove", { name: "ball9", type: "MODEL" });
  await ask("/world/w/set_pose", { name: "ball8", position: { x: 5 } });
  await compare();
});

test("[SV70] many who ask at once are answered alike; who asks after an edit sees it", async () => {
  const { served } = await both();
  const sdfOf = async (): Promise<string> =>
    (await served.request("/world/w/generate_world_sdf", {}, { response: "gz.msgs.StringMsg", ...PATIENT })).data ?? "";
  const [first, ...others] = await Promise.all(Array.from({ length: 50 }, sdfOf));
  expect(first).toContain('name="ball119"');
  expect(new Set(others)).toEqual(new Set([first]));
  const crowd = Array.from({ length: 20 }, sdfOf);
  await served.request("/world/w/remove", { name: "ball119", type: "MODEL" }, PATIENT);
  expect(await sdfOf()).not.toContain('name="ball119"');
  await Promise.all(crowd);
});
