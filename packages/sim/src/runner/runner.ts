import type { MessageRegistry } from "@orrery/msgs";
import { fromSeconds } from "../base/time.ts";
import { Emitter } from "../base/emitter.ts";
import type { Log } from "../base/log.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import type { Keyframe, KeyframeHeader } from "../history/keyframe.ts";
import { defaultHistoryLimits } from "../history/memory.ts";
import type { Asker, PastView } from "../history/past-view.ts";
import { Timeline } from "../history/timeline.ts";
import type { Bus } from "../transport/bus.ts";
import type { Node } from "../transport/node.ts";
import type { Driver, ResetScope } from "./driver.ts";
import { Introspection } from "../introspection/introspection.ts";
import { SimulationItems } from "../introspection/items/simulation-items.ts";
import { Playing } from "./playing.ts";
import { Simulating } from "./simulating.ts";
import type { Act } from "./activity.ts";
import { HistoryServices } from "./services/history-services.ts";
import { InputTaking } from "./input-taking.ts";
import type { Inputs } from "./inputs.ts";
import type { StampedInput, TakenInput } from "./world-input.ts";
import { hostFigures } from "./host-figures.ts";
import { lendSavedStates, readKeyframe, readKeyframeOf, writeKeyframe } from "./keyframe-file.ts";
import { PendingCommands } from "./services/pending-commands.ts";
import { PendingServices } from "./services/pending-services.ts";
import { RunState } from "./run-state.ts";
import type { RunnerOptions } from "./runner-options.ts";
import { Simulation } from "./simulation.ts";
import { Beginning } from "./beginning.ts";
import type { ReplayHost } from "./replay-host.ts";
import { makeStep, type StepSurroundings } from "./step.ts";
import { Statistics } from "./statistics.ts";
import type { SystemLibrary } from "./systems/system-library.ts";
import type { SystemSet } from "./systems/system-set.ts";
import type { Step } from "./systems/system.ts";
import { addedSystems, logSystemsRule } from "./systems/added-systems.ts";
import { collectPlugins, loadAll, warnOfStillness } from "./systems/world-plugins.ts";
import type { CallerAccounts } from "./schedule/caller-accounts.ts";
import { WorldServices } from "./services/world-services.ts";
import { WorldTopics } from "./services/world-topics.ts";

