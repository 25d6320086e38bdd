import type { PhysicsQueries } from "../../physics/queries.ts";
import { scopedName } from "../../entities/find.ts";
import { formatProblem, Problems } from "../../scene/problem.ts";
import { lengthParams } from "./available-systems.ts";
import { readParams } from "./params.ts";
import { randomStream } from "./random-stream.ts";
import type { Running } from "./running-system.ts";
import type { Performer, SystemSetParts } from "./system-set-parts.ts";
import type { Outside } from "./work.ts";
import type { System, SystemDefinition } from "./system.ts";

/** What a system gets from the set that it belongs to. */
export interface SetAccess {
  readonly performer: Performer;
  readonly physics: () => PhysicsQueries | undefined;
}

/** Creates a system for its entity, with the parameters of its plugin. Errors of the system are passed on. */
export function createSystem(
  parts: SystemSetParts,
  { performer, physics }: SetAccess,
  definition: SystemDefinition,
  { key, name, entity, plugin, node }: Omit<Running, "system">,
): System {
  const { world, root, log, answers } = parts;
  parts.registerTypes(definition);
  const outside: Outside = { ask: (service, value, options) => node.ask(service, value, options) };
  const problems = new Problems();
  const params = readParams(definition.params, plugin, parts.placeOf(plugin), problems);
  for (const problem of problems.list) log.warn(formatProblem(problem));
  return definition.create({
    entity,
    ordinal: Number(/#(\d+)$/.exec(key)?.[1] ?? 1),
    world,
    node,
    params,
    log: log.child(name),
    random: randomStream(world, root, entity, name),
    later: (work) => parts.results.declareOwn(key, work, outside),
    answerLater: (work) => parts.results.declareAnswer(key, work, outside),
    loadScenes: (sources, options) => parts.loadScenes(sources, options),
    perform: (label, act) => performer.perform(label, act),
    physics,
    registerItem: (own, item) => {
      const owner = entity === root ? "" : `${scopedName(world, entity)}::`;
      return node.keep(parts.items.register(`${owner}${own}`, item));
    },
    lengthsOf: (of) => lengthParams(parts.library, of),
    runInfo: () => parts.runInfo(),
    answers,
  });
}
