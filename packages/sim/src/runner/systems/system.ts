import type { orrery } from "@orrery/msgs";
import type { SceneLoadOptions } from "./scene-load-options.ts";
import type { Log } from "../../base/log.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { CommandLabel } from "../../history/command-label.ts";
import type { Plugin, Scene, WorldScene } from "../../scene/scene.ts";
import type { PhysicsQueries } from "../../physics/queries.ts";
import type { RegisteredItem } from "../../introspection/registered-items.ts";
import type { Node } from "../../transport/node.ts";
import type { LengthsOf } from "../../commands/edits/scale-params.ts";
import type { RunInfo } from "../run-info.ts";
import type { ParamSpecs, ParamValues } from "./params.ts";
import type { RandomStream } from "./random-stream.ts";
import type { SceneSource } from "../../scene/scene-source.ts";
import type { AnswerWork, Ask, AskForAnswer, OwnWork } from "./work.ts";
import type { WorldAnswers } from "../services/world-answers.ts";

/** One pass of the simulator. */
export interface Step {
  /** Passes made so far while the world was running; paused passes do not count. */
  readonly count: number;
  /** Simulated seconds of this pass; 0 while paused. */
  readonly dt: number;
  readonly dtNs: Nanoseconds;
  /** Simulated time at the end of this pass. */
  readonly timeNs: Nanoseconds;
  readonly paused: boolean;
}

/** In this order. Messages published in one phase are delivered before the next begins. */
export const phases = ["preUpdate", "update", "postUpdate"] as const;
export type Phase = (typeof phases)[number];

/**
 * A part of the simulation: commands and controllers act in `preUpdate`, physics in `update`, systems that only read in
 * `postUpdate`. Everything that the next step depends on lives in components (or in what `save` returns). A private
 * field may hold only what can be recomputed; otherwise going back in time goes wrong.
 */
export interface System extends Partial<Disposable> {
  preUpdate?(step: Step, world: World): void;
  update?(step: Step, world: World): void;
  postUpdate?(step: Step, world: World): void;
  /**
   * Processes what others have written, so that nothing is pending when a keyframe is taken. Called after each input
   * and at the end of each pass.
   */
  settle?(): void;
  /**
   * Returns state that cannot be in components, such as that of a physics engine; `undefined` if components have all
   * that a new system in its place needs.
   */
  save?(): Uint8Array | undefined;
  /**
   * Restores what `save` returned; the components are restored already. Throws, without changing anything, if the bytes
   * are invalid.
   */
  restore?(state: Uint8Array): void;
  /**
   * Performs a command that waited until the world resumed, as an input, with the models that it needs. Its result or
   * error is the outcome; if it throws, it must not have changed anything. Only one system per world does this.
   */
  onCommand?(command: orrery.Command, scenes: readonly Scene[]): unknown;
  /** Queries for other systems, if this one has a physics engine. Only one system per world has them. */
  readonly queries?: PhysicsQueries;
  /**
   * Releases what it commanded and removes its own components, so that a system added later starts from scratch. Called
   * when the system is removed from a running world, on request or after a failure. Not called when time jumps, because
   * the components then already belong to that moment. The system's entity may no longer exist.
   */
  onRemove?(world: World): void;
  /** Handles a jump in time: an undo, a reset, a restored file. Components are already right; caches may be stale. */
  onTimeJump?(step: Step, world: World): void;
}

