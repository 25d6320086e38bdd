import { ANY_TYPE } from "@orrery/sim/front";
import { defineCommand, numberFlag, switchFlag } from "../arguments.ts";
import { type Client, absolute, connect, findTopic, serverFlag } from "../client.ts";
import { formatMessage } from "../format-message.ts";
import { interrupted } from "../interrupt.ts";
import { print } from "../terminal.ts";

export const topicEcho = defineCommand({
  name: "topic echo",
  summary: "Prints the messages of a topic as they arrive.",
  operands: ["TOPIC"],
  flags: {
    count: numberFlag("N", "exit after N messages", { integer: true, min: 1 }),
    wait: switchFlag("wait for a topic that does not exist yet, instead of failing"),
    json: switchFlag("one JSON object per line"),
    server: serverFlag,
  },
  examples: ["orrery topic echo /clock --count 1", "orrery topic echo /world/shapes/stats --json"],
  async run({ count = Infinity, wait, json, server }, [given = ""]) {
    using client = await connect(server);
    const name = wait ? absolute(given) : (await findTopic(client, given)).name;
    let left = count;
    await Promise.race([
      interrupted(),
      client.lost,
      new Promise<void>((resolve, reject) => {
        const show = (value: unknown): void => {
          if (left <= 0) return;
          print(json ? JSON.stringify(value) : `${formatMessage(value)}\n---`);
          if (--left <= 0) resolve();
        };
        client.node.subscribe(name, ANY_TYPE, (message) => {
          toJson(client, message).then(show, reject);
        });
      }),
    ]);
    return 0;
  },
});

/**
 * Decodes a message. If its type is unknown, a system added it after this command started, so the types are read again.
 */
async function toJson(
  { messages, learnTypes }: Client,
  message: { type: string; bytes: Uint8Array },
): Promise<unknown> {
  if (!messages.has(message.type)) await learnTypes();
  return messages.toJson(message.type, messages.decode(message.type, message.bytes));
}
