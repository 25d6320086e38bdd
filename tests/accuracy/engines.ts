import type { Vec3 } from "@orrery/sim";
import type { PhysicsEngine } from "../../packages/sim/src/physics/engine.ts";
import { createMujocoEngine } from "../../packages/sim/src/physics/mujoco/load-mujoco.ts";
import { createRapierEngine } from "../../packages/sim/src/physics/rapier/load-rapier.ts";

export interface EngineUnderTest {
  readonly name: string;
  readonly create: (options: { readonly gravity: Vec3 }) => Promise<PhysicsEngine>;
}

/** Each with its default settings. */
export const engines: readonly EngineUnderTest[] = [
  { name: "rapier", create: createRapierEngine },
  { name: "mujoco", create: createMujocoEngine },
  { name: "mujoco rk4", create: ({ gravity }) => createMujocoEngine({ gravity, integrator: "rk4" }) },
];
