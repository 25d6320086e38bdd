import { Name } from "../components/identity.ts";
import { FailedSystems, Plugins } from "../components/simulation.ts";
import type { Entity } from "../ecs/entities.ts";
import { scopedName } from "../scene/find.ts";
import { formatProblem, Problems } from "../scene/problem.ts";
import type { Plugin, Scene } from "../scene/scene.ts";
import type { Node } from "../transport/node.ts";
import { forgetFailure, systemKey } from "./failed-systems.ts";
import { inOrder } from "./order.ts";
import { readParams } from "./params.ts";
import { randomStream } from "./random-stream.ts";
import type { SystemFailure, SystemHost, SystemInfo } from "./system-host.ts";
import { phases, type Phase, type Step, type System, type SystemContext, type SystemDefinition } from "./system.ts";

interface Running {
  /** Entity, name and which of several of that name: the same in every process. */
  readonly key: string;
  readonly name: string;
  readonly entity: Entity;
  /** The entity's name with those above it, which topics may be made of. */
  readonly scoped: string;
  readonly priority: number;
  readonly after: readonly string[];
  readonly plugin: Plugin;
  readonly node: Node;
  /** Gone when it failed. */
  system: System | undefined;
  failure: SystemInfo["failure"];
  /** Of the pass that is being timed. */
  micros: number;
  microsPerStep: number;
}

/** One pass in so many is timed: the clock costs more than a small system. */
const TIMED_EVERY = 32;
/** The mean slides over about so many samples. */
const SAMPLES = 16;

const inTime = { timeJumped: false };

/** The systems that run. What runs follows from the world's `Plugins` components: undoing an addition stops the system. */
export class SystemSet implements Disposable {
  readonly #host: SystemHost;
  #running: Running[] = [];
  #byPhase: Record<Phase, Running[]> = { preUpdate: [], update: [], postUpdate: [] };
  #seen = 0;
  #passes = 0;

  constructor(host: SystemHost) {
    this.#host = host;
  }

