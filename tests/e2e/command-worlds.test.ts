import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientOf, orrery, serving, temporaryFolder } from "./orrery-process.ts";

interface Summary {
  readonly namespace?: string;
  readonly world: string;
  readonly steps: number;
  readonly hash: string;
}

test("[CL71] several worlds run beside each other, each to the state that it has by itself", async () => {
  const run = async (...worlds: string[]): Promise<Summary[]> => {
    const { status, stdout } = await orrery("run", ...worlds, "--headless", "--steps", "200", "--hash", "--json");
    expect(status).toBe(0);
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Summary);
  };
  const [[shapes], [pendulum]] = [await run("shapes"), await run("pendulum")];
  const several = await run("shapes", "shapes", "/lab/run-3=pendulum");
  const brief = ({ namespace, world, steps, hash }: Summary) => ({ namespace, world, steps, hash });
  expect(several.map(brief).toSorted((a, b) => a.namespace!.localeCompare(b.namespace!))).toEqual([
    { ...brief(shapes!), namespace: "" },
    { ...brief(pendulum!), namespace: "/lab/run-3" },
    { ...brief(shapes!), namespace: "/shapes-2" },
  ]);
});

test("[CL71] a server of several worlds says under which names they are, and tools use these names", async () => {
  const server = await serving("shapes", "shapes", "/lab/run-3=pendulum", "--paused");
  const lines = await server.linesUntil(({ length }) => length === 4);
  expect(lines[0]).toBe(`Orrery: ${server.url}`);
  expect(lines.slice(1).toSorted()).toEqual([
    "World: /lab/run-3/world/pendulum",
    "World: /shapes-2/world/shapes",
    "World: /world/shapes",
  ]);
  const to = ["--server", server.url];
  const call = await orrery("service", "call", "/shapes-2/world/shapes/control", "{}", ...to);
  expect(call).toMatchObject({ status: 0, stdout: '{"data":true}\n' });
  const clock = await orrery("topic", "echo", "/shapes-2/clock", "--count", "1", "--json", ...to);
  expect(clock).toMatchObject({ status: 0, stdout: expect.stringContaining('"sim"') });
  const client = await clientOf(server);
  const { worlds = [] } = await client.request("/orrery/worlds", {}, { response: "orrery.msgs.WorldList" });
  expect(worlds.map(({ namespace = "", name, state }) => [namespace, name, state])).toEqual([
    ["", "shapes", "PAUSED"],
    ["/shapes-2", "shapes", "RUNNING"],
    ["/lab/run-3", "pendulum", "PAUSED"],
  ]);
  expect(await client.request("/gazebo/worlds", {}, { response: "gz.msgs.StringMsg_V" })).toEqual({ data: ["shapes"] });

  expect(await orrery("save", ...to)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('choose one with --namespace: "", /shapes-2, /lab/run-3'),
  });
  const saved = await orrery("save", "--namespace", "/lab/run-3", ...to);
  expect(saved).toMatchObject({ status: 0, stdout: expect.stringContaining('<world name="pendulum">') });
  const { status, stdout } = await server.stop("SIGINT");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\/lab\/run-3 \(pendulum\): 0 steps in /m);
});

test("[CL72] a world that cannot be loaded is reported and listed; the others are served, and the status is 1 in the end", async () => {
  const bad = join(temporaryFolder(), "bad.sdf");
  writeFileSync(bad, '<sdf version="1.9"><world name="w"><model name="m"/></world></sdf>');
  const server = await serving("shapes", bad);
  const client = await clientOf(server);
  const worlds = async (): Promise<unknown> =>
    (await client.request("/orrery/worlds", {}, { response: "orrery.msgs.WorldList" })).worlds?.map(
      ({ namespace, state, reason }) => [namespace, state, reason],
    );
  await expect.poll(worlds).toEqual([
    [undefined, "RUNNING", undefined],
    ["/bad", "STOPPED", "the world was not loaded: 1 error"],
  ]);
  const { status, stderr, stdout } = await server.stop("SIGINT");
  expect(status).toBe(1);
  expect(stderr).toContain("/bad: the world was not loaded: 1 error");
  expect(stdout).toMatch(/^shapes: \d+ steps in /m);
  const none = await orrery("run", bad, bad, "--port", "0");
  expect(none).toMatchObject({ status: 1, stdout: "" });
});

test.each(["--save", "--restore", "--record"])("[CL73] %s with several worlds is a usage error", async (flag) => {
  const more = flag === "--save" ? ["--at", "1"] : [];
  const { status, stdout, stderr } = await orrery("run", "shapes", "shapes", flag, "x", ...more);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(`${flag} is for one world, and there are 2; run that one by itself`);
});
