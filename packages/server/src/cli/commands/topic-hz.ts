import { ANY_TYPE } from "@orrery/sim/front";
import { defineCommand, numberFlag } from "../arguments.ts";
import { connect, findTopic, serverFlag } from "../client.ts";
import { interrupted } from "../interrupt.ts";
import { print } from "../terminal.ts";

const REPORT_MS = 1000;

export const topicHz = defineCommand({
  name: "topic hz",
  summary: "Measures the rate of a topic's messages, once per second until Ctrl-C.",
  operands: ["TOPIC"],
  flags: {
    window: numberFlag("N", "over the last N messages (default 1000)", { integer: true, min: 2, max: 1_000_000 }),
    server: serverFlag,
  },
  examples: ["orrery topic hz /world/shapes/stats", "orrery topic hz /clock --window 100"],
  async run({ window = 1000, server }, [given = ""]) {
    using client = await connect(server);
    const { name } = await findTopic(client, given);
    const times: number[] = [];
    let seen = 0;
    client.node.subscribe(name, ANY_TYPE, () => {
      seen++;
      times.push(performance.now());
      if (times.length > window) times.shift();
    });
    let reported = 0;
    const timer = setInterval(() => {
      print(seen === reported ? "no new messages" : formatRate(times));
      reported = seen;
    }, REPORT_MS);
    try {
      await Promise.race([interrupted(), client.lost]);
    } finally {
      clearInterval(timer);
    }
    return 0;
  },
});

/** Describes the rate of messages by their arrival times in milliseconds, at least one. */
export function formatRate(times: readonly number[]): string {
  const gaps = times.slice(1).map((time, i) => time - times[i]!);
  if (gaps.length === 0) return "1 message so far";
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const spread = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) * (gap - mean), 0) / gaps.length);
  const ms = (value: number): string => value.toFixed(2);
  // Not spread into arguments: a call cannot take some 100,000 of them.
  const least = gaps.reduce((a, b) => Math.min(a, b));
  const most = gaps.reduce((a, b) => Math.max(a, b));
  return `${(1000 / mean).toFixed(2)} Hz, ${ms(least)} to ${ms(most)} ms apart, deviation ${ms(spread)} ms, ${times.length} messages`;
}
