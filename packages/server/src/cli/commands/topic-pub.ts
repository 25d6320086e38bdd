import { TransportError } from "@orrery/sim/front";
import { defineCommand, numberFlag } from "../arguments.ts";
import { absolute, connect, missing, namesOf, readJson, serverFlag } from "../client.ts";
import { Failure } from "../failure.ts";
import { interrupted } from "../interrupt.ts";

/** How long to wait for a subscriber once the server knows the publisher. */
const WAIT_MS = 5000;

export const topicPub = defineCommand({
  name: "topic pub",
  summary: "Publishes a message once somebody at the server subscribes.",
  operands: ["TOPIC", "TYPE", "JSON"],
  flags: {
    rate: numberFlag("HZ", "repeatedly, N times per second", { min: 0, above: true, max: 1000 }),
    count: numberFlag("N", "number of messages (default 1; with --rate until Ctrl-C)", { integer: true, min: 1 }),
    server: serverFlag,
  },
  examples: [
    `orrery topic pub /world/gusts/gust/strength gz.msgs.Double '{"data": 20}'`,
    `orrery topic pub /world/gusts/gust/strength gz.msgs.Double '{"data": 20}' --rate 10`,
  ],
  async run({ rate, count, server }, [given = "", type = "", text = ""]) {
    const json = readJson(text);
    using client = await connect(server);
    const { node, messages } = client;
    if (!messages.has(type)) throw missing("message type", type, messages.types());
    const value = messages.fromJson(type, json);
    const name = absolute(given);
    const publisher = node.advertise(name, type);
    await node
      .until(() => publisher.hasSubscribers, { timeoutMs: WAIT_MS })
      .catch(async (error: unknown) => {
        if (!(error instanceof TransportError)) throw error;
        const listened = (await client.topics()).filter((one) => one.subscribers > 0 && one.name !== name);
        const hint = missing("topic", name, namesOf(listened)).message.split("; ")[1];
        throw new Failure(`nobody subscribes to "${name}"${hint === undefined ? "" : `; ${hint}`}`);
      });
    const total = count ?? (rate === undefined ? 1 : Infinity);
    await Promise.race([
      interrupted(),
      client.lost,
      publishAll(() => publisher.publish(value), total, rate ?? Infinity),
    ]);
    return 0;
  },
});

/** Publishes by the clock rather than by pauses, whose errors add up. */
async function publishAll(publish: () => void, total: number, rate: number): Promise<void> {
  const start = performance.now();
  for (let made = 0; made < total;) {
    const due =
      rate === Infinity ? total : Math.min(total, Math.floor(((performance.now() - start) / 1000) * rate) + 1);
    for (; made < due; made++) publish();
    if (made < total)
      await new Promise((resolve) => setTimeout(resolve, start + (made / rate) * 1000 - performance.now()));
  }
}
