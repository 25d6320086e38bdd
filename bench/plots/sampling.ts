import { Introspection, IntrospectionManager } from "@orrery/sim";
import { TestSim } from "@orrery/sim/testing";
import { EntityItems } from "../../packages/sim/src/introspection/items/entity-items.ts";
import type { Bench } from "../harness.ts";
import { boxes, worldOf } from "../scenes/world.ts";

const BOXES = 1000;
const VIEWERS = 5;
const LINKS = 20;
const OF_LINK = ["pose", "linear_velocity", "linear_acceleration", "force", "kinetic_energy"];
const PAIRS = 61;
/** More than the steps between two batches at 1 kHz. */
const STEPS = 40;
/** Of a step that is watched, to the same step alone. */
const BUDGET = 1.03;

/** What watching costs: a hundred items, for one viewer and for five, against a step of a thousand boxes. */
export async function measureSampling(bench: Bench): Promise<void> {
  const links = Array.from({ length: LINKS }, (_, i) => `box${i * 49}::link`);
  const items = links.flatMap((link) => OF_LINK.map((last) => `${link}::${last}`));
  if (items.length !== 100) throw new Error(`${items.length} items instead of 100`);
  await measure(bench, { name: "plots/sample-100", filters: [items], budget: BUDGET });
  const five = Array.from({ length: VIEWERS }, () => items);
  await measure(bench, { name: "plots/sample-100-for-5", filters: five, budget: BUDGET });
  // The engine is asked for each point of each contact, and a sum over the world visits each of its links.
  await measure(bench, {
    name: "plots/sample-contacts-of-20",
    filters: [links.map((link) => `${link}::contact_force`)],
  });
  await measure(bench, { name: "plots/sample-energy-of-1000", filters: [["energy", "linear_momentum"]] });
}

interface Watching {
  readonly name: string;
  readonly filters: readonly (readonly string[])[];
  readonly budget?: number | undefined;
}

/** A step that is watched against the same step alone. */
async function measure(bench: Bench, { name, filters, budget }: Watching): Promise<void> {
  using sim = await TestSim.load(worldOf("rapier", boxes(BOXES)));
  sim.run({ steps: 250 });
  const start = sim.runner.keyframe();
  let sampled = 0;
  const { introspection, sent } = await watching(sim, filters, () => sampled);
  const watched = (): void => {
    const { count, timeNs } = sim.runner.now();
    const step = { count: count + 1, dt: 0.001, timeNs: timeNs + 1e6 };
    introspection.begin(step);
    sim.run({ steps: 1 });
    introspection.sample(step, 0);
    sampled++;
  };
  await bench.compare({
    name,
    ours: watched,
    reference: () => sim.run({ steps: 1 }),
    // From one state, in which they are awake. After it was restored, items are found again: once, not in each step.
    setup: () => {
      sim.runner.restore(start);
      watched();
    },
    batch: STEPS,
    pairs: PAIRS,
    ...(budget === undefined ? {} : { budget }),
  });
  introspection.idle();
  sim.runner.pass();
  if (sent() !== sampled * filters.length)
    throw new Error(`${sent()} of ${sampled * filters.length} samples were sent`);
}

/** Watches items by a manager beside the world's own, so that its cost can be told from that of the step. */
async function watching(sim: TestSim, filters: readonly (readonly string[])[], nowMs: () => number) {
  const { world, root, systems, messages } = sim.runner;
  const manager = new IntrospectionManager("beside");
  manager.addProvider(new EntityItems({ world, root, physics: systems.physics }));
  const node = sim.runner.node("bench");
  const introspection = new Introspection({
    manager,
    node,
    // As often as in a world of 1 kHz, however busy the machine.
    nowMs,
  });
  let sent = 0;
  for (const items of filters) {
    const asked = sim.node.request("/introspection/beside/set_filter", { items, every: 1 });
    sim.runner.pass();
    const { samples_topic } = (await asked) as { readonly samples_topic: string };
    sim.node.subscribe(samples_topic, "orrery.msgs.ItemSamples", ({ value }) => {
      // As for a connection.
      messages.encode("orrery.msgs.ItemSamples", value);
      sent += value.steps!.length;
    });
  }
  sim.runner.pass();
  return { introspection, sent: () => sent };
}
