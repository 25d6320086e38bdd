import { stackOf } from "../../base/error-text.ts";
import type { orrery } from "@orrery/msgs";
import { assertNever } from "../../base/assert-never.ts";
import { Emitter } from "../../base/emitter.ts";
import { Name } from "../../components/identity.ts";
import { FailedSystems, Plugins } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { PhysicsQueries } from "../../physics/queries.ts";
import type { Plugin, Scene } from "../../scene/scene.ts";
import { forgetFailure } from "./failed-systems.ts";
import { createSystem } from "./create-system.ts";
import { inOrder } from "./order.ts";
import { PhaseLoop } from "./phase-loop.ts";
import { place, type Running } from "./running-system.ts";
import type { Performer, SystemSetParts } from "./system-set-parts.ts";
import type { SystemFailure, SystemInfo } from "./system-info.ts";
import type { Phase, Step, System } from "./system.ts";
import { nameOf, WantedSystems, type WantedSystem } from "./wanted-systems.ts";

/**
 * The running systems. They follow from the world's `Plugins` components: undoing the addition of a system stops it.
 */
export class SystemSet implements Disposable {
  readonly #parts: SystemSetParts;
  #running: Running[] = [];
  readonly #phases: PhaseLoop;
  #seen = 0;
  /** Version of the world up to which all writes have been processed. */
  #settledAt = -1;
  /** Systems that threw when they last restored a state. */
  readonly #unrestored = new Set<string>();

  /** Emits the failures of systems. */
  readonly failures: Emitter<SystemFailure>;
  #performer: Performer | undefined;
  #queries: PhysicsQueries | undefined;
  /** Returns the queries of the physics engine; `undefined` while none runs. */
  readonly physics = (): PhysicsQueries | undefined => this.#queries;

  constructor(parts: SystemSetParts) {
    this.#parts = parts;
    const onFailure = (running: Running, phase: Phase, error: unknown): void => this.#fail(running, phase, error);
    this.#phases = new PhaseLoop({ parts, onFailure });
    this.failures = new Emitter((error) => parts.log.error(`an observer of failures failed: ${stackOf(error)}`));
  }

  /** Starts the systems that the components name; `performer` performs their commands. */
  start(performer: Performer): void {
    this.#performer = performer;
    this.sync();
  }

