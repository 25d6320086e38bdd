import type { MessageRegistry } from "@orrery/msgs";
import { fromSeconds } from "../base/time.ts";
import { Emitter } from "../base/emitter.ts";
import type { Log } from "../base/log.ts";
import { spareMemory } from "../base/spare-memory.ts";
import { Name } from "../components/identity.ts";
import { SimClock } from "../components/simulation.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import type { Keyframe, KeyframeHeader } from "../history/keyframe.ts";
import { defaultHistoryLimits } from "../history/memory.ts";
import type { Asker, ShownPast } from "../history/shown-past.ts";
import { Timeline } from "../history/timeline.ts";
import type { Bus } from "../transport/bus.ts";
import { worldPrefix } from "../transport/names.ts";
import { Node } from "../transport/node.ts";
import type { Act } from "./activity.ts";
import { HistoryServices } from "./services/history-services.ts";
import type { Inputs, Outcome, StampedInput, TakenInput } from "./inputs.ts";
import { keyframeHeader, readKeyframe, writeKeyframe } from "./keyframe-file.ts";
import { PendingCommands } from "./services/pending-commands.ts";
import { PendingServices } from "./services/pending-services.ts";
import { playBack } from "./services/playback-service.ts";
import type { Playback } from "./playback.ts";
import { RunState } from "./run-state.ts";
import type { RunnerOptions } from "./runner-options.ts";
import type { SceneLoader } from "./systems/scene-loader.ts";
import { Simulation } from "./simulation.ts";
import { Beginning } from "./beginning.ts";
import { makeStep, type StepSurroundings } from "./step.ts";
import { Statistics } from "./statistics.ts";
import type { SystemLibrary } from "./systems/system-library.ts";
import type { SystemSet } from "./systems/system-set.ts";
import type { Step } from "./systems/system.ts";
import { addedSystems, logSystemsRule } from "./systems/default-systems.ts";
import type { WorldAnswers } from "./services/world-answers.ts";
import { collectPlugins, loadAll, warnOfStillness } from "./systems/world-plugins.ts";
import type { Turns } from "./turns.ts";
import { WorldServices } from "./services/world-services.ts";
import { WorldTopics } from "./services/world-topics.ts";
import { inputBytes, isWorthReplaying } from "./worth-replaying.ts";

