import type { Log } from "../../base/log.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { CommandLabel } from "../../history/command-label.ts";
import type { Plugin, Scene, SourcePlace } from "../../scene/scene.ts";
import type { Node } from "../../transport/node.ts";
import type { SceneSource } from "../../scene/scene-source.ts";
import type { SceneLoadOptions } from "./scene-load-options.ts";
import type { IntrospectionManager } from "../../introspection/manager.ts";
import type { Activity } from "../activity.ts";
import type { Results } from "../results.ts";
import type { SystemLibrary } from "./system-library.ts";
import type { RunInfo } from "../run-info.ts";
import type { SystemDefinition } from "./system.ts";
import type { WorldAnswers } from "../services/world-answers.ts";

/** What the set needs from the runner. */
export interface SystemSetParts {
  readonly world: World;
  readonly root: Entity;
  readonly library: SystemLibrary;
  /** In a playback, the systems to run, whatever the components name: those name the systems of the recorded world. */
  readonly fixed: readonly Plugin[] | undefined;
  readonly log: Log;
  /** Returns milliseconds, for the cost of systems; never part of a decision. */
  readonly nowMs: () => number;
  readonly activity: Activity;
  node(owner: string): Node;
  registerTypes(definition: SystemDefinition): void;
  /** Loads scenes; see SystemContext. */
  loadScenes(sources: readonly SceneSource[], options?: SceneLoadOptions): Promise<readonly Scene[]>;
  readonly results: Results;
  /** Returns the state of the run; see SystemContext. */
  runInfo(): RunInfo;
  readonly answers: WorldAnswers;
  /** The values that others may watch. */
  readonly items: IntrospectionManager;
  /** Returns where in a file the plugin was written, for messages. */
  placeOf(plugin: Plugin): SourcePlace | undefined;
}

/** Performs commands; see SystemContext. */
export interface Performer {
  perform<T>(label: CommandLabel, act: () => T): T;
}