  /**
   * Starts and stops systems so that exactly those named by the components run. All must be loaded. `timeJumped` says
   * that the components belong to another moment; systems that stop then leave them alone.
   */
  sync(options?: { readonly timeJumped?: boolean }): void {
    const { world } = this.#parts;
    const namedAt = world.store(Name).lastWrite;
    if (Math.max(world.store(Plugins).lastWrite, world.store(FailedSystems).lastWrite, namedAt) <= this.#seen) return;
    const since = { hasJumped: options?.timeJumped === true, isRenamed: namedAt > this.#seen };
    this.#seen = world.mark();
    this.#startAndStop(new WantedSystems(this.#parts, this.#running, since));
  }

  #startAndStop(wanted: WantedSystems): void {
    const kept: Running[] = [];
    const states = new Map<string, Uint8Array>();
    for (const running of this.#running) {
      const fate = wanted.fateOf(running);
      switch (fate) {
        case "keep":
          kept.push(running);
          break;
        case "recreate":
          this.#saveInto(states, running);
          this.#stop(running);
          break;
        case "remove":
          this.#removeEffects(running);
          this.#stop(running);
          break;
        case "drop":
          this.#stop(running);
          break;
        default:
          assertNever(fate);
      }
    }
    const started = wanted.without(kept).map((one) => this.#start(one, states.get(one.key)));
    this.#arrange(wanted.sorted([...kept, ...started.filter((one) => one !== undefined)]));
  }

  run(phase: Phase, step: Step): void {
    this.#phases.run(phase, step);
  }

  /**
   * Brings the systems in step with the components: those named by the components run, and each has processed what was
   * written. Does nothing if nothing was written since the last call.
   */
  settle(): void {
    const { world } = this.#parts;
    if (!world.hasChangedSince(this.#settledAt)) return;
    this.sync();
    this.#all("settle", (system) => system.settle?.());
    this.#settledAt = world.mark();
  }

  /** Whether a system that performs commands is running. */
  get performsCommands(): boolean {
    return this.#running.some(({ system }) => system?.onCommand !== undefined);
  }

  /** Passes a command to the system that performs them. Throws if it refuses, or if no such system runs. */
  command(command: orrery.Command, scenes: readonly Scene[]): unknown {
    const performer = this.#running.find(({ system }) => system?.onCommand !== undefined);
    if (performer === undefined) throw new Error("no system that performs commands runs");
    return performer.system!.onCommand!(command, scenes);
  }

  isRunning(name: string): boolean {
    return this.#running.some((running) => running.name === name && running.system !== undefined);
  }

  /**
   * Forgets a system's failure. Must be called right before removing its plugin from the entity, so that a replacement
   * can start.
   */
  forgetFailure(entity: Entity, plugins: readonly Plugin[], index: number): void {
    const { world, root } = this.#parts;
    const name = nameOf(this.#parts, plugins[index]!);
    const ordinal = plugins.slice(0, index + 1).filter((plugin) => nameOf(this.#parts, plugin) === name).length;
    forgetFailure(world, root, entity, name, ordinal);
  }

  /**
   * Returns the states that systems keep outside components, by system. A system that throws is stopped, which changes
   * the world.
   */
  save(): Map<string, Uint8Array> {
    const states = new Map<string, Uint8Array>();
    for (const running of this.#running) this.#saveInto(states, running);
    this.#parts.activity.system(0, "save");
    return states;
  }

  /**
   * Starts and stops systems to match the restored components, then restores their states. Must be called after the
   * components are restored. Passes on errors of systems, so that the caller can go back; a system that throws there
   * too is stopped.
   */
  restore(states: ReadonlyMap<string, Uint8Array>): void {
    this.#seen = 0;
    this.#settledAt = -1;
    this.#phases.forgetLate();
    this.sync({ timeJumped: true });
    for (const running of this.#running) {
      const { key, system, number } = running;
      const state = states.get(key);
      if (state === undefined || system?.restore === undefined) continue;
      this.#parts.activity.system(number, "restore");
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
    this.#parts.activity.system(0, "restore");
  }

  /** Stops all systems; the next `sync` starts those that the world has then. */
  stopAll(): void {
    for (const running of this.#running) this.#stop(running);
    this.#arrange([]);
    this.#seen = 0;
    this.#settledAt = -1;
    this.#phases.forgetLate();
  }

  notifyJump(step: Step): void {
    this.#all("onTimeJump", (system) => system.onTimeJump?.(step, this.#parts.world));
  }

  /** Stops a system as if it had failed. */
  stop(key: string, phase: SystemFailure["phase"], error: string): void {
    const running = this.#running.find((one) => one.key === key);
    if (running?.system !== undefined) this.#fail(running, phase, error);
  }

  /** The systems that are there, with their costs; allocates nothing. */
  get running(): readonly Pick<SystemInfo, "name" | "microsPerStep">[] {
    return this.#running;
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
    const { activity } = this.#parts;
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
    this.#parts.activity.system(number, "save");
    try {
      const state = system.save();
      if (state !== undefined) states.set(key, state);
    } catch (error) {
      this.#fail(running, "save", error);
    }
  }

  /** Starts a system, with a state if one is given. Returns `undefined` if it cannot run on its entity. */
  #start({ key, entity, plugin, hasFailed }: WantedSystem, state: Uint8Array | undefined): Running | undefined {
    const { activity, library } = this.#parts;
    const definition = library.loaded(plugin);
    const running = definition && place(this.#parts, definition, { key, entity, plugin });
    if (definition === undefined || running === undefined) return undefined;
    if (hasFailed) {
      running.failure = { phase: "load", error: "it had failed when the state was saved" };
      return running;
    }
    activity.system(running.number, "create");
    try {
      const { physics } = this;
      running.system = createSystem(this.#parts, { performer: this.#performer!, physics }, definition, running);
    } catch (error) {
      this.#fail(running, "create", error);
    }
    activity.system(0, "create");
    if (state !== undefined) running.system?.restore?.(state);
    return running;
  }

  #fail(running: Running, phase: SystemFailure["phase"], error: unknown): void {
    const text = stackOf(error);
    const { name, entity, key } = running;
    const { world, root, log } = this.#parts;
    log.error(`system ${name} failed in ${phase} and was stopped; the world keeps running`, { error: text });
    running.failure = { phase, error: text };
    this.#removeEffects(running);
    this.#stop(running);
    this.#arrange(this.#running);
    world.set(root, FailedSystems, [...new Set([...(world.get(root, FailedSystems) ?? []), key])].sort());
    this.failures.emit({ name, entity, phase, error: text });
  }

  #removeEffects({ system, name, key }: Running): void {
    this.#parts.results.release(key);
    try {
      system?.onRemove?.(this.#parts.world);
    } catch (error) {
      this.#parts.log.error(`system ${name} failed while it was removed`, { error: stackOf(error) });
    }
  }

  #stop(running: Running): void {
    const { system, name } = running;
    running.system = undefined;
    this.#parts.results.stopped(running.key);
    running.node[Symbol.dispose]();
    try {
      system?.[Symbol.dispose]?.();
    } catch (error) {
      this.#parts.log.error(`system ${name} failed while it was stopped`, { error: stackOf(error) });
    }
  }

  #arrange(running: readonly Running[]): void {
    this.#running = inOrder(running);
    this.#queries = this.#running.find(({ system }) => system?.queries !== undefined)?.system?.queries;
    this.#phases.arrange(this.#running);
  }
}
