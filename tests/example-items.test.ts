import { TestSim } from "@orrery/sim/testing";
import { expect, test } from "vitest";
import battery from "../examples/systems/battery.ts";
import { watchItems } from "../packages/sim/src/testing/watch-items.ts";

test("[IT17] numbers of a system's components and the items that it registers are watched like others, and go with it", async () => {
  const cart = `<model name="cart"><link name="l"/><plugin name="battery" filename="battery"><capacity>100</capacity><load>10</load></plugin></model>`;
  using sim = await TestSim.load(cart, { systems: [battery], defaultSystems: ["physics", "user-commands"] });
  const watched = await watchItems(sim, ["cart::example.Battery.charge", "cart::time_left"]);
  sim.run({ steps: 500 });
  watched.finish();
  const [charge, left] = watched.columns.map((column) => column.at(-1)!);
  expect(charge).toBeCloseTo(100 - 10 * 0.5, 9);
  expect(left).toBe(charge! / 10);
  expect(watched.batches[0]!.described!.map(({ units }) => units)).toEqual([["J"], ["s"]]);
  sim.request("/world/test/remove", "gz.msgs.Entity", { name: "cart", type: "MODEL" });
  sim.run({ steps: 2 });
  watched.finish();
  expect(watched.columns.map((column) => column.at(-1))).toEqual([NaN, NaN]);
  expect(sim.runner.introspection.manager.find("cart::time_left")).toBeUndefined();
});
