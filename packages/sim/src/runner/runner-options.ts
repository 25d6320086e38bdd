import type { MessageRegistry } from "@orrery/msgs";
import type { Log } from "../base/log.ts";
import type { Keyframe } from "../history/keyframe.ts";
import type { Packer } from "../history/stored-state.ts";
import type { HistoryLimits } from "../history/memory.ts";
import type { Resources } from "../formats/resources.ts";
import type { Plugin, WorldScene } from "../scene/scene.ts";
import type { Playback } from "./playback.ts";
import type { Activity } from "./activity.ts";
import type { Scribe } from "./services/world-answers.ts";
import type { SystemLibrary } from "./systems/system-library.ts";

export interface RunnerOptions {
  readonly scene: WorldScene;
  /** A state, or a file from `Runner.save`, used instead of the scene's state; a reset returns to it. */
  readonly initial?: Uint8Array | Keyframe;
  /** Overrides the scene's `<physics type>`, which the world still stores: `rapier`, `mujoco`, or `auto`. */
  readonly engine?: string;
  readonly library: SystemLibrary;
  /** Systems that a world gets in addition to those that its file names. */
  readonly defaultSystems: readonly Plugin[];
  /**
   * The source of models that are added later, and the world's own file, to which relative names refer. Default: no
   * models, and no file.
   */
  readonly resources?: Resources;
  readonly file?: string;
  readonly messages: MessageRegistry;
  readonly log: Log;
  /** The host's clock in milliseconds, for pacing and statistics only. */
  readonly nowMs: () => number;
  readonly seed?: number;
  readonly paused?: boolean;
  /** Simulated seconds per second; 0 means as fast as possible. Default: the world file's value. */
  readonly targetFactor?: number;
  /** How much history is kept. Default: none, which makes undo impossible and costs nothing. */
  readonly history?: Partial<HistoryLimits>;
  /**
   * Whether a reset rebuilds the world from its components. Otherwise a copy of the first state is kept, which takes
   * tens of megabytes for thousands of shapes. A rebuild restarts all systems, so their topics and services disappear
   * and come back. Only for worlds without a history. Default: false.
   */
  readonly rebuilds?: boolean;
  /** Compresses the history. */
  readonly packer?: Packer;
  /** Describes large worlds in another thread. Default: they are described in this thread, between two steps. */
  readonly scribe?: Scribe;
  /** Observes what the runner does. */
  readonly activity?: Activity;
  /**
   * Whether inputs come from a record of this run. It includes answers from outside and files that were read, so no
   * request is made again.
   */
  readonly isRerun?: boolean;
  /**
   * Runs only the default systems, whatever the components name: in a playback those name the systems of the recorded
   * world.
   */
  readonly onlyDefaultSystems?: boolean;
  /** A log to play back instead of simulating. */
  readonly playback?: Playback;
}
