import { FieldError, formatPath, parsePath, type FieldPath } from "@orrery/plots";
import { keyOf, kindOf, nameOf } from "../sources/source.ts";

/** A number in the messages of a topic, or several numbers that belong together, such as x, y and z. */
export interface TopicThing {
  readonly topic: string;
  readonly path: FieldPath;
}

/** Returns the key of a thing: `topic:/odometry pose.position`. Names of topics have no blanks. */
export function topicKey({ topic, path }: TopicThing): string {
  return keyOf("topic", path.length === 0 ? topic : `${topic} ${formatPath(path)}`);
}

/**
 * Returns the name of a thing, for people and in formulas: `/odometry.pose.position`. After a topic with a dot in the
 * last part of its name, there is a blank.
 */
export function topicName({ topic, path }: TopicThing): string {
  if (path.length === 0) return topic;
  return `${topic}${topic.includes(".", topic.lastIndexOf("/")) ? " " : "."}${formatPath(path)}`;
}

/** Returns the key of the thing with a name, as `topicName` writes it. */
export function keyOfTopicName(name: string): string {
  const before = name.slice(0, Math.max(0, name.indexOf(" ")));
  const dot = name.indexOf(".", name.lastIndexOf("/"));
  // Keys of maps may have blanks, too.
  const hasBlank = before !== "" && !before.includes('["');
  return keyOf("topic", hasBlank || dot < 0 ? name : `${name.slice(0, dot)} ${name.slice(dot + 1)}`);
}

/** Reads a key. Returns `undefined` for one of another kind, or one that has no valid path. */
export function readTopicKey(key: string): TopicThing | undefined {
  if (kindOf(key) !== "topic") return undefined;
  const [topic = "", path = ""] = splitOnce(nameOf(key));
  try {
    return { topic, path: parsePath(path) };
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    return undefined;
  }
}

function splitOnce(name: string): string[] {
  const at = name.indexOf(" ");
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)];
}
