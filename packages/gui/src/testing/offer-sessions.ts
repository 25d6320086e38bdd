import type { orrery } from "@orrery/msgs";
import { FIRST_SESSION_ENTITY, Node, SESSION_ENTITIES, type Bus } from "@orrery/sim/host";

/** Offers a gateway's services about people on a bus, trusting callers about who they are. For tests. */
export function offerSessions(bus: Bus): void {
  const node = new Node(bus, { owner: "gateway" });
  const ranges = new Map<string, number>();
  const told = new Map<string, orrery.Presence>();
  const people = node.advertise("/orrery/people", "orrery.msgs.People", { latched: true });
  node.service("/orrery/session", { request: "gz.msgs.Empty", response: "orrery.msgs.Session" }, (_, { caller }) => {
    const range = ranges.get(caller) ?? ranges.size;
    ranges.set(caller, range);
    const first_entity = FIRST_SESSION_ENTITY + range * SESSION_ENTITIES;
    return { id: caller, name: caller, first_entity, entities: SESSION_ENTITIES };
  });
  node.service(
    "/orrery/presence",
    { request: "orrery.msgs.Presence", response: "gz.msgs.Boolean" },
    (presence, { caller }) => {
      told.set(caller, presence);
      const all = [...told].map(([id, { world = "", selected = [] }]) => ({ id, name: id, world, selected }));
      people.publish({ people: all.map((person) => ({ ...person, connected: true })) });
      return { data: true };
    },
  );
}
