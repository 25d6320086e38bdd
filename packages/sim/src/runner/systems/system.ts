import type { SceneLoadOptions } from "./scene-loader.ts";
import type { Log } from "../../base/log.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { CommandLabel } from "../../history/command-label.ts";
import type { Plugin, Scene, WorldScene } from "../../scene/scene.ts";
import type { Node } from "../../transport/node.ts";
import type { ParamSpecs, ParamValues } from "./params.ts";
import type { RandomStream } from "./random-stream.ts";
import type { SceneSource } from "../../scene/scene-source.ts";
import type { WorldAnswers } from "../services/world-answers.ts";

/** One pass of the simulator. */
export interface Step {
  /** Passes made so far with the world running; a paused pass does not count. */
  readonly count: number;
  /** Simulated seconds that this pass covers; 0 while paused. */
  readonly dt: number;
  readonly dtNs: Nanoseconds;
  /** Simulated time at the end of this pass. */
  readonly timeNs: Nanoseconds;
  readonly paused: boolean;
}

/** In this order; what one phase publishes is delivered before the next begins. */
export const phases = ["preUpdate", "update", "postUpdate"] as const;
export type Phase = (typeof phases)[number];

/**
 * A part of the simulation: commands and controllers act in `preUpdate`, physics in `update`, whoever only reads in
 * `postUpdate`. Everything the next step depends on lives in components (or in what `save` returns): a private field
 * holds only what can be worked out again, or going back in time goes wrong.
 */
export interface System extends Partial<Disposable> {
  preUpdate?(step: Step, world: World): void;
  update?(step: Step, world: World): void;
  postUpdate?(step: Step, world: World): void;
  /**
   * After each input and at the end of each pass: take in what others have written since, so that nothing is pending when a
   * keyframe is taken.
   */
  settle?(): void;
  /** State that cannot be in components: that of a physics engine. */
  save?(): Uint8Array;
  /** The components are back already. Throws, and changes nothing, when the bytes make no sense. */
  restore?(state: Uint8Array): void;
  /**
   * What `loadScenes` was asked for, as an input of this moment. What it returns, or throws, is the answer to who asked; when it
   * throws it must have changed nothing.
   */
  onScenes?(scenes: readonly Scene[], request: unknown): unknown;
  /**
   * It is taken from a world that goes on, on request or because it failed: lets go of what it commanded, and takes its own
   * components away, so that one that is added later begins afresh. Not when time jumps: then the components are those of that
   * moment already. Its entity may be gone.
   */
  onRemove?(world: World): void;
  /** Time has jumped: an undo, a reset, a restored file. Components need nothing; caches may. */
  onTimeJump?(step: Step, world: World): void;
}

/** The state of a run, for messages only: nothing in the world may depend on it. */
export interface RunInfo {
  /** Also before the first pass after somebody has paused it. A world that makes no step in the pass after a jump is not paused. */
  readonly paused: boolean;
  /** Real time with the world running. */
  readonly realTimeNs: Nanoseconds;
}

export interface SystemContext<P> {
  /** What the plugin is attached to. */
  readonly entity: Entity;
  /** Which one it is of several of this system on the entity, from 1: each needs components of its own. */
  readonly ordinal: number;
  readonly world: World;
  /** Its topics and services go when the system stops. */
  readonly node: Node;
  readonly params: P;
  readonly log: Log;
  /** Random numbers that are part of the world's state: by world seed, system and entity. */
  readonly random: RandomStream;
  /**
   * Reads models and lights, with all that they include, and makes the systems that they name ready. Takes real time, so
   * they come as an input of a later pass, to `onScenes`, and `request` (plain data) with them; resolves with what that
   * returns. In a replay nothing is read, and the promise stays open: the recorded input comes by itself.
   */
  readonly loadScenes: (
    sources: readonly SceneSource[],
    request: unknown,
    options?: SceneLoadOptions,
  ) => Promise<unknown>;
  /**
   * Does what a person asked for, in the input that asks: one command, which can be undone. Throws what `act` throws, and then
   * nothing has changed.
   */
  readonly perform: <T>(label: CommandLabel, act: () => T) => T;
  readonly runInfo: () => RunInfo;
  /** Answers services that describe the whole world, without holding up its steps. */
  readonly answers: WorldAnswers;
}

/** What a system module exports by default. */
export interface SystemDefinition<S extends ParamSpecs = ParamSpecs> {
  readonly name: string;
  /** Other names by which world files call it: Gazebo's class and library. */
  readonly aliases: readonly string[];
  /** One sentence for lists. */
  readonly summary: string;
  readonly params: S;
  /** At most one per world, on the world itself: two physics would move everything twice. */
  readonly single: boolean;
  /** Names of systems that act first in each phase, where they are there. */
  readonly after: readonly string[];
  /** Texts of .proto files with message types of its own. */
  readonly protos: readonly ProtoFile[];
  /** Once a process, before the first `create`: loading WebAssembly and such. */
  readonly prepare: () => Promise<void>;
  /** Before each start for which it is loaded: what only some worlds need. Without a scene, it may be any. */
  readonly prepareFor: (plugin: Plugin, scene: WorldScene | undefined) => Promise<void>;
  create(context: SystemContext<ParamValues<S>>): System;
}

export interface ProtoFile {
  readonly file: string;
  readonly text: string;
}

type Declared<S extends ParamSpecs> = Pick<SystemDefinition<S>, "name" | "create"> & Partial<SystemDefinition<S>>;

/** Declares a system; what is left out has no effect. */
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

/** Whether something that was imported is a system. */
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
