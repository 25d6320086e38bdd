import type { HistoryLimits, LogRecord, Plugin } from "@orrery/sim";
import type { Act, KeyframeHeader, KnownSystem, LoadProgress, Problem, StateUpdate } from "@orrery/sim/host";
import type { MessagePort } from "node:worker_threads";
import type { RecordStart } from "../logs/log-messages.ts";

/** The start data of a simulation thread. */
export interface ThreadStart {
  readonly world: string;
  /** A log to play back instead of the world. */
  readonly log?: string;
  /** A moment of a log to continue from, instead of the world's file. */
  readonly resume?: ResumeStart | undefined;
  readonly resourceFolders: readonly string[];
  /** Whether a world that includes a missing model is refused, instead of getting an empty model in its place. */
  readonly strict?: boolean;
  /** Additional folders for models that users insert; the world itself is not read from them. */
  readonly sampleFolders?: readonly string[];
  readonly pluginFolders: readonly string[];
  readonly systems: readonly Plugin[];
  /** Overrides the `<physics type>` of the file. */
  readonly engine?: string | undefined;
  readonly seed?: number | undefined;
  readonly paused: boolean;
  /** Simulated seconds per second; 0 means as fast as possible, `undefined` means the file's value. */
  readonly targetFactor?: number | undefined;
  /** Number of steps from where the run starts; `undefined` runs until told to stop. */
  readonly steps?: number | undefined;
  /** The world's own step count at which its state is saved. */
  readonly saveAt?: number | undefined;
  /** A saved state to start from: its contents, and the name of its file for messages. */
  readonly restore?: { readonly file: string; readonly bytes: Uint8Array } | undefined;
  /** Whether to hash the final state, which takes tens of milliseconds for thousands of bodies. */
  readonly hash?: boolean;
  readonly progress?: boolean;
  /** How much history to keep; by default none. */
  readonly history?: HistoryLimits;
  /** Where to send the log of the run; by default there is no log. */
  readonly record?: RecordStart;
  /** Whether to hand out states from which the world can be restarted. */
  readonly keep?: boolean;
  /** Systems that caused failures of previous threads. */
  readonly without?: readonly StoppedSystem[];
  /**
   * Whether the first step waits for the other end of the port to be ready; otherwise a short run might be over before.
   */
  readonly attended?: boolean;
  readonly port: MessagePort;
  /** An Int32Array of `SIGNALS` elements. */
  readonly signals: SharedArrayBuffer;
}

/** A moment of a log: that before a command, the end of a stretch, a time in it, or without both the log's end. */
export interface ResumeStart {
  readonly file: string;
  readonly id: string;
  readonly timeNs: number | undefined;
}

/** Requests to a running simulation thread. */
export type ThreadRequest =
  /** Begins a log. At most one is being written. */
  | { readonly kind: "record"; readonly start: RecordStart }
  /** Ends the log; `recorded` follows when its last entry has been sent. */
  | { readonly kind: "end-record" };

/** Events of a simulation thread. Topics and services use the port instead. */
export type ThreadEvent =
  | { readonly kind: "log"; readonly record: LogRecord }
  | { readonly kind: "loading"; readonly progress: LoadProgress }
  | { readonly kind: "loaded"; readonly world: LoadedWorld }
  /** The world was not loaded. `reason` is empty if the problems explain it. */
  | { readonly kind: "refused"; readonly problems: readonly Problem[]; readonly reason: string }
  /** `cpuMicros` is the CPU time that the thread has used so far. */
  | { readonly kind: "progress"; readonly steps: number; readonly timeNs: number; readonly cpuMicros: number }
  | { readonly kind: "saved"; readonly steps: number; readonly bytes: Uint8Array }
  /** The world has been paused or resumed; also sent once at its start. */
  | { readonly kind: "paused"; readonly paused: boolean }
  | { readonly kind: "state"; readonly update: StateUpdate }
  /** A system was registered; `SYSTEM` refers to it by this number. */
  | { readonly kind: "system"; readonly number: number; readonly system: KnownSystem }
  | { readonly kind: "kept"; readonly state: HandedState }
  /** A log has ended as requested: everything has been sent to its thread. */
  | { readonly kind: "recorded" }
  | { readonly kind: "ended"; readonly summary: RunSummary }
  /** The loop itself threw, rather than one of its systems: the world cannot continue. `error` has the stack. */
  | { readonly kind: "failed"; readonly error: string };

/**
 * A state from which to restart if the thread is lost. Its memory is reused after `KEPT` has been incremented twice.
 */
export interface HandedState {
  /** Changes of components since the last state; undefined if there are none. */
  readonly update: StateUpdate | undefined;
  readonly states: readonly (readonly [system: string, state: Uint8Array])[];
  readonly header: KeyframeHeader;
  readonly nextId: number;
  readonly timeNs: number;
  readonly paused: boolean;
  readonly targetFactor: number;
}

/** A system that must not run, and why. */
export interface StoppedSystem {
  readonly key: string;
  readonly phase: Act;
  readonly error: string;
}

export interface LoadedWorld {
  readonly name: string;
  /** The physics engine; "none" if the world has no physics. */
  readonly engine: string;
  readonly entities: number;
  /** The step count at which the run starts: not 0 if a state was restored. */
  readonly steps: number;
  /** Warnings only. */
  readonly problems: readonly Problem[];
}

/** One run, from its start to its end. */
export interface RunSummary {
  readonly world: string;
  readonly engine: string;
  /** Steps made in this run, before and after resets. */
  readonly steps: number;
  /** Simulated time at the end, s. */
  readonly simTime: number;
  /** Simulated seconds per second of the run. */
  readonly realTimeFactor: number;
  /** Wall time of the run, in seconds. */
  readonly seconds: number;
  /** CPU time of the simulation thread per step. */
  readonly stepMicros: number;
  readonly entities: number;
  readonly hash: string | undefined;
  /** Systems that had been stopped by the end because they failed. */
  readonly failures: readonly FailedSystem[];
}

export interface FailedSystem {
  readonly system: string;
  /** With the models above it, as in `arm::gripper`; the world's own name for systems of the world. */
  readonly entity: string;
  readonly phase: string;
  /** The first line of the error; the log has the stack. */
  readonly error: string;
}
