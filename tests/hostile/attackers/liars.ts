import type { Attacker } from "../attacker.ts";
import { framePacket, hello } from "../packets.ts";

/** Requests what only an admin may do, in an admin's name, and the impossible. */
export const liar: Attacker = {
  name: "lies",
  role: "operator",
  fates: ["refused"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "operator" }, async (client) => {
      const { prefix } = ground.target;
      while (client.goesOn) {
        await client.ask(`${prefix}/history/settings`, { enabled: false, author_name: "The Admin" });
        await client.ask(`${prefix}/entity/system/add`, { plugins: [{ name: "x", filename: "x" }] });
        await client.ask("/orrery/server/share_token", { data: "admin" });
        const pose = { name: "vehicle", position: { x: 1e308 } };
        await client.ask(`${prefix}/command`, { author: "admin", author_name: "The Admin", edits: [{ pose }] });
      }
    }),
};

/** Publishes under the world's names, in frames that no honest client would send. */
export const impostor: Attacker = {
  name: "speaks for the world",
  role: "operator",
  fates: ["served"],
  async attack(ground) {
    const { prefix } = ground.target;
    while (!ground.isOver) {
      const socket = await ground.webSocket({ role: "operator" });
      if (socket !== undefined) {
        const topics = ["/clock", `${prefix}/history`, `${prefix}/stats`, `${prefix}/history/jump`];
        socket.send(hello());
        socket.send(framePacket({ kind: "service", service: `${prefix}/pose/info`, ...EMPTY_SERVICE }));
        for (const [id, topic] of topics.entries()) {
          socket.send(framePacket({ kind: "topic", topic, messageType: "gz.msgs.Empty", ...PUBLISHED }));
          socket.send(
            framePacket({ kind: "publish", id, latched: true, gap: 0, caller: "", bytes: new Uint8Array(8) }),
          );
        }
        ground.tally.note("served");
        await ground.rest(500);
        socket.close();
      }
      await ground.rest(100);
    }
  },
};

const EMPTY_SERVICE = { request: "gz.msgs.Empty", response: "gz.msgs.Empty", needs: "viewer" } as const;
const PUBLISHED = { published: true, subscribed: false, latched: true };

/** A viewer that acts as if it had a higher role. */
export const pretender: Attacker = {
  name: "pretends",
  role: "viewer",
  fates: ["refused"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "viewer" }, async (client) => {
      const { prefix } = ground.target;
      while (client.goesOn) {
        await client.ask(`${prefix}/control`, { pause: true });
        await client.ask(`${prefix}/remove`, { name: "vehicle", type: 2 });
        await client.ask("/orrery/server/share_token", { data: "admin" });
        await ground.rest(5);
      }
    }),
};
