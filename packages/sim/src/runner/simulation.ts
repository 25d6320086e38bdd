import type { Log } from "../base/log.ts";
import type { Nanoseconds } from "../base/time.ts";
import { Replay } from "../base/replay.ts";
import { spareMemory } from "../base/spare-memory.ts";
import { Name } from "../components/identity.ts";
import type { Entity } from "../ecs/entities.ts";
import type { Snapshot } from "../ecs/snapshot.ts";
import { hashState } from "../ecs/state-hash.ts";
import type { World } from "../ecs/world.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import type { CommandLabel } from "../history/command-label.ts";
import type { Keyframe } from "../history/keyframe.ts";
import type { TimelineHost } from "../history/timeline-host.ts";
import { Bus } from "../transport/bus.ts";
import { worldPrefix } from "../transport/names.ts";
import { Node } from "../transport/node.ts";
import { textOf } from "../base/error-text.ts";
import { unwatched, type Activity } from "./activity.ts";
import { Inputs } from "./inputs.ts";
import { IntrospectionManager } from "../introspection/manager.ts";
import { EntityItems } from "../introspection/items/entity-items.ts";
import { describeInput, type Outcome, type WorldInput } from "./world-input.ts";
import { LoadedWorld } from "./loaded-world.ts";
import { Results } from "./results.ts";
import { RunState } from "./run-state.ts";
import type { RunnerOptions } from "./runner-options.ts";
import { SceneLoader } from "./systems/scene-loader.ts";
import { advanceClock, readClock } from "./sim-clock.ts";
import { makeStep, type StepSurroundings, type StepWatcher } from "./step.ts";
import { startSystems } from "./systems/start-systems.ts";
import type { Performer, SystemSetParts } from "./systems/system-set-parts.ts";
import { SystemSet } from "./systems/system-set.ts";
import type { SystemLibrary } from "./systems/system-library.ts";
import type { Step } from "./systems/system.ts";
import type { RunInfo } from "./run-info.ts";
import { WorldAnswers } from "./services/world-answers.ts";
import { collectPlugins } from "./systems/world-plugins.ts";

/** The parts that a simulation needs once everything exists. */
export interface Started {
  /** Performs the commands of systems. */
  readonly performer: Performer;
  /** Called at the end of each pass, before published messages are delivered. */
  readonly publish: (step: Step) => void;
}

/** A world, its systems, and what they do in a pass: exactly what follows from a state and its inputs. */
export class Simulation implements TimelineHost, Disposable {
  readonly world: World;
  readonly root: Entity;
  readonly bus: Bus;
  readonly systems: SystemSet;
  readonly inputs: Inputs;
  readonly results: Results;
  readonly loader: SceneLoader;
  readonly answers: WorldAnswers;
  readonly library: SystemLibrary;
  /** The values that others may watch. */
  readonly items: IntrospectionManager;
  readonly nowMs: () => number;
  readonly replay: Replay;
  /** Observes steps, live and replayed. */
  watcher: StepWatcher | undefined;
  readonly #loaded: LoadedWorld;
  readonly #log: Log;
  readonly #systemParts: SystemSetParts;
  readonly #activity: Activity;
  #isReturning = false;
  #started: Started | undefined;
  readonly #replayed: StepSurroundings = {
    takeInputs: () => {},
    moveClock: () => advanceClock(this.world, this.root, this.#running, this.#log),
    beforeUpdate: (step) => this.watcher?.begin(step),
    publish: (step) => {
      this.watcher?.end(step);
      this.#parts.publish(step);
    },
    remember: () => {},
  };
  readonly #running = new RunState({ paused: false, targetFactor: 0 });

  /** `runState` returns the state of the run for messages, apart from the count of inputs. */
  constructor(options: RunnerOptions, runState: () => Omit<RunInfo, "inputs">) {
    const { scene, log, nowMs, messages, library } = options;
    this.#log = log;
    this.#activity = options.activity ?? unwatched;
    this.nowMs = nowMs;
    this.#loaded = new LoadedWorld(options);
    const { world, root } = this.#loaded;
    this.world = world;
    this.root = root;
    const onError = ({ message }: { readonly message: string }): void => log.error(message);
    this.replay = new Replay({ isRerun: options.isRerun });
    this.bus = new Bus({ codec: messages, deferred: true, name: scene.name, nowMs, replay: this.replay, onError });
    this.inputs = new Inputs(this.bus);
    const { inputs, replay } = this;
    const runInfo = (): RunInfo => ({ ...runState(), inputs: inputs.count });
    const { resources = new MemoryResources({}), file = "" } = options;
    this.loader = new SceneLoader({ resources, file, library, log });
    this.answers = new WorldAnswers({ world, root, runInfo, scribe: options.scribe });
    this.results = new Results({ world, root, inputs, replay, log, nowMs });
    this.items = new IntrospectionManager(scene.name);
    const written = collectPlugins(scene);
    this.#systemParts = {
      world,
      root,
      library,
      fixed: options.onlyDefaultSystems === true ? options.defaultSystems : undefined,
      log,
      nowMs,
      activity: this.#activity,
      node: (owner) => this.node(owner),
      registerTypes: ({ protos }) => protos.forEach((proto) => messages.addProto(proto.text, { file: proto.file })),
      loadScenes: (sources, options) => this.loader.loadAll(sources, options),
      results: this.results,
      runInfo,
      answers: this.answers,
      items: this.items,
      placeOf: (plugin) =>
        written.find((other) => other.name === plugin.name && other.innerXml === plugin.innerXml)?.where,
    };
    this.systems = new SystemSet(this.#systemParts);
    this.library = library;
    const { physics } = this.systems;
    this.items.addProvider(new EntityItems({ world, root, physics }));
  }

