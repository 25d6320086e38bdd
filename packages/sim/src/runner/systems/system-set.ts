import type { orrery } from "@orrery/msgs";
import { Emitter } from "../../base/emitter.ts";
import { Name } from "../../components/identity.ts";
import { FailedSystems, Plugins } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import { scopedName } from "../../entities/find.ts";
import type { PhysicsQueries } from "../../physics/queries.ts";
import type { Plugin, Scene } from "../../scene/scene.ts";
import { forgetFailure, unusedKey } from "./failed-systems.ts";
import { createSystem } from "./create-system.ts";
import { inOrder } from "./order.ts";
import { errorText, priorityOf, type Running } from "./running-system.ts";
import type { Performer, SystemHost } from "./system-host.ts";
import type { SystemFailure, SystemInfo } from "./system-info.ts";
import { phases, type Phase, type Step, type System } from "./system.ts";

/** One pass in this many is timed: the clock costs more than a small system. */
const TIMED_EVERY = 32;
/** The mean slides over about this many samples. */
const SAMPLES = 16;

/** The running systems. They follow from the world's `Plugins` components: undoing an addition stops the system. */
export class SystemSet implements Disposable {
  readonly #host: SystemHost;
  #running: Running[] = [];
  #byPhase: Record<Phase, Running[]> = { preUpdate: [], update: [], postUpdate: [] };
  #seen = 0;
  /** Version of the world up to which everything written has been processed. */
  #settledAt = -1;
  #passes = 0;
  /** Rejections of phases that returned a promise: they arrive outside any phase that could fail. */
  readonly #late: { readonly running: Running; readonly phase: Phase; readonly error: unknown }[] = [];
  /** Systems that threw the last time they restored a state. */
  readonly #unrestored = new Set<string>();

  /** Systems that have failed, as they fail. */
  readonly failures: Emitter<SystemFailure>;
  #performer: Performer | undefined;
  #queries: PhysicsQueries | undefined;
  /** Returns what the physics engine answers; `undefined` while none runs. */
  readonly physics = (): PhysicsQueries | undefined => this.#queries;

  constructor(host: SystemHost) {
    this.#host = host;
    this.failures = new Emitter((error) => host.log.error(`an observer of failures failed: ${errorText(error)}`));
  }

  /** Starts the systems that the components name; `performer` performs their commands. */
  start(performer: Performer): void {
    this.#performer = performer;
    this.sync();
  }

  /**
   * Starts and stops systems so that those named by the components run. All must be loaded. `timeJumped`: the
   * components belong to another moment, and systems that stop leave them alone.
   */
  sync(options?: { readonly timeJumped?: boolean }): void {
    const { world } = this.#host;
    const names = world.store(Name).lastWrite;
    if (Math.max(world.store(Plugins).lastWrite, world.store(FailedSystems).lastWrite, names) <= this.#seen) return;
    this.#startAndStop(options?.timeJumped === true, names);
  }

  #startAndStop(timeJumped: boolean, namesAt: number): void {
    const { world } = this.#host;
    // Systems of renamed entities, and those whose parameters have changed, are recreated with their components as they are, just
    // as in a process that loads them. After a jump in time their states come from there.
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
    const others = this.#withOtherSystems(wanted);
    const kept: Running[] = [];
    const states = new Map<string, Uint8Array>();
    for (const running of this.#running) {
      const isSame = wanted.get(running.key)?.plugin.innerXml === running.plugin.innerXml;
      const isWanted = isSame && scopedName(world, running.entity) === running.scoped;
      // One that failed here no longer has a system; one that failed only in another line of history is restarted.
      if (isWanted && failed.includes(running.key) === (running.system === undefined)) {
        kept.push(running);
        wanted.delete(running.key);
      } else {
        const hasNewParams = !timeJumped && !isSame && !others.has(running.entity);
        const goesOn = wanted.has(running.key) && (isRenaming || hasNewParams);
        if (goesOn) this.#saveInto(states, running);
        if (!timeJumped && !goesOn) this.#letGo(running);
        this.#stop(running);
      }
    }
    for (const [key, { entity, plugin }] of wanted) {
      const started = this.#start(key, entity, plugin, failed.includes(key));
      if (started === undefined) continue;
      kept.push(started);
      if (states.has(key)) started.system?.restore?.(states.get(key)!);
    }
    // Several systems of one name on one entity act in the order in which they are written, regardless of when each was
    // started.
    this.#arrange(kept.sort((a, b) => places.get(a.key)! - places.get(b.key)!));
  }