  /**
   * Starts and stops systems so that they are those the components name. All must be loaded. `timeJumped`: the components are
   * those of another moment, and what stops leaves them alone.
   */
  sync(options: { readonly timeJumped?: boolean } = inTime): void {
    const { world } = this.#host;
    const names = world.store(Name).lastWrite;
    if (Math.max(world.store(Plugins).lastWrite, world.store(FailedSystems).lastWrite, names) <= this.#seen) return;
    this.#startAndStop(options.timeJumped === true, names);
  }

  #startAndStop(timeJumped: boolean, namesAt: number): void {
    const { world } = this.#host;
    // What is renamed is made anew with its components as they are, just as in a process that loads them.
    // After a jump in time their states come from there.
    const isRenaming = namesAt > this.#seen && !timeJumped;
    this.#seen = world.mark();
    const { root, fixed } = this.#host;
    const failed = fixed === undefined ? (world.get(root, FailedSystems) ?? []) : [];
    const wanted = new Map<string, { entity: Entity; plugin: Plugin }>();
    const named = fixed === undefined ? world.query(Plugins) : [[root, fixed] as const];
    for (const [entity, plugins] of named) {
      for (const plugin of plugins) wanted.set(unusedKey(wanted, entity, this.#nameOf(plugin)), { entity, plugin });
    }
    const places = new Map([...wanted.keys()].map((key, place) => [key, place]));
    const kept: Running[] = [];
    const states = new Map<string, Uint8Array>();
    for (const running of this.#running) {
      const isSame = wanted.get(running.key)?.plugin.innerXml === running.plugin.innerXml;
      const isWanted = isSame && scopedName(world, running.entity) === running.scoped;
      // One that failed here has no system any more; one that failed only in another line of history starts again.
      if (isWanted && failed.includes(running.key) === (running.system === undefined)) {
        kept.push(running);
        wanted.delete(running.key);
      } else {
        const isRenamed = isRenaming && wanted.has(running.key);
        if (isRenamed && running.system?.save !== undefined) states.set(running.key, running.system.save());
        if (!timeJumped && !isRenamed) this.#letGo(running);
        this.#stop(running);
      }
    }
    for (const [key, { entity, plugin }] of wanted) {
      const started = this.#start(key, entity, plugin, failed.includes(key));
      if (started === undefined) continue;
      kept.push(started);
      if (states.has(key)) started.system?.restore?.(states.get(key)!);
    }
    // Several of one name on one entity act in the order in which they are written, whenever each was started.
    this.#arrange(kept.sort((a, b) => places.get(a.key)! - places.get(b.key)!));
  }

  run(phase: Phase, step: Step): void {
    const { world, nowMs } = this.#host;
    const isTimed = this.#passes % TIMED_EVERY === 0;
    for (const running of this.#byPhase[phase]) {
      const before = isTimed ? nowMs() : 0;
      try {
        running.system![phase]!(step, world);
      } catch (error) {
        this.#fail(running, phase, error);
      }
      if (isTimed) running.micros += (nowMs() - before) * 1000;
    }
    if (phase !== "postUpdate") return;
    this.#passes++;
    if (isTimed) this.#averageCosts();
  }

  #averageCosts(): void {
    for (const running of this.#running) {
      running.microsPerStep += (running.micros - running.microsPerStep) / SAMPLES;
      running.micros = 0;
    }
  }

  settle(): void {
    for (const running of this.#running) {
      try {
        running.system?.settle?.();
      } catch (error) {
        this.#fail(running, "settle", error);
      }
    }
  }

  /** Hands a system what it had asked for. Throws its refusal, or that it is gone. */
  giveScenes(key: string, scenes: readonly Scene[], request: unknown): unknown {
    const running = this.#running.find((one) => one.key === key);
    if (running?.system?.onScenes === undefined)
      throw new Error(`the system that asked (${key}) does not run any more`);
    return running.system.onScenes(scenes, request);
  }

  isRunning(name: string): boolean {
    return this.#running.some((running) => running.name === name && running.system !== undefined);
  }

  /** Right before a plugin is taken from those of its entity: one that comes in its place starts. */
  forgetFailure(entity: Entity, plugins: readonly Plugin[], index: number): void {
    const { world, root } = this.#host;
    const name = this.#nameOf(plugins[index]!);
    const ordinal = plugins.slice(0, index + 1).filter((plugin) => this.#nameOf(plugin) === name).length;
    forgetFailure(world, root, entity, name, ordinal);
  }

  /** What systems keep outside of components, by system. */
  save(): Map<string, Uint8Array> {
    const states = new Map<string, Uint8Array>();
    for (const { key, system } of this.#running) if (system?.save !== undefined) states.set(key, system.save());
    return states;
  }

  /** After the components are back: starts and stops what differs, then restores states. Throws what a system throws. */
  restore(states: ReadonlyMap<string, Uint8Array>): void {
    this.#seen = 0;
    this.sync({ timeJumped: true });
    for (const { key, system } of this.#running) {
      const state = states.get(key);
      if (state !== undefined) system?.restore?.(state);
    }
  }

  tellJump(step: Step): void {
    for (const running of this.#running) {
      try {
        running.system?.onTimeJump?.(step, this.#host.world);
      } catch (error) {
        this.#fail(running, "onTimeJump", error);
      }
    }
  }

  list(): SystemInfo[] {
    return this.#running.map(({ name, entity, system, microsPerStep, failure }) => ({
      name,
      entity,
      state: system === undefined ? "stopped" : "running",
      microsPerStep,
      failure,
    }));
  }

  [Symbol.dispose](): void {
    for (const running of this.#running) this.#stop(running);
    this.#arrange([]);
  }

  #start(key: string, entity: Entity, plugin: Plugin, hasFailed: boolean): Running | undefined {
    const { world, library } = this.#host;
    const definition = library.loaded(plugin);
    if (definition === undefined) return undefined;
    const { name, after } = definition;
    if (definition.single && key !== `${this.#host.root}/${name}`) {
      this.#host.log.error(
        `${scopedName(world, entity)}: system ${name} is one a world, on the world itself; this one is left out`,
      );
      return undefined;
    }
    const scoped = scopedName(world, entity);
    const node = this.#host.node(`${name} of ${scoped}`);
    const priority = priorityOf(plugin);
    const running: Running = {
      key,
      name,
      entity,
      scoped,
      after,
      priority,
      plugin,
      node,
      system: undefined,
      failure: undefined,
      micros: 0,
      microsPerStep: 0,
    };
    if (hasFailed) {
      running.failure = { phase: "load", error: "it had failed when the state was saved" };
      return running;
    }
    try {
      running.system = this.#create(definition, running);
    } catch (error) {
      this.#fail(running, "create", error);
    }
    return running;
  }

