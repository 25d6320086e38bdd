import type { gz, MessageRegistry, orrery } from "@orrery/msgs";
import { hexOf } from "../../base/hash.ts";
import { fromSecNsec, type Nanoseconds } from "../../base/time.ts";
import { applyCommand } from "../../commands/apply-command.ts";
import { describeCommand } from "../../commands/texts/describe-command.ts";
import { findEntity } from "../../commands/find-entity.ts";
import { labelOf } from "../../commands/texts/label-of.ts";
import { doWrites } from "../../commands/prepared.ts";
import { resetDescriptions } from "../../commands/texts/reset-descriptions.ts";
import { preparePhysics } from "../../commands/edits/set-physics.ts";
import { Plugins } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import { hashComponents } from "../../ecs/state-hash.ts";
import type { Timeline } from "../../history/timeline.ts";
import { Problems } from "../../scene/problem.ts";
import type { Plugin } from "../../scene/scene.ts";
import type { Caller } from "../../transport/caller.ts";
import type { Node } from "../../transport/node.ts";
import { availableSystems, gazeboPlugins } from "../systems/available-systems.ts";
import { offerBlocking, offerBoolean } from "./boolean-service.ts";
import { posesAnswer } from "./pose-info.ts";
import { readParams } from "../systems/params.ts";
import { reseed } from "../systems/random-stream.ts";
import type { Driver } from "../driver.ts";
import type { RunState } from "../run-state.ts";
import type { Simulation } from "../simulation.ts";
import { SchemasAnswer } from "./schemas-answer.ts";
import { sdfAnswer } from "./sdf-answer.ts";
import type { SystemDefinition } from "../systems/system.ts";

export interface WorldServicesParts {
  readonly simulation: Simulation;
  readonly state: RunState;
  readonly timeline: Timeline;
  readonly driver: Driver;
  readonly messages: MessageRegistry;
  /** The world's own file, as the host reads it; empty for a text. */
  readonly file: string;
}

/**
 * The services of every world, with or without systems: control of time, physics settings, systems, and the message
 * types that these have added.
 */
export class WorldServices implements Disposable {
  readonly #parts: WorldServicesParts;
  readonly #node: Node;
  readonly #schemas = new SchemasAnswer();

