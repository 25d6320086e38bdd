import { assertNever } from "../../base/assert-never.ts";
import type { Vec3 } from "../../base/vec3.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";
import type { MujocoIntegrator } from "../../physics/mujoco/model/settings.ts";
import { isMujocoReady, mujocoEngine, prepareMujoco } from "../../physics/mujoco/load-mujoco.ts";
import { isRapierReady, prepareRapier, rapierEngine } from "../../physics/rapier/load-rapier.ts";
import type { EngineName } from "./engine-choice.ts";

/** Loads an engine's module; once per process is enough. */
export async function prepareEngine(name: EngineName): Promise<void> {
  switch (name) {
    case "rapier":
      return prepareRapier();
    case "mujoco":
      return prepareMujoco();
    default:
      return assertNever(name);
  }
}

export function isReady(name: EngineName): boolean {
  return name === "rapier" ? isRapierReady() : isMujocoReady();
}

export interface EngineOptions {
  readonly gravity: Vec3;
  /** For MuJoCo only. */
  readonly integrator: MujocoIntegrator;
}

export function engineNamed(name: EngineName, { gravity, integrator }: EngineOptions): PhysicsEngine {
  switch (name) {
    case "rapier":
      return rapierEngine({ gravity });
    case "mujoco":
      return mujocoEngine({ gravity, integrator });
    default:
      return assertNever(name);
  }
}