/** One simulated world: makes passes, responds to inputs, and keeps its past. A pass is `makeStep`, in `step.ts`. */
export class Runner implements Disposable {
  readonly world: World;
  readonly root: Entity;
  readonly bus: Bus;
  readonly systems: SystemSet;
  readonly inputs: Inputs;
  readonly state: RunState;
  readonly statistics: Statistics;
  readonly library: SystemLibrary;
  readonly messages: MessageRegistry;
  /** Emits every input as it takes effect, for logs. */
  readonly onInput: Emitter<StampedInput>;
  /** Emits every input once it has taken effect. */
  readonly onTaken: Emitter<TakenInput>;
  /** Emits every pass that was made. */
  readonly onPass: Emitter<Step>;
  /** The world's own history, which is off in a playback. */
  readonly timeline: Timeline;
  /** What advances the world in time. */
  readonly driver: Driver;
  /** Commands that wait for it to resume. */
  readonly pending: PendingCommands;
  /** Lets others list and watch its values. */
  readonly introspection: Introspection;
  readonly #simulation: Simulation;
  readonly #log: Log;
  readonly #topics: WorldTopics;
  readonly #historyServices: HistoryServices;
  readonly #pendingServices: PendingServices;
  readonly #taking: InputTaking;
  readonly #parts = new DisposableStack();
  /** The state to which a reset returns. */
  readonly #beginning: Beginning;
  readonly #live: StepSurroundings = {
    takeInputs: () => {
      this.#hasJumped = this.#taking.take(this.#accounts);
    },
    moveClock: () => this.#moveClock(),
    beforeUpdate: (step) => {
      this.#simulation.watcher?.begin(step);
      this.introspection.begin(step);
    },
    publish: (step) => this.#publish(step),
    remember: (step) => this.#remember(step),
  };
  /** The accounts given to the present pass. */
  #accounts: CallerAccounts | undefined;
  #hasJumped = false;

  /** Loads the world's systems, then starts them. Systems that cannot be found are reported and left out. */
  static async create(options: RunnerOptions): Promise<Runner> {
    const { scene, engine: type = scene.physics.type, initial, library, log } = options;
    const loaded = { ...scene, physics: { ...scene.physics, type } };
    await loadAll(collectPlugins(scene), library, log, loaded);
    const added = addedSystems(scene, options.defaultSystems, library);
    await loadAll(added, library, log, loaded);
    const state = initial instanceof Uint8Array ? await readKeyframe(initial, library) : initial;
    const runner = new Runner(options, state);
    if (options.onlyDefaultSystems === true) return runner;
    logSystemsRule(scene, added, log);
    warnOfStillness(runner.world, runner.systems.list(), log);
    return runner;
  }

  /** Creates the parts in order: each gets the earlier ones that it needs. */
  private constructor(options: RunnerOptions, initial: Keyframe | undefined) {
    const { scene, log, nowMs, messages, file = "", playback } = options;
    const { paused = false, targetFactor = scene.physics.realTimeFactor } = options;
    const state = new RunState({ paused, targetFactor });
    const statistics = new Statistics(nowMs);
    const simulation = new Simulation(options, () => ({
      paused: state.paused,
      realTimeNs: fromSeconds(Math.max(0, statistics.runningMs) / 1000),
    }));
    const limits = { ...defaultHistoryLimits, ...options.history };
    const onError = (error: unknown): void => log.error(`the history failed: ${String(error)}`);
    const timeline = new Timeline(simulation, { limits, packer: options.packer, onError });
    const beginning = new Beginning(simulation);
    const driver =
      playback === undefined
        ? new Simulating({ simulation, timeline, beginning, log })
        : new Playing({ playback, simulation, timeline, state });
    const topics = new WorldTopics({ simulation, state, statistics, past: driver.past });
    const services = new WorldServices({ simulation, state, timeline, driver, messages, file });
    simulation.items.addProvider(new SimulationItems(simulation, hostFigures(simulation, statistics)));
    const node = simulation.node("introspection");
    this.introspection = new Introspection({ manager: simulation.items, node, nowMs });
    // Systems run from now on.
    simulation.start({ performer: timeline, publish: (step) => topics.publish(step) });
    if (initial !== undefined) simulation.bringBack(initial);
    const isKept = limits.enabled || options.rebuilds !== true || initial !== undefined;
    timeline.begin(beginning.arrive({ isKept }));
    const pending = new PendingCommands(simulation.world, simulation.root, (error) => log.error(String(error)));
    const historyNode = simulation.node("history");
    this.#historyServices = new HistoryServices(driver.past, historyNode, simulation.topicPrefix, nowMs);
    const parts = { simulation, state, timeline, driver, pending };
    const pendingServices = new PendingServices(parts);
    this.#pendingServices = pendingServices;
    this.#taking = new InputTaking({ ...parts, pendingServices, log });
    const offered = [this.#pendingServices, this.#historyServices, services, this.introspection];
    for (const part of [simulation.bus, topics, ...offered, simulation]) this.#parts.use(part);
    ({ onInput: this.onInput, onTaken: this.onTaken } = this.#taking);
    this.onPass = new Emitter((error) => log.error(`an observer of passes failed: ${String(error)}`));
    ({ world: this.world, root: this.root, bus: this.bus, systems: this.systems, inputs: this.inputs } = simulation);
    this.library = simulation.library;
    this.messages = messages;
    this.state = state;
    this.statistics = statistics;
    this.timeline = timeline;
    this.driver = driver;
    this.pending = pending;
    this.#simulation = simulation;
    this.#beginning = beginning;
    this.#topics = topics;
    this.#log = log;
  }

  /**
   * Makes one pass: a step of the world, or the same phases without time while it is paused or has just jumped. It
   * takes all waiting inputs, or those of callers whose turn it is.
   */
  pass(accounts?: CallerAccounts): Step {
    this.#beginning.leave();
    this.#accounts = accounts;
    return makeStep(this.#simulation, this.#live);
  }

  /** Returns the current clock, as a pass in which no time goes by. */
  now(): Step {
    return this.#simulation.now();
  }

  /**
   * Milliseconds for which the next step may still wait for a result that a system needs; `undefined` if it does not
   * wait.
   */
  get heldMs(): number | undefined {
    const { results } = this.#simulation;
    return results.isHolding ? results.leftMs : undefined;
  }

  get name(): string {
    return this.#simulation.name;
  }

  /** The prefix of the names of this world's topics and services. */
  get topicPrefix(): string {
    return this.#simulation.topicPrefix;
  }

  /** The part of the world that replays need. */
  get host(): ReplayHost {
    return this.#simulation;
  }

  node(owner: string): Node {
    return this.#simulation.node(owner);
  }

  /** The past that is shown: the world's own, or that of the log that is played back. */
  get past(): PastView {
    return this.driver.past;
  }

  /** Numbers that viewers get with its state. */
  get numbers(): { readonly timeline: number; readonly pending: number; readonly inputs: number } {
    return { timeline: this.past.timelineNumber, pending: this.pending.revision, inputs: this.#simulation.inputCount };
  }

  keyframe(): Keyframe {
    return this.#simulation.keyframe();
  }

  /** Moves the whole world to that moment, whose past is unknown. It stays running or paused as it was. */
  restore(keyframe: Keyframe): void {
    this.#beginning.leave();
    this.#simulation.bringBack(keyframe);
    this.#simulation.notifyJump();
    this.timeline.forget();
  }

  /**
   * Returns to the moment at which the world was loaded: everything, only the clock, or everything except the clock.
   */
  reset(what: ResetScope, asker: Asker = { author: "", authorName: "" }): void {
    this.driver.reset(what, asker);
  }

  /** Returns the state to which a reset leads. */
  loadedKeyframe(): Keyframe {
    return this.#beginning.keyframe();
  }

  /** Returns a keyframe as bytes, for a file: of now, or of when the world was loaded. */
  save(which: "now" | "loaded" = "now"): Uint8Array<ArrayBuffer> {
    return writeKeyframe(this.#simulation, which === "now" ? this.keyframe() : this.loadedKeyframe());
  }

  /** Lends `use` the states that `save` would write besides the components; their buffers are empty afterwards. */
  useSavedStates(use: (states: ReadonlyMap<string, Uint8Array>, header: KeyframeHeader) => void): void {
    lendSavedStates(this.#simulation, use);
  }

  /** Stops a system, given by its key, as if it had failed; it stays stopped. */
  stopSystem(key: string, phase: Act, error: string): void {
    this.systems.stop(key, phase, error);
  }

  /**
   * Restores what `save` wrote, in this or another process. Throws, without changing anything, if the file does not
   * fit.
   */
  async load(file: Uint8Array): Promise<void> {
    const saved = await readKeyframeOf(this.#simulation, file, this.#log);
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
    this.#parts[Symbol.dispose]();
  }

  /**
   * Moves the clock, except in the pass of a jump, so that viewers see the destination before the world continues, and
   * while a step is held up.
   */
  #moveClock(): Step {
    return this.#hasJumped || this.#simulation.results.isHolding ? this.now() : this.driver.advance(this.state);
  }

  #publish(step: Step): void {
    this.#topics.publish(step);
    if (step.paused) this.introspection.idle();
    else this.#sample(step);
    if (this.bus.replay.isOn) return;
    this.#historyServices.publish();
    this.#pendingServices.publish();
  }

  #sample(step: Step): void {
    this.timeline.stepping();
    this.#simulation.watcher?.end(step);
    this.introspection.sample(step, this.past.timelineNumber, this.past.present.id);
  }

  #remember(step: Step): void {
    if (!step.paused) {
      this.state.stepped(step.timeNs);
      this.timeline.stepped(step.timeNs);
    }
    this.#simulation.results.poll();
    this.statistics.note(step);
    this.onPass.emit(step);
  }
}
