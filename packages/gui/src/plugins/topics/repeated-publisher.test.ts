import { messages } from "@orrery/msgs";
import { Bus, Node } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { RepeatedPublisher } from "./repeated-publisher.ts";

test("[PN7] a message is published again and again until it is stopped", async () => {
  using bus = new Bus({ codec: messages, name: "test", nowMs: () => performance.now(), onError: () => undefined });
  using node = new Node(bus, { owner: "test" });
  const heard: (number | undefined)[] = [];
  node.subscribe("/cmd_vel", "gz.msgs.Twist", ({ value }) => heard.push(value.linear?.x));
  using publisher = new RepeatedPublisher();
  publisher.start(node, "/cmd_vel", "gz.msgs.Twist", { linear: { x: 0.5 } }, 100);
  await expect.poll(() => heard.length).toBeGreaterThan(2);
  expect(new Set(heard)).toEqual(new Set([0.5]));
  expect(publisher.count.current).toBeGreaterThan(2);
  publisher.stop();
  expect(publisher.count.current).toBeUndefined();
  expect(node.topics().find(({ name }) => name === "/cmd_vel")?.publishers ?? 0).toBe(0);
});
