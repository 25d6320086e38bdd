import { ANY_TYPE } from "@orrery/sim/front";
import type { WebSocket } from "ws";
import type { Attacker } from "../attacker.ts";
import { framePacket, hello } from "../packets.ts";

/** Subscribes to every message of every topic, and reads them all. */
export const greedySubscriber: Attacker = {
  name: "subscribes to everything",
  role: "viewer",
  fates: ["served"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "viewer" }, async (client) => {
      for (const { name } of client.node.topics())
        client.node.subscribe(name, ANY_TYPE, () => ground.tally.note("served"), { queue: 10_000 });
      while (client.goesOn) await ground.rest(1000);
    }),
};

/** Subscribes and unsubscribes, hundreds of times per second. */
export const fickleSubscriber: Attacker = {
  name: "subscribes and leaves",
  role: "viewer",
  fates: ["served"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "viewer" }, async (client) => {
      const topics = client.node.topics().map(({ name }) => name);
      while (client.goesOn) {
        const subscriptions = topics.map((topic) => client.node.subscribe(topic, ANY_TYPE, () => undefined));
        ground.tally.note("served");
        await ground.rest(20);
        if (client.goesOn) for (const one of subscriptions) one[Symbol.dispose]();
      }
    }),
};

/** Exceeds the limits of a session; it is cut off, and comes back. */
export const hoarder: Attacker = {
  name: "subscribes to too much",
  role: "viewer",
  fates: ["cut off"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "viewer" }, async (client) => {
      for (let i = 0; i < 1500; i++) client.node.subscribe(`/nothing/${i}`, ANY_TYPE, () => undefined);
      while (client.goesOn) await ground.rest(100);
    }),
};

/** Requests the whole state and subscribes to topics, on many connections, and reads nothing. */
export const deafReader: Attacker = {
  name: "does not read",
  role: "viewer",
  fates: ["served"],
  async attack(ground) {
    const { prefix } = ground.target;
    const sockets = new Set<WebSocket>();
    while (!ground.isOver) {
      while (sockets.size < 8 && !ground.isOver) {
        const socket = await ground.webSocket({ role: "viewer" });
        if (socket === undefined) break;
        sockets.add(socket);
        socket.on("close", () => {
          sockets.delete(socket);
          if (!ground.isOver) ground.tally.note("cut off");
        });
        socket.send(hello());
        socket.pause();
        const topics = ["/clock", `${prefix}/pose/info`, `${prefix}/state`];
        for (const [id, topic] of topics.entries())
          socket.send(framePacket({ kind: "subscribe", id, topic, queue: 10_000, maxRateHz: 0 }));
        const bytes = new Uint8Array();
        for (let id = 0; id < 100; id++)
          socket.send(framePacket({ kind: "request", id, service: `${prefix}/stream`, caller: "", bytes }));
        ground.tally.note("served");
      }
      await ground.rest(500);
    }
  },
};
