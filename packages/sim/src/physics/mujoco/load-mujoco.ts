import type { Vec3 } from "../../base/vec3.ts";
import type { PhysicsEngine } from "../engine.ts";
import { MujocoEngine } from "./engine.ts";
import { loadMujoco, type Mujoco } from "./model/module.ts";
import type { MujocoIntegrator } from "./model/settings.ts";

export interface MujocoOptions {
  /** In m/s². */
  readonly gravity: Vec3;
  /** Default `discrete`. */
  readonly integrator?: MujocoIntegrator;
}

export async function createMujocoEngine(options: MujocoOptions): Promise<PhysicsEngine> {
  await prepareMujoco();
  return mujocoEngine(options);
}

let prepared: Mujoco | undefined;

/** Loads the wasm module; once per process is enough. */
export async function prepareMujoco(): Promise<void> {
  prepared ??= await loadMujoco();
}

export function isMujocoReady(): boolean {
  return prepared !== undefined;
}

/** Creates an engine at once, for callers that have awaited `prepareMujoco`. */
export function mujocoEngine({ gravity, integrator = "discrete" }: MujocoOptions): PhysicsEngine {
  if (prepared === undefined) throw new Error("prepareMujoco() must be awaited before the first engine");
  return new MujocoEngine(prepared, gravity, integrator);
}