  constructor(parts: WorldServicesParts) {
    this.#parts = parts;
    const { simulation, messages, file } = parts;
    const { systems, answers, library } = simulation;
    this.#node = simulation.node("runner");
    const world = simulation.topicPrefix;
    offerBoolean(this.#node, `${world}/control`, { request: "gz.msgs.WorldControl" }, (request, message) =>
      this.#control(request, message),
    );
    offerBoolean(this.#node, `${world}/control/state`, { request: "gz.msgs.WorldControlState" }, (request, message) =>
      this.#controlState(request, message),
    );
    offerBlocking(this.#node, `${world}/set_physics`, { request: "gz.msgs.Physics" }, (request, message) =>
      this.#setPhysics(request, message),
    );
    offerBoolean(
      this.#node,
      `${world}/entity/system/add`,
      { request: "gz.msgs.EntityPlugin_V", needs: "admin" },
      (request, message) => this.#addSystems(request, message),
    );
    offerBoolean(
      this.#node,
      `${world}/entity/system/remove`,
      { request: "gz.msgs.EntityPlugin_V", needs: "admin" },
      (request, message) => this.#removeSystems(request, message),
    );
    this.#node.service(
      `${world}/systems`,
      { request: "gz.msgs.Empty", response: "orrery.msgs.SystemList", needs: "viewer" },
      () => ({
        systems: systems.list().map(({ name, entity, state, microsPerStep, failure }): orrery.SystemInfo => ({
          name,
          entity,
          state: state === "running" ? "RUNNING" : "STOPPED",
          micros_per_step: microsPerStep,
          ...failure,
        })),
      }),
    );
    this.#node.service(
      `${world}/systems/available`,
      { request: "gz.msgs.Empty", response: "orrery.msgs.AvailableSystemList", needs: "viewer" },
      () => ({ systems: availableSystems(library) }),
    );
    this.#node.service(
      `${world}/system/info`,
      { request: "gz.msgs.Empty", response: "gz.msgs.EntityPlugin_V", needs: "viewer" },
      () => ({ plugins: gazeboPlugins(library) }),
    );
    this.#node.service(`${world}/schemas`, { request: "gz.msgs.Empty", response: "orrery.msgs.Schemas" }, () =>
      this.#schemas.of(messages),
    );
    this.#node.service(
      `${world}/pose/info`,
      { request: "gz.msgs.Empty", response: "gz.msgs.Pose_V", needs: "viewer" },
      () => answers.give("poses", posesAnswer),
    );
    this.#node.service(`${world}/hash`, { request: "gz.msgs.Empty", response: "gz.msgs.StringMsg" }, () => ({
      data: simulation.hash(),
      // A client with a complete copy of a paused world can compute this hash itself.
      header: { data: [{ key: "components", value: [hexOf(hashComponents(simulation.world))] }] },
    }));
    this.#node.service(
      `${world}/generate_world_sdf`,
      { request: "gz.msgs.SdfGeneratorConfig", response: "gz.msgs.StringMsg", needs: "viewer" },
      // Only admins may know where the file is on the machine.
      (_, { role }) =>
        role === "admin" && file !== ""
          ? answers.give("sdf-with-file", sdfAnswer(file))
          : answers.give("sdf", sdfAnswer("")),
    );
  }

  [Symbol.dispose](): void {
    this.#node[Symbol.dispose]();
  }

  /** Controls the world as in Gazebo: a request without `pause` resumes it, and only a paused world makes steps. */
  #control(request: gz.WorldControl, caller: Caller): void {
    const { header, pause, step, multi_step, reset, seed } = request;
    const { simulation, state, driver } = this.#parts;
    const until = this.#checkControl(request);
    const what = reset?.all ? "all" : reset?.time_only ? "time" : reset?.model_only ? "models" : undefined;
    if (what !== undefined) driver.resetOnRequest(what, labelOf(header, caller, resetDescriptions[what]), seed ?? 0);
    else if (seed) reseed(simulation.world, simulation.root, seed);
    // Whether it runs is not part of the past.
    if (simulation.replay.isOn) return;
    const steps = multi_step || (step ? 1 : 0);
    const asker = labelOf(header, caller, "");
    if (steps > 0 && pause) state.step(steps, asker);
    else if (until !== undefined) state.runTo(until, asker);
    else if (pause) state.pause(asker);
    else if (state.paused) state.run();
  }

  /** Throws when a request for control cannot be met. Returns the simulated time to run to, if it names one. */
  #checkControl({ reset, seed, run_to_sim_time }: gz.WorldControl): Nanoseconds | undefined {
    const { simulation, driver } = this.#parts;
    if (driver.refusal !== undefined && (seed || reset?.model_only)) throw new Error(driver.refusal);
    const now = reset?.all || reset?.time_only ? 0 : simulation.timeNs;
    const until = run_to_sim_time && fromSecNsec(run_to_sim_time);
    if (until !== undefined && until <= now) throw new Error(`it is ${now / 1e9} s already, past ${until / 1e9} s`);
    return until;
  }

  /**
   * Sets components of entities to those in `state`, then controls the world. Checks both first, so a refused request
   * changes nothing.
   */
  #controlState({ header, world_control: control = {}, state }: gz.WorldControlState, caller: Caller): void {
    const { simulation, timeline } = this.#parts;
    const { world, root } = simulation;
    const edits = (state?.entities ?? []).map(stateEdit);
    this.#checkControl(control);
    if (edits.length > 0)
      timeline.perform(labelOf(header, caller, "Set the state"), () => applyCommand(world, root, { edits }, []));
    this.#control(control, caller);
  }

  /** Sets the physics. Checks everything first, so a refused request changes nothing. */
  #setPhysics(request: gz.Physics, caller: Caller): void {
    const { simulation, state, timeline } = this.#parts;
    const { world, root, replay } = simulation;
    const { header, real_time_factor, max_step_size, gravity, magnetic_field } = request;
    if (real_time_factor !== undefined && !(real_time_factor >= 0 && Number.isFinite(real_time_factor))) {
      throw new Error(`real_time_factor must be zero or more, not ${real_time_factor}`);
    }
    // 0 means absent.
    const isEdit = (max_step_size ?? 0) !== 0 || gravity !== undefined || magnetic_field !== undefined;
    const writes = isEdit ? (preparePhysics(world, root, request).writes ?? []) : [];
    if (real_time_factor !== undefined && !replay.isOn) state.targetFactor = real_time_factor;
    if (writes.length === 0) return;
    const description = describeCommand(world, root, { edits: [{ physics: request }] });
    timeline.perform(labelOf(header, caller, description), () => doWrites(world, writes));
  }

  async #addSystems({ header, entity, plugins = [] }: gz.EntityPlugin_V, caller: Caller): Promise<void> {
    const { library, inputs, replay } = this.#parts.simulation;
    const target = this.#entity(entity);
    const wanted = plugins.map(toScene);
    if (wanted.length === 0) throw new Error("the request names no plugin");
    // In a replay the start is a separate input, recorded when loading had finished.
    if (replay.isOn) return;
    for (const plugin of wanted) this.#checkFit(await library.load(plugin), plugin, target);
    const label = labelOf(header, caller, `Add system ${wanted.map(({ name }) => name).join(", ")}`);
    await inputs.push({ kind: "start-systems", entity: target, plugins: wanted, label });
  }

  #checkFit(definition: SystemDefinition, plugin: Plugin, target: Entity): void {
    const { root, systems } = this.#parts.simulation;
    if (definition.single && (target !== root || systems.isRunning(definition.name))) {
      throw new Error(`system ${definition.name} must be attached to the world itself, once`);
    }
    const problems = new Problems();
    readParams(definition.params, plugin, undefined, problems);
    if (problems.list.length > 0)
      throw new Error(`${definition.name}: ${problems.list.map(({ message }) => message).join("; ")}`);
  }

  #removeSystems({ header, entity, plugins = [] }: gz.EntityPlugin_V, caller: Caller): void {
    const { simulation, timeline } = this.#parts;
    const { world, library, systems } = simulation;
    const target = this.#entity(entity);
    let left = world.get(target, Plugins) ?? [];
    const removed = plugins.map(toScene).map((plugin) => {
      const definition = library.loaded(plugin);
      const index = left.findIndex(
        (other) => other.name === plugin.name || (definition && library.loaded(other) === definition),
      );
      if (index < 0) throw new Error(`no system "${plugin.name}" runs on entity ${target}`);
      const from = left;
      left = left.toSpliced(index, 1);
      return { from, index };
    });
    const names = plugins.map(({ name = "" }) => name).join(", ");
    timeline.perform(labelOf(header, caller, `Remove system ${names}`), () => {
      for (const { from, index } of removed) systems.forgetFailure(target, from, index);
      world.set(target, Plugins, left);
    });
  }

  #entity(named: gz.Entity | undefined): Entity {
    const { world, root } = this.#parts.simulation;
    return named === undefined ? root : findEntity(world, root, named);
  }
}

function stateEdit({ id = 0, components = [], remove = false }: gz.SerializedEntity): orrery.Edit {
  if (remove) return { remove: { id } };
  const byType = Object.fromEntries(components.map((component) => [component.type ?? 0, component]));
  return { components: { id, components: byType } };
}

function toScene({ name = "", filename = "", innerxml = "" }: gz.Plugin): Plugin {
  return { name, filename, innerXml: innerxml };
}