/** One simulated world: when it makes a pass, what it answers to, and its past. `pass` is the whole story. */
export class Runner implements Disposable {
  readonly world: World;
  readonly root: Entity;
  readonly bus: Bus;
  readonly systems: SystemSet;
  readonly inputs: Inputs;
  readonly loader: SceneLoader;
  readonly answers: WorldAnswers;
  readonly state: RunState;
  readonly statistics: Statistics;
  readonly log: Log;
  readonly library: SystemLibrary;
  readonly messages: MessageRegistry;
  /** The world's own file, as the host reads it; empty for a text. */
  readonly file: string;
  /** Every input as it takes effect: what logs keep. */
  readonly onInput: Emitter<StampedInput>;
  /** Every input once it has taken effect. */
  readonly onTaken: Emitter<TakenInput>;
  /** Each pass that has been made. */
  readonly onPass: Emitter<Step>;
  /** Its past, and how to go back there. */
  readonly timeline: Timeline;
  /** The log that it is, where it does not run by itself. */
  readonly playback: Playback | undefined;
  /** What waits for it to go on. */
  readonly pending: PendingCommands;
  readonly #simulation: Simulation;
  readonly #topics: WorldTopics;
  readonly #services: WorldServices;
  readonly #historyServices: HistoryServices;
  readonly #pendingServices: PendingServices;
  /** The state that a reset leads to. */
  readonly #beginning: Beginning;
  readonly #live: StepSurroundings = {
    takeInputs: () => this.#takeInputs(),
    moveClock: () => this.#moveClock(),
    publish: (step) => this.#publish(step),
    remember: (step) => this.#remember(step),
  };
  /** Those of the present pass. */
  #turns: Turns | undefined;
  #hasJumped = false;

  /** Loads the world's systems, then starts them. Systems that cannot be found are reported and left out. */
  static async create(options: RunnerOptions): Promise<Runner> {
    const { scene, engine: type = scene.physics.type, initial, library, log } = options;
    const loaded = { ...scene, physics: { ...scene.physics, type } };
    await loadAll(collectPlugins(scene), library, log, loaded);
    const added = addedSystems(scene, options.defaultSystems, library);
    await loadAll(added, library, log, loaded);
    const runner = new Runner(options, initial && (await readKeyframe(initial, library)));
    if (options.playback === undefined) {
      logSystemsRule(scene, added, log);
      warnOfStillness(runner);
    }
    return runner;
  }

  private constructor(options: RunnerOptions, initial: Keyframe | undefined) {
    const { scene, log, nowMs } = options;
    this.#simulation = new Simulation(options, {
      publish: (step) => this.#publish(step),
      report: (failure) => this.#topics.reportFailure(failure),
      perform: (label, act) => this.timeline.perform(label, act),
      runInfo: () => ({
        paused: this.state.paused,
        realTimeNs: fromSeconds(Math.max(0, this.statistics.runningMs) / 1000),
      }),
    });
    ({
      world: this.world,
      root: this.root,
      bus: this.bus,
      systems: this.systems,
      inputs: this.inputs,
      loader: this.loader,
      answers: this.answers,
    } = this.#simulation);
    ({ log: this.log, library: this.library, messages: this.messages, file: this.file = "" } = options);
    this.onInput = new Emitter((error) => log.error(`an observer of inputs failed: ${String(error)}`));
    this.onTaken = new Emitter((error) => log.error(`an observer of inputs failed: ${String(error)}`));
    this.onPass = new Emitter((error) => log.error(`an observer of passes failed: ${String(error)}`));
    this.playback = options.playback;
    const { paused = false, targetFactor = scene.physics.realTimeFactor } = options;
    this.state = new RunState({ paused, targetFactor });
    this.statistics = new Statistics(nowMs);
    this.#topics = new WorldTopics(this);
    this.#services = new WorldServices(this);
    this.#simulation.start();
    if (initial !== undefined) this.#simulation.bringBack(initial);
    const limits = { ...defaultHistoryLimits, ...options.history };
    const isKept =
      limits.enabled || options.rebuilds !== true || initial !== undefined || options.playback !== undefined;
    this.#beginning = new Beginning(this.#simulation, { isKept });
    const { kept } = this.#beginning;
    for (const state of kept?.states.values() ?? []) spareMemory.stay(state);
    this.timeline = new Timeline(this.#simulation, kept, {
      limits,
      packer: options.packer,
      onError: (error) => log.error(`the history failed: ${String(error)}`),
    });
    if (this.playback !== undefined) playBack(this, this.playback, () => this.#simulation.tellJump());
    this.pending = new PendingCommands(this.world, this.root, (error) => log.error(String(error)));
    this.#historyServices = new HistoryServices(this.past, this.node("history"), this.topicPrefix, nowMs);
    this.#pendingServices = new PendingServices(this);
  }

  /**
   * Makes one pass: a step of the world, or the same phases with no time going by while it is paused or has just jumped. It takes all
   * inputs that wait, or those whose callers have their turn.
   */
  pass(turns?: Turns): Step {
    this.#beginning.leave();
    this.#turns = turns;
    return makeStep(this.#simulation, this.#live);
  }

  /** Returns the clock as it stands, as a pass in which no time goes by. */
  now(): Step {
    return this.#simulation.now();
  }

  get name(): string {
    return this.world.get(this.root, Name) ?? "";
  }

  /** What the names of this world's topics and services begin with. */
  get topicPrefix(): string {
    return worldPrefix(this.name);
  }

  node(owner: string): Node {
    return new Node(this.bus, { owner });
  }

  /** The past that is shown: its own, or that of the log that it plays back. */
  get past(): ShownPast {
    return this.playback ?? this.timeline;
  }

  /** Numbers that viewers get with its state. */
  get numbers(): { readonly timeline: number; readonly pending: number } {
    return { timeline: this.past.timeline, pending: this.pending.revision };
  }

  keyframe(): Keyframe {
    return this.#simulation.keyframe();
  }

  /** Takes the whole world to that moment, whose past is not known; whether it runs does not change. */
  restore(keyframe: Keyframe): void {
    this.#beginning.leave();
    this.#simulation.bringBack(keyframe);
    this.#simulation.tellJump();
    this.timeline.forget();
  }

  /** Returns to the moment at which the world was loaded: everything, only the clock, or all but the clock. */
  reset(what: "all" | "time" | "models", asker: Asker = { author: "", authorName: "" }): void {
    if (this.playback !== undefined) return this.playback.rewind(asker);
    const clock = this.world.get(this.root, SimClock)!;
    if (what !== "time") this.#beginning.goBack();
    this.world.set(this.root, SimClock, what === "models" ? clock : SimClock.initial());
    this.#simulation.tellJump();
    this.timeline.noteReset(asker, clock.timeNs, what === "time" ? Infinity : this.#beginning.nextId);
  }

  /** Writes a keyframe as bytes, for a file: of now, or of when the world was loaded. */
  save(which: "now" | "loaded" = "now"): Uint8Array<ArrayBuffer> {
    return writeKeyframe(
      this,
      which === "now" ? this.keyframe() : this.#beginning.keyframe(),
      this.#simulation.fingerprint,
    );
  }

  /** Lends what `save` would write beside the components: the states are empty once `use` has returned. */
  useSavedStates(use: (states: ReadonlyMap<string, Uint8Array>, header: KeyframeHeader) => void): void {
    const states = this.systems.save();
    try {
      use(states, keyframeHeader(this, this.#simulation.fingerprint));
    } finally {
      for (const state of states.values()) spareMemory.giveBack(state);
    }
  }

  /** Stops a system, by its key, as one that has failed; it stays stopped. */
  stopSystem(key: string, phase: Act, error: string): void {
    this.systems.stop(key, phase, error);
  }

  /** Restores what `save` wrote, in this or another process. Throws, and changes nothing, when the file does not fit. */
  async load(file: Uint8Array): Promise<void> {
    const saved = await readKeyframe(file, this.library, ({ world, loaded }) => {
      if (world !== this.name) throw new Error(`it holds the world "${world}", but "${this.name}" is open`);
      if (loaded === this.#simulation.fingerprint) return;
      this.log.warn("the world's file is not what it was when this state was saved; everything is as in the state");
    });
    const before = this.keyframe();
    try {
      this.restore(saved);
    } catch (error) {
      this.restore(before);
      throw error;
    }
  }

  /** Hashes everything the next step depends on, to 128 bits. */
  hash(): string {
    return this.#simulation.hash();
  }

  [Symbol.dispose](): void {
    this.#simulation[Symbol.dispose]();
    for (const part of [this.#services, this.#historyServices, this.#pendingServices, this.#topics]) {
      part[Symbol.dispose]();
    }
    this.bus[Symbol.dispose]();
  }

  #takeInputs(): void {
    const { timeline } = this.past;
    this.#takeWaiting();
    if (!this.state.paused && this.pending.list.length > 0) {
      this.#pendingServices.release();
      this.#takeWaiting();
    }
    this.#hasJumped = this.past.timeline !== timeline;
  }

  #takeWaiting(): void {
    if (!this.inputs.waiting) return;
    const { timeline } = this;
    const turns = this.#turns;
    const apply = (stamped: StampedInput): Outcome => {
      const { input } = stamped;
      if (isWorthReplaying(input)) timeline.record(input, inputBytes(input));
      this.onInput.emit(stamped);
      const before = this.past.timeline;
      const outcome = this.#simulation.take(input);
      timeline.done(outcome);
      turns?.taken(input, { hasJumped: this.past.timeline !== before });
      this.onTaken.emit({ stamped, isRefused: outcome.isRefused });
      return outcome;
    };
    this.inputs.deliver(this.now().count, { apply, turns });
  }

  /** Viewers are shown where the world has gone before it goes on: in the pass of a jump no time goes by. */
  #moveClock(): Step {
    return this.#hasJumped ? this.now() : this.#simulation.advance(this.state);
  }

  #publish(step: Step): void {
    this.#topics.publish(step);
    if (this.bus.replay.isOn) return;
    this.#historyServices.publish();
    this.#pendingServices.publish();
  }

  #remember(step: Step): void {
    if (!step.paused) {
      this.state.stepped(step.timeNs);
      this.timeline.stepped(step.timeNs);
    }
    this.statistics.note(step);
    this.onPass.emit(step);
  }
}
