import { assertNever } from "../../base/assert-never.ts";
import type { Vec3 } from "../../base/vec3.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";
import { prepareRapier, rapierEngine, rapierShortcomings } from "../../physics/rapier.ts";

export type EngineName = PhysicsEngine["name"];

/** Which engine a world gets, and why: by `<physics type>` when that names one of ours, else by the setting. */
export function chooseEngine(physicsType: string, setting: string): { engine: EngineName; why: string } {
  if (isEngine(physicsType)) return { engine: physicsType, why: `<physics type="${physicsType}">` };
  if (isEngine(setting)) return { engine: setting, why: "chosen by the plugin's <engine>" };
  if (physicsType === "mujoco" || setting === "mujoco") return { engine: "rapier", why: "mujoco is not available yet" };
  return { engine: "rapier", why: "the only one there is yet" };
}

export async function prepareEngines(): Promise<void> {
  await prepareRapier();
}

/** What an engine cannot do as it should on this host; empty when all is well. */
export function shortcomingsOf(name: EngineName): string {
  return name === "rapier" ? rapierShortcomings() : "";
}

export function engineNamed(name: EngineName, gravity: Vec3): PhysicsEngine {
  switch (name) {
    case "rapier":
      return rapierEngine({ gravity });
    case "mujoco":
      throw new Error("the mujoco engine is not available yet");
    default:
      return assertNever(name);
  }
}

function isEngine(name: string): name is EngineName {
  return name === "rapier";
}
