import { messages, type orrery } from "@orrery/msgs";
import { type Entity } from "@orrery/sim";
import { Bus, Node } from "@orrery/sim/host";
import { expect, test, vi } from "vitest";
import { Presence } from "./presence.ts";
import { Value } from "./value.ts";

test("[PN9] oneself is told when a server that asks for it is there, and all are heard of", async () => {
  const bus = new Bus({ codec: messages });
  const server = new Node(bus, { owner: "server" });
  const told: orrery.Presence[] = [];
  server.service("/orrery/session", { request: "gz.msgs.Empty", response: "orrery.msgs.Session" }, () => ({
    id: "me",
    role: "admin",
  }));
  const people = server.advertise("/orrery/people", "orrery.msgs.People", { latched: true });
  people.publish({ people: [{ id: "me", name: "Ada", connected: true }] });
  const link = new Value<Node | undefined>(undefined);
  using presence = new Presence(link);
  presence.looksFrom("", { x: 1, y: 2, z: 3, qx: 0, qy: 0, qz: 0, qw: 1 });
  presence.selects("", [7 as Entity]);
  presence.rename("Ada");
  link.set(new Node(bus, { owner: "page" }));
  expect(presence.session.current).toBeUndefined();
  server.service("/orrery/presence", { request: "orrery.msgs.Presence", response: "gz.msgs.Boolean" }, (heard) => {
    told.push(heard);
    return { data: true };
  });
  await vi.waitFor(() =>
    expect(told.at(-1)).toMatchObject({ selected: [7], name: "Ada", camera: { position: { x: 1 } } }),
  );
  await vi.waitFor(() => expect(presence.people.current).toMatchObject([{ name: "Ada", isSelf: true }]));
  const camera = { position: { z: 2 }, orientation: { w: 1 } };
  people.publish({ people: [{ id: "you", world: "/lab", colour: 9, selected: [3], camera }] });
  expect(presence.people.current).toEqual([
    {
      id: "you",
      name: "",
      colour: 1,
      role: "",
      world: "/lab",
      camera: { x: 0, y: 0, z: 2, qx: 0, qy: 0, qz: 0, qw: 1 },
      selected: [3],
      isConnected: false,
      isSelf: false,
    },
  ]);
  presence.selects(
    "",
    Array.from({ length: 3000 }, (_, i) => (i + 1) as Entity),
  );
  // Only the last of thousands of selected entities are sent.
  await vi.waitFor(() =>
    expect(told.at(-1)!.selected?.map(Number)).toEqual(Array.from({ length: 100 }, (_, i) => 2901 + i)),
  );
  link.set(undefined);
  expect(presence.people.current).toEqual([]);
});
