import type { Vec3 } from "../../base/vec3.ts";
import type { PhysicsEngine } from "../engine.ts";
import { RapierEngine } from "./engine.ts";
import { loadRapier, type RapierModule } from "./wasm/module.ts";

export interface RapierOptions {
  /** In m/s². */
  readonly gravity: Vec3;
}

export async function createRapierEngine(options: RapierOptions): Promise<PhysicsEngine> {
  await prepareRapier();
  return rapierEngine(options);
}

let prepared: RapierModule | undefined;

/** Loads the wasm module; once per thread is enough. Throws if its memory is not laid out as Orrery needs it. */
export async function prepareRapier(): Promise<void> {
  prepared ??= await loadRapier();
}

export function isRapierReady(): boolean {
  return prepared !== undefined;
}

/** Creates an engine at once, for callers that have awaited `prepareRapier`. */
export function rapierEngine(options: RapierOptions): PhysicsEngine {
  if (!prepared) throw new Error("prepareRapier() must be awaited before the first engine");
  return new RapierEngine(options.gravity, prepared);
}
