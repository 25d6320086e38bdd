import type { gz, orrery } from "@orrery/msgs";
import { findEntity } from "../../commands/find-entity.ts";
import { labelOf } from "../../commands/texts/label-of.ts";
import { Plugins } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { Timeline } from "../../history/timeline.ts";
import { Problems } from "../../scene/problem.ts";
import type { Plugin } from "../../scene/scene.ts";
import type { Caller } from "../../transport/caller.ts";
import type { Node } from "../../transport/node.ts";
import type { Simulation } from "../simulation.ts";
import { availableSystems, gazeboPlugins } from "../systems/available-systems.ts";
import { readParams } from "../systems/params.ts";
import type { SystemDefinition } from "../systems/system.ts";
import { offerBoolean } from "./boolean-service.ts";

export interface SystemParts {
  readonly simulation: Simulation;
  readonly timeline: Timeline;
}

/** Offers services that add and remove systems, and list running and available ones. */
export function offerSystems(node: Node, parts: SystemParts): void {
  const { topicPrefix, systems, library } = parts.simulation;
  const change = { request: "gz.msgs.EntityPlugin_V", needs: "admin" } as const;
  offerBoolean(node, `${topicPrefix}/entity/system/add`, change, (request, message) =>
    addSystems(parts, request, message),
  );
  offerBoolean(node, `${topicPrefix}/entity/system/remove`, change, (request, message) =>
    removeSystems(parts, request, message),
  );
  const asked = { request: "gz.msgs.Empty", needs: "viewer", isInput: false } as const;
  node.service(`${topicPrefix}/systems`, { ...asked, response: "orrery.msgs.SystemList" }, () => ({
    systems: systems.list().map(({ name, entity, state, microsPerStep, failure }): orrery.SystemInfo => ({
      name,
      entity,
      state: state === "running" ? "RUNNING" : "STOPPED",
      micros_per_step: microsPerStep,
      ...failure,
    })),
  }));
  node.service(`${topicPrefix}/systems/available`, { ...asked, response: "orrery.msgs.AvailableSystemList" }, () => ({
    systems: availableSystems(library),
  }));
  node.service(`${topicPrefix}/system/info`, { ...asked, response: "gz.msgs.EntityPlugin_V" }, () => ({
    plugins: gazeboPlugins(library),
  }));
}

async function addSystems({ simulation }: SystemParts, request: gz.EntityPlugin_V, caller: Caller): Promise<void> {
  const { header, entity, plugins = [] } = request;
  const { library, inputs, replay } = simulation;
  const target = entityOf(simulation, entity);
  const wanted = plugins.map(toScene);
  if (wanted.length === 0) throw new Error("the request names no plugin");
  // In a replay the start is a separate input, recorded when loading had finished.
  if (replay.isOn) return;
  for (const plugin of wanted) checkFit(simulation, await library.load(plugin), plugin, target);
  const label = labelOf(header, caller, `Add system ${wanted.map(({ name }) => name).join(", ")}`);
  await inputs.push({ kind: "start-systems", entity: target, plugins: wanted, label });
}

function checkFit({ root, systems }: Simulation, definition: SystemDefinition, plugin: Plugin, target: Entity): void {
  if (definition.single && (target !== root || systems.isRunning(definition.name))) {
    throw new Error(`system ${definition.name} must be attached to the world itself, once`);
  }
  const problems = new Problems();
  readParams(definition.params, plugin, undefined, problems);
  if (problems.list.length > 0)
    throw new Error(`${definition.name}: ${problems.list.map(({ message }) => message).join("; ")}`);
}

function removeSystems({ simulation, timeline }: SystemParts, request: gz.EntityPlugin_V, caller: Caller): void {
  const { header, entity, plugins = [] } = request;
  const { world, library, systems } = simulation;
  const target = entityOf(simulation, entity);
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

function entityOf({ world, root }: Simulation, named: gz.Entity | undefined): Entity {
  return named === undefined ? root : findEntity(world, root, named);
}

function toScene({ name = "", filename = "", innerxml = "" }: gz.Plugin): Plugin {
  return { name, filename, innerXml: innerxml };
}
