import { type Entity, type World } from "@orrery/sim";
import { asNamePart, type TopicInfo } from "@orrery/sim/host";
import { IsModel, Name, Plugins } from "@orrery/sim/components";

/** Returns the topics on which something in the world listens for velocities. */
export function driveTopics(topics: readonly TopicInfo[]): string[] {
  return topics
    .filter(({ type, hostSubscribes }) => type === "gz.msgs.Twist" && hostSubscribes)
    .map(({ name }) => name)
    .toSorted();
}

/**
 * Returns the topic that drives the selection: that of its model or of an enclosing one, or else that of a model in it.
 */
export function topicOf(world: World, entity: Entity, heard: readonly string[]): string | undefined {
  for (const model of [...modelsAround(world, entity), ...modelsIn(world, entity)]) {
    const topic = topicOfModel(world, model, heard);
    if (topic !== undefined) return topic;
  }
  return undefined;
}

/**
 * Returns the topic of a model: the default one, one that the model's own systems name, or one anywhere below the
 * model's name.
 */
function topicOfModel(world: World, model: Entity, heard: readonly string[]): string | undefined {
  const prefix = `/model/${asNamePart(world.get(model, Name) ?? "")}/`;
  const told = (world.get(model, Plugins) ?? []).flatMap(({ innerXml }) => toldTopic(innerXml) ?? []);
  const exact = [`${prefix}cmd_vel`, ...told].find((name) => heard.includes(name));
  return exact ?? heard.find((name) => name.startsWith(prefix));
}

function toldTopic(innerXml: string): string | undefined {
  const text = /<topic>\s*([^<]+?)\s*<\/topic>/.exec(innerXml)?.[1];
  return text === undefined || text.startsWith("/") ? text : `/${text}`;
}

/** Yields the enclosing models, the innermost first. */
function* modelsAround(world: World, entity: Entity): Iterable<Entity> {
  for (let at = entity; at !== 0; at = world.parentOf(at)) if (world.has(at, IsModel)) yield at;
}

function* modelsIn(world: World, entity: Entity): Iterable<Entity> {
  for (const child of world.childrenOf(entity)) {
    if (!world.has(child, IsModel)) continue;
    yield child;
    yield* modelsIn(world, child);
  }
}
