import type { Entity } from "../../ecs/entities.ts";
import type { Phase } from "./system.ts";

export interface SystemFailure {
  readonly name: string;
  readonly entity: Entity;
  /** `load` means that it had already failed when the state was saved. */
  readonly phase: Phase | "create" | "settle" | "save" | "restore" | "onTimeJump" | "load";
  readonly error: string;
}

export interface SystemInfo {
  readonly name: string;
  readonly entity: Entity;
  readonly state: "running" | "stopped";
  /** CPU time of the simulation thread, averaged over samples. */
  readonly microsPerStep: number;
  /** Why it was stopped. */
  readonly failure: Pick<SystemFailure, "phase" | "error"> | undefined;
}