export interface SystemContext<P> {
  /** The entity that the plugin is attached to. */
  readonly entity: Entity;
  /**
   * Number of this instance among those of this system on the entity, counted from 1; each needs components of its own.
   */
  readonly ordinal: number;
  readonly world: World;
  /** Its topics and services are withdrawn when the system stops. */
  readonly node: Node;
  readonly params: P;
  readonly log: Log;
  /** Random numbers that are part of the world's state: determined by world seed, system and entity. */
  readonly random: RandomStream;
  /**
   * Declares the system's own work that takes real time, and returns the function that requests it: files to read, an
   * outside controller, a picture from another thread. The result arrives as an input of a later pass. Must be called
   * in `create`.
   */
  readonly later: <Request, Value>(work: OwnWork<Request, Value>) => Ask<Request>;
  /** Declares work that requests from outside need before they can be answered. Must be called in `create`. */
  readonly answerLater: <Request, Value>(work: AnswerWork<Request, Value>) => AskForAnswer<Request, Value>;
  /**
   * Reads models and lights, with everything that they include, and loads the systems that they name. Only for use in
   * such work.
   */
  readonly loadScenes: (sources: readonly SceneSource[], options?: SceneLoadOptions) => Promise<readonly Scene[]>;
  /**
   * Performs a person's request as one command that can be undone. Must be called within the input that requests it.
   * Passes on errors of `act`; nothing has changed then.
   */
  readonly perform: <T>(label: CommandLabel, act: () => T) => T;
  /**
   * Registers a value of the system that others may watch and plot, under its entity's name and one of its own. It must
   * follow from components, because a replay reads it too. It is withdrawn when the system stops, or when the result is
   * disposed of.
   */
  readonly registerItem: (name: string, item: RegisteredItem) => Disposable;
  /** Returns which parameters of a plugin's system are lengths. */
  readonly lengthsOf: LengthsOf;
  readonly runInfo: () => RunInfo;
  /**
   * Returns the queries of the physics engine; `undefined` while no physics runs. For `postUpdate`; must not be kept
   * beyond a phase.
   */
  readonly physics: () => PhysicsQueries | undefined;
  /** Answers requests for descriptions of the whole world without holding up its steps. */
  readonly answers: WorldAnswers;
}

/** The default export of a system's module. */
export interface SystemDefinition<S extends ParamSpecs = ParamSpecs> {
  readonly name: string;
  /** Other names for it in world files: Gazebo's class and library. */
  readonly aliases: readonly string[];
  /** One sentence for lists. */
  readonly summary: string;
  readonly params: S;
  /** Whether a world can have at most one, on the world itself: two physics systems would move everything twice. */
  readonly single: boolean;
  /** Names of systems that act before it in each phase, if they exist. */
  readonly after: readonly string[];
  /** Texts of .proto files with message types of its own. */
  readonly protos: readonly ProtoFile[];
  /** Called once per process, before the first `create`, to load WebAssembly and the like. */
  readonly prepare: () => Promise<void>;
  /**
   * Called before each start for which it is loaded, to prepare what only some worlds need. Without a scene, it must
   * prepare for all of them.
   */
  readonly prepareFor: (plugin: Plugin, scene: WorldScene | undefined) => Promise<void>;
  create(context: SystemContext<ParamValues<S>>): System;
}

export interface ProtoFile {
  readonly file: string;
  readonly text: string;
}

type Declared<S extends ParamSpecs> = Pick<SystemDefinition<S>, "name" | "create"> & Partial<SystemDefinition<S>>;

/** Declares a system; parts that are left out have no effect. */
export function defineSystem<const S extends ParamSpecs = {}>(declared: Declared<S>): SystemDefinition<S> {
  return {
    aliases: [],
    summary: "",
    params: {} as S,
    single: false,
    after: [],
    protos: [],
    prepare: async () => {},
    prepareFor: async () => {},
    ...declared,
  };
}

/** Returns whether an imported value is a system. */
export function isSystemDefinition(value: unknown): value is SystemDefinition {
  const candidate = value as Partial<SystemDefinition> | null;
  return (
    typeof candidate === "object" &&
    typeof candidate?.name === "string" &&
    typeof candidate.create === "function" &&
    typeof candidate.prepare === "function" &&
    [candidate.aliases, candidate.after, candidate.protos].every((list) => Array.isArray(list)) &&
    typeof candidate.params === "object"
  );
}
