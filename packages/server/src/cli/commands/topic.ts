import type { FieldDescription, MessageRegistry } from "@orrery/msgs";
import { defineCommand, switchFlag } from "../arguments.ts";
import { connect, findTopic, serverFlag } from "../client.ts";
import { columns, print, style } from "../terminal.ts";

const listFlags = { json: switchFlag("one JSON object per line"), server: serverFlag };

export const topicList = defineCommand({
  name: "topic list",
  summary: "Lists the topics of a running server, with their message types.",
  operands: [],
  flags: listFlags,
  examples: ["orrery topic list", "orrery topic list --json"],
  async run({ json, server }) {
    using client = await connect(server);
    const topics = await client.topics();
    if (json) for (const { types, ...topic } of topics) print(JSON.stringify({ ...topic, type: types[0] ?? "" }));
    else print(columns(topics.map(({ name, types }) => [name, types[0] ?? "(no type yet)"])));
    return 0;
  },
});

export const topicInfo = defineCommand({
  name: "topic info",
  summary: "Shows a topic's message type, its fields, and who uses it.",
  operands: ["TOPIC"],
  flags: listFlags,
  examples: ["orrery topic info /world/shapes/stats"],
  async run({ json, server }, [given = ""]) {
    using client = await connect(server);
    const topic = await findTopic(client, given);
    const { types, ...rest } = topic;
    const type = types[0] ?? "";
    if (json) print(JSON.stringify({ ...rest, type }));
    else {
      const counts = `${rest.publishers} publishing, ${rest.subscribers} subscribed, ${rest.dropped} messages dropped`;
      print(`${style.bold(topic.name)}  ${type}\n${counts}\n${describeType(type, client.messages)}`);
    }
    return 0;
  },
});

/** Lists the fields of a message type, one per line. */
export function describeType(type: string, messages: MessageRegistry): string {
  if (!messages.has(type)) return `  (the fields of ${type || "it"} are not known)`;
  const { fields } = messages.describe(type);
  return fields.length === 0 ? "  (no fields)" : columns(fields.map((field) => [`  ${field.name}`, kindOf(field)]));
}

function kindOf({ kind, type, repeated, mapKey, values }: FieldDescription): string {
  const one = values === undefined ? (type ?? kind) : Object.keys(values).join(" | ");
  if (mapKey !== undefined) return `${one} by ${mapKey}`;
  return repeated ? `list of ${one}` : one;
}