  #create(definition: SystemDefinition, { key, name, entity, plugin, node }: Running): System {
    const { world, root, log } = this.#host;
    this.#host.registerTypes(definition);
    const problems = new Problems();
    const params = readParams(definition.params, plugin, this.#host.placeOf(plugin), problems);
    for (const problem of problems.list) log.warn(formatProblem(problem));
    const random = randomStream(world, root, entity, name);
    const ordinal = Number(/#(\d+)$/.exec(key)?.[1] ?? 1);
    const loadScenes: SystemContext<unknown>["loadScenes"] = (sources, request, options) =>
      this.#host.loadScenes(key, sources, request, options);
    const perform: SystemContext<unknown>["perform"] = (label, act) => this.#host.perform(label, act);
    return definition.create({
      entity,
      ordinal,
      world,
      node,
      params,
      log: log.child(name),
      random,
      loadScenes,
      perform,
      runInfo: () => this.#host.runInfo(),
    });
  }

  #fail(running: Running, phase: SystemFailure["phase"], error: unknown): void {
    const text = errorText(error);
    const { name, entity, key } = running;
    const { world, root, log } = this.#host;
    log.error(`system ${name} failed in ${phase} and was stopped; the world runs on`, { error: text });
    running.failure = { phase, error: text };
    this.#letGo(running);
    this.#stop(running);
    this.#arrange(this.#running);
    world.set(root, FailedSystems, [...new Set([...(world.get(root, FailedSystems) ?? []), key])].sort());
    this.#host.report({ name, entity, phase, error: text });
  }

  #letGo({ system, name }: Running): void {
    try {
      system?.onRemove?.(this.#host.world);
    } catch (error) {
      this.#host.log.error(`system ${name} failed while it was removed`, { error: errorText(error) });
    }
  }

  #stop(running: Running): void {
    const { system, name } = running;
    running.system = undefined;
    running.node[Symbol.dispose]();
    try {
      system?.[Symbol.dispose]?.();
    } catch (error) {
      this.#host.log.error(`system ${name} failed while it was stopped`, { error: errorText(error) });
    }
  }

  #arrange(running: readonly Running[]): void {
    this.#running = inOrder(running);
    for (const phase of phases)
      this.#byPhase[phase] = this.#running.filter(({ system }) => system?.[phase] !== undefined);
  }

  #nameOf(plugin: Plugin): string {
    return this.#host.library.loaded(plugin)?.name ?? plugin.name;
  }
}

function unusedKey(used: ReadonlyMap<string, unknown>, entity: Entity, name: string): string {
  for (let number = 1; ; number++) {
    const key = systemKey(entity, name, number);
    if (!used.has(key)) return key;
  }
}

function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Gazebo's `<gz:system_priority>`; smaller runs first. */
function priorityOf({ innerXml }: Plugin): number {
  return Number(/<gz:system_priority>\s*(-?\d+)\s*</.exec(innerXml)?.[1] ?? 0);
}
