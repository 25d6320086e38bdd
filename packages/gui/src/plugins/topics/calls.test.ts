import { messages } from "@orrery/msgs";
import { ANY_TYPE, Bus, Node } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { call } from "./calls.ts";

function node(): Node {
  const bus = new Bus({ codec: messages });
  const world = new Node(bus, { owner: "world" });
  world.service("/even", { request: "gz.msgs.Double", response: "gz.msgs.Boolean" }, ({ data = 0 }) =>
    data % 2 === 0 ? { data: true } : { data: false, header: { data: [{ key: "error", value: [`${data} is odd`] }] } },
  );
  return new Node(bus, { owner: "page" });
}

const even = { kind: "service", name: "/even", type: "gz.msgs.Double", responseType: "gz.msgs.Boolean" } as const;

test("[PN7] a call has the answer, the refusal with its reason, or what went wrong with where", async () => {
  const results = [];
  for (const text of ['{"data": 2}', '{"data": 3}', '{"date": 3}', "{"]) {
    results.push((await call(node(), messages, even, text)).result);
  }
  expect(results).toMatchObject([
    { kind: "answer", value: { data: true } },
    { kind: "refused", reason: "3 is odd" },
    { kind: "failed", reason: 'gz.msgs.Double: has no field "date"; did you mean "data"?' },
    { kind: "failed", reason: expect.stringContaining("This is not valid JSON") },
  ]);
});

test("[PN7] a message is published once somebody listens", async () => {
  const page = node();
  const heard: unknown[] = [];
  page.subscribe("/a", ANY_TYPE, ({ value }) => heard.push(value));
  const topic = { kind: "topic", name: "/a", type: "gz.msgs.Double" } as const;
  expect((await call(page, messages, topic, '{"data": 1}')).result).toEqual({ kind: "sent" });
  expect(heard).toEqual([{ data: 1 }]);
});
