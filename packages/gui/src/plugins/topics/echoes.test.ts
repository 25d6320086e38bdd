import { messages } from "@orrery/msgs";
import { Bus, Node } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { Echoes } from "./echoes.ts";

function nodes(): { readonly node: Node; readonly echoes: Echoes } {
  const node = new Node(new Bus({ codec: messages }), { owner: "test" });
  const echoes = new Echoes();
  echoes.maxRateHz.set(0);
  echoes.follow(node);
  return { node, echoes };
}

test("[PN6] several topics are listened to at once, and each shows its latest message", () => {
  const { node, echoes } = nodes();
  const [a, b] = ["/a", "/b"].map((topic) => node.advertise(topic, "gz.msgs.Double"));
  echoes.only("/a");
  echoes.toggle("/b");
  a!.publish({ data: 1 });
  b!.publish({ data: 2 });
  b!.publish({ data: 3 });
  expect(echoes.list.current.map(({ last, meter }) => [last?.value, meter.count])).toEqual([
    [{ data: 1 }, 1],
    [{ data: 3 }, 2],
  ]);
  echoes.only("/b");
  expect(a!.hasSubscribers).toBe(false);
  expect(echoes.list.current[0]!.meter.count).toBe(2);
});

test("[PN6] paused, what is shown stays; hidden, nobody listens, and what was chosen is taken up again", () => {
  const { node, echoes } = nodes();
  const publisher = node.advertise("/a", "gz.msgs.Double");
  echoes.only("/a");
  publisher.publish({ data: 1 });
  echoes.isPaused.set(true);
  publisher.publish({ data: 2 });
  expect(echoes.list.current[0]!.last?.value).toEqual({ data: 1 });
  expect(echoes.list.current[0]!.meter.count).toBe(2);
  echoes.follow(undefined);
  expect(publisher.hasSubscribers).toBe(false);
  echoes.follow(node);
  expect(publisher.hasSubscribers).toBe(true);
});
