import { numeric } from "../ecs/component.ts";
import { defineSystem } from "../runner/systems/system.ts";

/** A falling ball. */
export const ball = `
  <model name="ball"><pose>0 0 5 0 0 0</pose><link name="link">
    <inertial><mass>2</mass></inertial>
    <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision>
  </link></model>`;
export const ground = `
  <model name="ground"><static>true</static><link name="link">
    <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision>
  </link></model>`;

/** Counts steps, and stores a random number in each. */
export const Count = numeric("test.Count", { steps: 0, luck: 0 });
/** A system that counts steps and draws numbers, in a component. */
export const counter = defineSystem({
  name: "counter",
  create: ({ entity, random }) => ({
    preUpdate({ paused }, world) {
      if (paused) return;
      const { steps } = world.get(entity, Count) ?? Count.initial();
      world.set(entity, Count, { steps: steps + 1, luck: random.gaussian() });
    },
  }),
});
