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
