import type { MessageRegistry } from "@orrery/msgs";
import { Emitter } from "../base/emitter.ts";
import type { Log } from "../base/log.ts";
import { Name } from "../components/identity.ts";
import { ChosenEngine, PhysicsSettings } from "../components/physics.ts";
import { DefaultPlugins, Plugins, Seed, SimClock } from "../components/simulation.ts";
import type { Entity } from "../ecs/entities.ts";
import { hashState } from "../ecs/state-hash.ts";
import { World } from "../ecs/world.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import type { SceneSource } from "../commands/scene-source.ts";
import type { Plugin, Scene } from "../scene/scene.ts";
import { spawnWorld } from "../scene/spawn.ts";
import { Bus } from "../transport/bus.ts";
import { worldPrefix } from "../transport/names.ts";
import { Node } from "../transport/node.ts";
import { advanceClock, readClock } from "./sim-clock.ts";
import { Inputs, type StampedInput, type WorldInput } from "./inputs.ts";
import { HistoryServices } from "./history-services.ts";
import { encodeKeyframe, openKeyframe, type Keyframe } from "../history/keyframe.ts";
import type { CommandLabel } from "../history/command-label.ts";
import { defaultLimits } from "../history/memory.ts";
import { Timeline, type Asker } from "../history/timeline.ts";
import type { TimelineHost } from "../history/timeline-host.ts";
import { PendingCommands } from "./pending-commands.ts";
import { PendingServices } from "./pending-services.ts";
import { RunState } from "./run-state.ts";
import type { RunnerOptions } from "./runner-options.ts";
import { SceneLoader } from "./scene-loader.ts";
import { startSystems } from "./start-systems.ts";
import { Statistics } from "./statistics.ts";
import type { SystemLibrary } from "./system-library.ts";
import { SystemSet } from "./system-set.ts";
import type { Step } from "./system.ts";
import { collectPlugins, loadAll, warnOfStillness } from "./world-plugins.ts";
import { WorldServices } from "./world-services.ts";
import { WorldTopics } from "./world-topics.ts";
import { inputBytes, isWorthReplaying } from "./worth-replaying.ts";

const nobody: Asker = { author: "", authorName: "" };

function unlabelled(description: string): CommandLabel {
  return { id: "", description, ...nobody };
}

/** One simulated world. `pass` is the whole story. */
export class Runner implements Disposable {
  readonly world = new World();
  readonly root: Entity;
  readonly bus: Bus;
  readonly systems: SystemSet;
  readonly state: RunState;
  readonly statistics: Statistics;
  readonly inputs: Inputs;
  readonly log: Log;
  readonly library: SystemLibrary;
  readonly messages: MessageRegistry;
  /** The world's own, where the host reads it; empty for a text. */
  readonly file: string;
  /** Every input as it takes effect: what history and logs keep. */
  readonly onInput: Emitter<StampedInput>;
  /** Its past, and how to go back there. */
  readonly timeline: Timeline;
  /** What waits for it to go on. */
  readonly pending: PendingCommands;
  readonly #pendingServices: PendingServices;
  readonly #loader: SceneLoader;
  readonly #nowMs: () => number;
  readonly #history: HistoryServices;
  readonly #topics: WorldTopics;
  readonly #services: WorldServices;
  /** Of what the file holds; seed, engine and default systems are not its business. */
  readonly #fingerprint: string;
  #initial: Keyframe;

  /** Loads the world's systems, then starts them. Systems that cannot be found are reported and left out. */
  static async create(options: RunnerOptions): Promise<Runner> {
    const systems: Plugin[] = collectPlugins(options.scene);
    if (options.scene.plugins.length === 0) systems.push(...options.defaultSystems);
    const { scene, engine: type = scene.physics.type } = options;
    await loadAll(systems, options.library, options.log, { ...scene, physics: { ...scene.physics, type } });
    const runner = new Runner(options);
    warnOfStillness(runner);
    return runner;
  }

