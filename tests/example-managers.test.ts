import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import type { orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { expect, onTestFinished, test } from "vitest";
import { clientOf, node24, root, serving } from "./e2e/orrery-process.ts";

const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status === 0;
if (!hasPython) console.warn("there is no Python 3.9 or later: the manager in Python is not tested");

test("[IM1] a program outside has items: they are listed and watched at its own rate, and gone when it is killed", async () => {
  await checkManager([node24, join(root, "examples/introspection/battery.ts")], {
    manager: "battery",
    items: ["cell::voltage", "cell::current"],
    units: [["V"], ["A"]],
    columns: 2,
  });
});

test.runIf(hasPython)("[IM1] a program in another language has items by the frames of the bus alone", async () => {
  await checkManager(["python3", join(root, "examples/introspection/manager.py")], {
    manager: "motor",
    items: ["rotor::speed", "rotor::torque"],
    units: [["rad/s"], ["N·m"]],
    columns: 4,
  });
});

interface Expected {
  readonly manager: string;
  readonly items: readonly string[];
  readonly units: readonly (readonly string[])[];
  readonly columns: number;
}

/** Starts a program beside a world, lists and watches its items, and kills it. */
async function checkManager([command, file]: readonly [string, string], expected: Expected): Promise<void> {
  const { url } = await serving("worlds/empty.sdf", "--paused");
  const node = await clientOf({ url });
  const program = spawn(command, [file, url], { stdio: ["ignore", "inherit", "inherit"] });
  onTestFinished(() => void program.kill("SIGKILL"));
  const prefix = `/introspection/${expected.manager}`;
  const isOffered = (): boolean => node.services().some(({ name }) => name === `${prefix}/items`);
  await node.until(isOffered, { timeoutMs: 30_000 });

  const listed = await node.request(
    `${prefix}/items`,
    { of: expected.items[0]!.split("::")[0]! },
    { response: "orrery.msgs.IntrospectionItems" },
  );
  expect(listed.manager).toBe(expected.manager);
  expect(listed.items!.map(({ name }) => name)).toEqual(expected.items);
  expect(listed.items!.map(({ units }) => units)).toEqual(expected.units);

  const { steps, columns } = await watched(node, prefix, expected.items);
  // Every second step, and none is missing.
  expect(steps.slice(1).map((step, i) => step - steps[i]!)).toEqual(Array(steps.length - 1).fill(2));
  expect(columns).toBe(expected.columns);

  program.kill("SIGKILL");
  await node.until(() => !isOffered(), { timeoutMs: 30_000 });
  const published = (): unknown[] =>
    node.topics().filter(({ name, publishers }) => name.startsWith(prefix) && publishers > 0);
  await expect.poll(published).toEqual([]);
}

async function watched(
  node: Node,
  prefix: string,
  items: readonly string[],
): Promise<{ readonly steps: readonly number[]; readonly columns: number }> {
  const { samples_topic, described } = await node.request(
    `${prefix}/set_filter`,
    { items, every: 2 },
    { response: "orrery.msgs.IntrospectionFilter" },
  );
  expect(described!.map(({ name, unavailable }) => `${name}${unavailable ?? ""}`)).toEqual(items);
  const steps: number[] = [];
  let columns = 0;
  const onSamples = (value: orrery.ItemSamples): void => {
    steps.push(...value.steps!);
    columns = value.values!.length / value.steps!.length;
  };
  node.subscribe(samples_topic!, "orrery.msgs.ItemSamples", ({ value }) => onSamples(value));
  await expect.poll(() => steps.length).toBeGreaterThan(60);
  return { steps, columns };
}