  get name(): string {
    return this.world.get(this.root, Name) ?? "";
  }

  /** The prefix of the names of this world's topics and services. */
  get topicPrefix(): string {
    return worldPrefix(this.name);
  }

  node(owner: string): Node {
    return new Node(this.bus, { owner });
  }

  /** Hash of the world as loaded from the file, without seed, engine and default systems. */
  get fingerprint(): string {
    return this.#loaded.fingerprint;
  }

  /** Starts the systems. */
  start(started: Started = this.#parts): void {
    this.#started = started;
    this.#loaded.start(() => this.systems.start(started.performer));
    this.bus.flush(0);
  }

  /** Rebuilds everything as it was loaded. */
  restart(): void {
    this.#loaded.restore();
    this.systems.stopAll();
    this.start();
  }

  /**
   * Settles the world: delivers published messages, then brings the systems in step with the components. This is done
   * after each input and each pass, so that results depend neither on keyframes nor on the number of paused passes.
   */
  readonly settle = (): void => {
    this.bus.flush(this.timeNs);
    this.systems.settle();
  };

  /** Lets an input take effect, and settles the world. */
  handle(input: WorldInput): Outcome {
    // In a replay, only the jump itself is reported as an activity, not the inputs on the way.
    const isNew = !this.replay.isOn;
    if (isNew) this.#activity.input(input);
    try {
      switch (input.kind) {
        case "start-systems": {
          const { entity, plugins, label = nobodys("Add systems") } = input;
          const { settle, systems } = this;
          return outcomeOf(() =>
            this.#parts.performer.perform(label, () =>
              startSystems({ ...this.#systemParts, systems, settle }, entity, plugins),
            ),
          );
        }
        case "command":
          return outcomeOf(() => this.systems.command(input.command, input.scenes));
        case "result":
          return outcomeOf(() => this.results.deliver(input));
        default:
          return this.bus.deliver(input) ? taken : refused;
      }
    } finally {
      this.settle();
      if (isNew) this.#activity.input(undefined);
    }
  }

  /** Returns the current clock, as a pass in which no time goes by. */
  now(): Step {
    return readClock(this.world, this.root);
  }

  get timeNs(): Nanoseconds {
    return this.now().timeNs;
  }

  get inputCount(): number {
    return this.inputs.count;
  }

  get nextId(): number {
    return this.world.nextId;
  }

  get stepMs(): number {
    return this.systems.list().reduce((sum, { microsPerStep }) => sum + microsPerStep, 0) / 1000;
  }

  keyframe(): Keyframe {
    this.systems.settle();
    // Done first: a system that cannot be saved is stopped, which changes components.
    const states = this.systems.save();
    return { snapshot: this.world.snapshot(), states };
  }

  snapshot(): Snapshot {
    return this.world.snapshot();
  }

  bringBack({ snapshot, states }: Keyframe): void {
    this.world.restore(snapshot);
    this.systems.restore(states);
  }

  notifyJump(): void {
    this.results.jumped();
    this.systems.notifyJump(this.now());
  }

  replaying(work: () => void): void {
    try {
      this.replay.travel(work);
    } finally {
      this.#activity.travelling(undefined);
    }
  }

  travelled(fraction: number): void {
    const mayGoOn = this.#activity.travelling(fraction);
    if (!mayGoOn && !this.#isReturning) throw new Error("it was cancelled on the way; the world is where it was");
  }

  returning(work: () => void): void {
    this.#isReturning = true;
    try {
      work();
    } finally {
      this.#isReturning = false;
    }
  }

  apply(input: unknown, { wasRefused }: { readonly wasRefused: boolean }): void {
    // A copy has no source, so nobody is answered twice.
    const copy = { ...(input as WorldInput) };
    const { isRefused, answer } = this.handle(copy);
    if (isRefused === wasRefused) return;
    const [then, now] = wasRefused ? ["refused", "not"] : ["not refused", `refused (${textOf(answer)})`];
    this.#log.error(
      `a replay differs: the ${describeInput(copy)} was ${then} at ${this.timeNs / 1e9} s and is ${now} now; the world may differ from what it was`,
    );
  }

  step(): void {
    makeStep(this, this.#replayed);
  }

  mark(): number {
    return this.world.mark();
  }

  changedSince(mark: number): boolean {
    return this.world.hasChangedSince(mark);
  }

  /** Hashes everything the next step depends on, to 128 bits. */
  hash(): string {
    const states = [...this.systems.save().values()];
    const hash = hashState(this.world, states);
    for (const state of states) spareMemory.giveBack(state);
    return hash;
  }

  [Symbol.dispose](): void {
    this.systems[Symbol.dispose]();
  }

  get #parts(): Started {
    if (this.#started === undefined) throw new Error("the simulation has not been started");
    return this.#started;
  }
}

function nobodys(description: string): CommandLabel {
  return { id: "", description, author: "", authorName: "" };
}

const taken: Outcome = { isRefused: false, answer: undefined };
const refused: Outcome = { isRefused: true, answer: undefined };

function outcomeOf(act: () => unknown): Outcome {
  try {
    return { isRefused: false, answer: act() };
  } catch (error) {
    return { isRefused: true, answer: error };
  }
}
