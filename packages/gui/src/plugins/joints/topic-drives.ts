import { type Entity, type World } from "@orrery/sim";
import { asNamePart, type JointDrive, type TopicInfo } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";

/** Returns the topics on which targets of joints are expected, with names like those of Gazebo's controllers. */
export function commandTopics(topics: readonly TopicInfo[]): string[] {
  return topics
    .filter(({ name, type, hostSubscribes }) => type === "gz.msgs.Double" && hostSubscribes && isCommandName(name))
    .map(({ name }) => name)
    .toSorted();
}

/**
 * Returns the drive of an axis that is known only by its topic: a third-party system that listens where Gazebo's
 * controllers would. Its target is unknown until one is sent, so `initial` is NaN.
 */
export function topicDrive(
  world: World,
  joint: Entity,
  axis: number,
  topics: ReadonlySet<string>,
): JointDrive | undefined {
  if (topics.size === 0) return undefined;
  const part = (entity: Entity): string => asNamePart(world.get(entity, Name) ?? "");
  const joined = `/model/${part(world.parentOf(joint))}/joint/${part(joint)}`;
  const named = (command: string): string | undefined =>
    [`${joined}/${axis}/${command}`, ...(axis === 0 ? [`${joined}/${command}`] : [])].find((name) => topics.has(name));
  const position = named("cmd_pos");
  const topic = position ?? named("cmd_vel");
  if (topic === undefined) return undefined;
  const quantity = position === undefined ? "velocity" : "position";
  return { joint, axis, quantity, topic, via: "number", place: 0, leader: joint, initial: Number.NaN };
}

function isCommandName(name: string): boolean {
  return name.startsWith("/model/") && (name.endsWith("/cmd_pos") || name.endsWith("/cmd_vel"));
}