  private constructor(options: RunnerOptions) {
    const { scene, log, nowMs, messages } = options;
    this.log = log;
    this.#nowMs = nowMs;
    this.messages = messages;
    this.library = options.library;
    this.file = options.file ?? "";
    this.root = spawnWorld(this.world, scene);
    this.#fingerprint = hashState(this.world, []);
    this.world.set(this.root, SimClock, SimClock.initial());
    this.world.set(this.root, Seed, { value: options.seed ?? 0 });
    if (scene.plugins.length === 0) {
      for (const which of [Plugins, DefaultPlugins]) this.world.set(this.root, which, options.defaultSystems);
    }
    this.bus = new Bus({
      codec: messages,
      deferred: true,
      name: scene.name,
      nowMs,
      onError: ({ message }) => log.error(message),
    });
    this.inputs = new Inputs(this.bus);
    this.onInput = new Emitter((error) => log.error(`an observer of inputs failed: ${String(error)}`));
    this.state = new RunState({
      paused: options.paused ?? false,
      targetFactor: options.targetFactor ?? scene.physics.realTimeFactor,
    });
    this.statistics = new Statistics(nowMs);
    this.#topics = new WorldTopics(this);
    const written = collectPlugins(scene);
    const { resources = new MemoryResources({}) } = options;
    this.#loader = new SceneLoader({ resources, file: this.file, library: options.library, log });
    this.systems = new SystemSet({
      world: this.world,
      root: this.root,
      library: options.library,
      log,
      nowMs,
      node: (owner) => this.node(owner),
      registerTypes: ({ protos }) => protos.forEach(({ file, text }) => messages.addProto(text, { file })),
      loadScenes: async (system, sources, request, onWarning) => {
        if (this.bus.replaying) return new Promise(() => {});
        const scenes = await this.loadScenes(sources, onWarning);
        return this.inputs.push({ kind: "scenes", system, scenes, request });
      },
      perform: (label, act) => this.timeline.perform(label, act),
      report: (failure) => this.#topics.reportFailure(failure),
      placeOf: (plugin) =>
        written.find((other) => other.name === plugin.name && other.innerXml === plugin.innerXml)?.where,
    });
    this.#services = new WorldServices(this);
    this.#startChoosing(options);
    this.bus.flush(0);
    this.#initial = this.keyframe();
    this.timeline = new Timeline(this.#past(), this.#initial, {
      limits: { ...defaultLimits, ...options.history },
      packer: options.packer,
      onError: (error) => log.error(`the history failed: ${String(error)}`),
    });
    this.#history = new HistoryServices(this.timeline, this.node("history"), this.topicPrefix);
    this.pending = new PendingCommands(this.world, this.root, (error) => log.error(String(error)));
    this.#pendingServices = new PendingServices(this);
  }

  #past(): TimelineHost {
    const { world, systems, bus } = this;
    const running = new RunState({ paused: false, targetFactor: 0 });
    const now = (): Step => this.now();
    return {
      keyframe: () => this.keyframe(),
      snapshot: () => world.snapshot(),
      bringBack: (keyframe) => this.#bringBack(keyframe),
      replaying: (work) => {
        bus.replaying = true;
        try {
          work();
        } finally {
          bus.replaying = false;
        }
      },
      apply: (input) => this.#applyAgain(input as WorldInput),
      step: () => {
        world.tidy();
        systems.sync();
        this.#simulate(running);
      },
      tellJump: () => systems.tellJump(now()),
      mark: () => world.mark(),
      changedSince: (mark) => world.hasChangedSince(mark),
      nowMs: this.#nowMs,
      get nextId() {
        return world.nextId;
      },
      get timeNs() {
        return now().timeNs;
      },
      get stepMs() {
        return systems.list().reduce((sum, { microsPerStep }) => sum + microsPerStep, 0) / 1000;
      },
    };
  }

  #applyAgain(input: WorldInput): void {
    try {
      // A copy has no source: nobody is answered twice.
      this.#apply({ ...input });
    } catch {
      // What was refused then is refused now.
    }
  }

  /** Starts the systems with another `<physics type>` for physics to go by; once it has chosen, the world has its own again. */
  #startChoosing({ scene: { physics }, engine }: RunnerOptions): void {
    if (engine !== undefined) this.world.set(this.root, PhysicsSettings, { ...physics, type: engine });
    this.systems.sync();
    const hasChosen = (this.world.get(this.root, ChosenEngine) ?? "") !== "";
    if (engine !== undefined && hasChosen) this.world.set(this.root, PhysicsSettings, physics);
  }

  /** One pass: a step of the world, or the same phases with no time going by while it is paused. */
  pass(): void {
    this.world.tidy();
    this.systems.sync();
    this.inputs.deliver(this.now().count, this.#apply, this.#record);
    if (!this.state.paused && this.pending.list.length > 0) this.#releasePending();
    const step = this.#simulate(this.state);
    if (!step.paused) {
      this.state.stepped(step.timeNs);
      this.timeline.stepped(step.timeNs);
    }
    this.statistics.note(step);
  }

  #releasePending(): void {
    this.#pendingServices.release();
    this.inputs.deliver(this.now().count, this.#apply, this.#record);
  }

  #simulate(state: RunState): Step {
    const step = advanceClock(this.world, this.root, state, this.log);
    this.systems.run("preUpdate", step);
    this.bus.flush(step.timeNs);
    this.systems.run("update", step);
    this.bus.flush(step.timeNs);
    this.systems.run("postUpdate", step);
    this.#topics.publish(step);
    if (!this.bus.replaying) {
      this.#history.publish();
      this.#pendingServices.publish();
    }
    this.#settle(step.timeNs);
    return step;
  }

  /**
   * Delivers what was published, starts and stops systems, lets them take in what was written. After each input and each pass,
   * so that nothing is pending between them: neither a keyframe nor the number of paused passes makes a difference.
   */
  #settle(timeNs: number): void {
    this.bus.flush(timeNs);
    this.systems.sync();
    this.systems.settle();
  }

  /** The clock as it stands, as a pass in which no time goes by. */
  now(): Step {
    return readClock(this.world, this.root);
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

  /** Reads models and lights, with all that they include, and makes the systems that they name ready. */
  loadScenes(sources: readonly SceneSource[], onWarning?: (text: string) => void): Promise<Scene[]> {
    return Promise.all(sources.map((source) => this.#loader.load(source, onWarning)));
  }

  /** What goes with its state on the way to those who watch. */
  get numbers(): { readonly timeline: number; readonly pending: number } {
    return { timeline: this.timeline.timeline, pending: this.pending.revision };
  }

  keyframe(): Keyframe {
    this.systems.sync();
    this.systems.settle();
    return { snapshot: this.world.snapshot(), states: this.systems.save() };
  }

  /** The whole world returns to that moment, whose past is not known; whether it runs does not change. */
  restore(keyframe: Keyframe): void {
    this.#bringBack(keyframe);
    this.systems.tellJump(this.now());
    this.timeline.forget();
  }

  /** To where the world was loaded: everything, only the clock, or all but the clock. */
  reset(what: "all" | "time" | "models", asker: Asker = nobody): void {
    const clock = this.world.get(this.root, SimClock)!;
    if (what !== "time") this.#bringBack(this.#initial);
    this.world.set(this.root, SimClock, what === "models" ? clock : SimClock.initial());
    this.systems.tellJump(this.now());
    this.timeline.noteReset(asker, clock.timeNs, what === "time" ? Infinity : this.#initial.snapshot.nextId);
  }

  #bringBack({ snapshot, states }: Keyframe): void {
    this.world.restore(snapshot);
    this.systems.restore(states);
  }

  /** A keyframe as bytes, for a file. */
  save(): Uint8Array {
    // Those that run: what was left out here because nobody knows it may be left out elsewhere.
    const named = [...this.world.query(Plugins)].flatMap(([, list]) => list);
    const plugins = named.filter((plugin) => this.library.loaded(plugin) !== undefined);
    return encodeKeyframe(this.keyframe(), {
      world: this.name,
      steps: this.now().count,
      loaded: this.#fingerprint,
      plugins,
    });
  }

  /** Restores what `save` wrote, in this or another process. Throws, and changes nothing, when the file does not fit. */
  async load(file: Uint8Array): Promise<void> {
    const { header, decode } = openKeyframe(file);
    if (header.world !== this.name) throw new Error(`it holds the world "${header.world}", but "${this.name}" is open`);
    if (header.loaded !== this.#fingerprint) {
      this.log.warn("the world's file is not what it was when this state was saved; everything is as in the state");
    }
    for (const plugin of header.plugins) await this.library.load(plugin);
    const saved = decode();
    const before = this.keyframe();
    try {
      this.restore(saved);
    } catch (error) {
      this.restore(before);
      throw error;
    }
  }

  /** 128 bits over everything the next step depends on. */
  hash(): string {
    return hashState(this.world, [...this.systems.save().values()]);
  }

  [Symbol.dispose](): void {
    this.systems[Symbol.dispose]();
    this.#services[Symbol.dispose]();
    this.#history[Symbol.dispose]();
    this.#pendingServices[Symbol.dispose]();
    this.#topics[Symbol.dispose]();
    this.bus[Symbol.dispose]();
  }

  readonly #record = (stamped: StampedInput): void => {
    if (isWorthReplaying(stamped.input)) this.timeline.record(stamped.input, inputBytes(stamped.input));
    this.onInput.emit(stamped);
  };

  readonly #apply = (input: WorldInput): unknown => {
    try {
      return this.#take(input);
    } finally {
      this.#settle(this.now().timeNs);
      this.timeline.done();
    }
  };

  #take(input: WorldInput): unknown {
    switch (input.kind) {
      case "start-systems":
        return this.#startSystems(input.entity, input.plugins, input.label);
      case "scenes":
        return this.systems.giveScenes(input.system, input.scenes, input.request);
      default:
        return this.bus.deliver(input);
    }
  }

  #startSystems(entity: Entity, plugins: readonly Plugin[], label = unlabelled("Add systems")): void {
    const { world, root, systems, library } = this;
    const settle = (): void => this.#settle(this.now().timeNs);
    this.timeline.perform(label, () => startSystems({ world, root, systems, library, settle }, entity, plugins));
  }
}
