import type { Log } from "../../base/log.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { CommandLabel } from "../../history/command-label.ts";
import type { Plugin, SourcePlace } from "../../scene/scene.ts";
import type { Node } from "../../transport/node.ts";
import type { SceneSource } from "../../scene/scene-source.ts";
import type { SceneLoadOptions } from "./scene-loader.ts";
import type { Activity } from "../activity.ts";
import type { SystemLibrary } from "./system-library.ts";
import type { Phase, RunInfo, SystemDefinition } from "./system.ts";
import type { WorldAnswers } from "../services/world-answers.ts";

/** What the set needs of the runner. */
export interface SystemHost {
  readonly world: World;
  readonly root: Entity;
  readonly library: SystemLibrary;
  /** In a playback, the systems to run, whatever the components name: those name the systems of the world that was recorded. */
  readonly fixed: readonly Plugin[] | undefined;
  readonly log: Log;
  /** Milliseconds, for the cost of systems; never part of a decision. */
  readonly nowMs: () => number;
  readonly activity: Activity;
  node(owner: string): Node;
  registerTypes(definition: SystemDefinition): void;
  report(failure: SystemFailure): void;
  /** See SystemContext. */
  loadScenes(
    system: string,
    sources: readonly SceneSource[],
    request: unknown,
    options?: SceneLoadOptions,
  ): Promise<unknown>;
  /** See SystemContext. */
  perform<T>(label: CommandLabel, act: () => T): T;
  /** See SystemContext. */
  runInfo(): RunInfo;
  readonly answers: WorldAnswers;
  /** Returns where in a file the plugin was written, for messages. */
  placeOf(plugin: Plugin): SourcePlace | undefined;
}

export interface SystemFailure {
  readonly name: string;
  readonly entity: Entity;
  /** `load`: it had failed when the state was saved. */
  readonly phase: Phase | "create" | "settle" | "save" | "restore" | "onTimeJump" | "load";
  readonly error: string;
}

export interface SystemInfo {
  readonly name: string;
  readonly entity: Entity;
  readonly state: "running" | "stopped";
  /** Time of the simulation thread, averaged over samples. */
  readonly microsPerStep: number;
  /** Why it was stopped. */
  readonly failure: Pick<SystemFailure, "phase" | "error"> | undefined;
}