  /** Returns the entities on which systems have come or gone. There another one may have the key of one that ran. */
  #withOtherSystems(wanted: ReadonlyMap<string, { readonly entity: Entity }>): ReadonlySet<Entity> {
    const running = new Set(this.#running.map(({ key }) => key));
    const gone = this.#running.filter(({ key }) => !wanted.has(key));
    const come = [...wanted].filter(([key]) => !running.has(key)).map(([, one]) => one);
    return new Set([...gone, ...come].map(({ entity }) => entity));
  }

  run(phase: Phase, step: Step): void {
    const { world, nowMs, activity } = this.#host;
    if (this.#late.length > 0) this.#failLate();
    const isTimed = this.#passes % TIMED_EVERY === 0;
    for (const running of this.#byPhase[phase]) {
      const before = isTimed ? nowMs() : 0;
      activity.system(running.number, phase);
      try {
        const result: unknown = running.system![phase]!(step, world);
        if (result !== undefined) this.#awaitRest(running, phase, result);
      } catch (error) {
        this.#fail(running, phase, error);
      }
      if (isTimed) running.micros += (nowMs() - before) * 1000;
    }
    activity.system(0, phase);
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

  /**
   * Brings the systems in step with the components: those named by the components run, and each has processed what was
   * written. Does nothing if nothing was written since the last call.
   */
  settle(): void {
    const { world } = this.#host;
    if (!world.hasChangedSince(this.#settledAt)) return;
    this.sync();
    this.#all("settle", (system) => system.settle?.());
    this.#settledAt = world.mark();
  }

  /** Whether a system runs that performs commands. */
  get performsCommands(): boolean {
    return this.#running.some(({ system }) => system?.onCommand !== undefined);
  }

  /** Passes a command to the system that performs them. Throws when it refuses, or when no such system runs. */
  command(command: orrery.Command, scenes: readonly Scene[]): unknown {
    const performer = this.#running.find(({ system }) => system?.onCommand !== undefined);
    if (performer === undefined) throw new Error("no system that performs commands runs");
    return performer.system!.onCommand!(command, scenes);
  }

  isRunning(name: string): boolean {
    return this.#running.some((running) => running.name === name && running.system !== undefined);
  }

  /**
   * Forgets a system's failure. Call it right before removing its plugin from the entity, so that a replacement can
   * start.
   */
  forgetFailure(entity: Entity, plugins: readonly Plugin[], index: number): void {
    const { world, root } = this.#host;
    const name = this.#nameOf(plugins[index]!);
    const ordinal = plugins.slice(0, index + 1).filter((plugin) => this.#nameOf(plugin) === name).length;
    forgetFailure(world, root, entity, name, ordinal);
  }

  /**
   * Returns the states that systems keep outside components, by system. A system that throws is stopped, which changes
   * the world.
   */
  save(): Map<string, Uint8Array> {
    const states = new Map<string, Uint8Array>();
    for (const running of this.#running) this.#saveInto(states, running);
    this.#host.activity.system(0, "save");
    return states;
  }

  /**
   * Starts and stops systems to match the restored components, then restores their states. Call after the components
   * are restored. Throws what a system throws, so that the caller can go back; a system that throws there too is
   * stopped.
   */
  restore(states: ReadonlyMap<string, Uint8Array>): void {
    this.#seen = 0;
    this.#settledAt = -1;
    // Failures from before the jump have not happened at this time.
    this.#late.length = 0;
    this.sync({ timeJumped: true });
    for (const running of this.#running) {
      const { key, system, number } = running;
      const state = states.get(key);
      if (state === undefined || system?.restore === undefined) continue;
      this.#host.activity.system(number, "restore");
      try {
        system.restore(state);
        this.#unrestored.delete(key);
      } catch (error) {
        const isSecond = this.#unrestored.has(key);
        if (!isSecond) this.#unrestored.add(key);
        if (!isSecond) throw error;
        this.#fail(running, "restore", error);
      }
    }
    this.#host.activity.system(0, "restore");
  }

  /** Stops all systems; the next `sync` starts those that the world has then. */
  stopAll(): void {
    for (const running of this.#running) this.#stop(running);
    this.#arrange([]);
    this.#seen = 0;
    this.#settledAt = -1;
    this.#late.length = 0;
  }

  tellJump(step: Step): void {
    this.#all("onTimeJump", (system) => system.onTimeJump?.(step, this.#host.world));
  }

  /** Stops a system as if it had failed. */
  stop(key: string, phase: SystemFailure["phase"], error: string): void {
    const running = this.#running.find((one) => one.key === key);
    if (running?.system !== undefined) this.#fail(running, phase, error);
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
    this.stopAll();
  }

  #all(phase: "settle" | "onTimeJump", act: (system: System) => void): void {
    const { activity } = this.#host;
    for (const running of this.#running) {
      if (running.system?.[phase] === undefined) continue;
      activity.system(running.number, phase);
      try {
        act(running.system);
      } catch (error) {
        this.#fail(running, phase, error);
      }
    }
    activity.system(0, phase);
  }

  #saveInto(states: Map<string, Uint8Array>, running: Running): void {
    const { key, system, number } = running;
    if (system?.save === undefined) return;
    this.#host.activity.system(number, "save");
    try {
      states.set(key, system.save());
    } catch (error) {
      this.#fail(running, "save", error);
    }
  }

  /** Keeps the rejection of a phase that returned a promise until the next phase, when its system can be stopped. */
  #awaitRest(running: Running, phase: Phase, rest: unknown): void {
    if (!(rest instanceof Promise)) return;
    rest.catch((error: unknown) => this.#late.push({ running, phase, error }));
  }

  #failLate(): void {
    for (const { running, phase, error } of this.#late.splice(0)) {
      if (running.system !== undefined) this.#fail(running, phase, error);
    }
  }

  #start(key: string, entity: Entity, plugin: Plugin, hasFailed: boolean): Running | undefined {
    const { world, library } = this.#host;
    const definition = library.loaded(plugin);
    if (definition === undefined) return undefined;
    const { name, after } = definition;
    if (definition.single && key !== `${this.#host.root}/${name}`) {
      this.#host.log.error(
        `${scopedName(world, entity)}: system ${name} must be attached to the world itself, once; this one is left out`,
      );
      return undefined;
    }
    const scoped = scopedName(world, entity);
    const node = this.#host.node(`${name} of ${scoped}`);
    const priority = priorityOf(plugin);
    const number = this.#host.activity.register({ key, name, scoped, isBuiltIn: library.isBuiltIn(definition) });
    const running: Running = {
      number,
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
    this.#host.activity.system(number, "create");
    try {
      running.system = createSystem(
        this.#host,
        { performer: this.#performer!, physics: this.physics },
        definition,
        running,
      );
    } catch (error) {
      this.#fail(running, "create", error);
    }
    this.#host.activity.system(0, "create");
    return running;
  }

  #fail(running: Running, phase: SystemFailure["phase"], error: unknown): void {
    const text = errorText(error);
    const { name, entity, key } = running;
    const { world, root, log } = this.#host;
    log.error(`system ${name} failed in ${phase} and was stopped; the world keeps running`, { error: text });
    running.failure = { phase, error: text };
    this.#letGo(running);
    this.#stop(running);
    this.#arrange(this.#running);
    world.set(root, FailedSystems, [...new Set([...(world.get(root, FailedSystems) ?? []), key])].sort());
    this.failures.emit({ name, entity, phase, error: text });
  }

  #letGo({ system, name, key }: Running): void {
    this.#host.results.release(key);
    try {
      system?.onRemove?.(this.#host.world);
    } catch (error) {
      this.#host.log.error(`system ${name} failed while it was removed`, { error: errorText(error) });
    }
  }

  #stop(running: Running): void {
    const { system, name } = running;
    running.system = undefined;
    this.#host.results.stopped(running.key);
    running.node[Symbol.dispose]();
    try {
      system?.[Symbol.dispose]?.();
    } catch (error) {
      this.#host.log.error(`system ${name} failed while it was stopped`, { error: errorText(error) });
    }
  }

  #arrange(running: readonly Running[]): void {
    this.#running = inOrder(running);
    this.#queries = this.#running.find(({ system }) => system?.queries !== undefined)?.system?.queries;
    for (const phase of phases)
      this.#byPhase[phase] = this.#running.filter(({ system }) => system?.[phase] !== undefined);
  }

  #nameOf(plugin: Plugin): string {
    return this.#host.library.loaded(plugin)?.name ?? plugin.name;
  }
}
