import type { Vec3 } from "../base/vec3.ts";
import type { PhysicsEngine } from "./engine.ts";
import { RapierEngine } from "./rapier-engine.ts";
import { canReadMemory } from "./rapier-memory.ts";
import { loadRapier, type RapierModule } from "./rapier-module.ts";

export interface RapierOptions {
  /** m/s². */
  readonly gravity: Vec3;
}

export async function createRapierEngine(options: RapierOptions): Promise<PhysicsEngine> {
  await prepareRapier();
  return rapierEngine(options);
}

let prepared: RapierModule | undefined;

/** Loads the wasm module; once per process is enough. */
export async function prepareRapier(): Promise<void> {
  prepared ??= await loadRapier();
}

export function isRapierReady(): boolean {
  return prepared !== undefined;
}

/** What is not as it should be on this host, for the log; empty when all is well. */
export function rapierShortcomings(): string {
  if (canReadMemory(prepared?.memory)) return "";
  return "Rapier's memory cannot be read here: reading bodies is slower, slow ones fall asleep earlier, and states have other bits than elsewhere";
}

/** At once, for those who awaited `prepareRapier` before. */
export function rapierEngine(options: RapierOptions): PhysicsEngine {
  if (!prepared) throw new Error("prepareRapier() must be awaited before the first engine");
  return new RapierEngine(options.gravity, prepared);
}
