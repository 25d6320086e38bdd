import type { Socket } from "node:net";
import type { Attacker } from "../attacker.ts";
import type { Ground } from "../ground.ts";

/** Opens sockets and says nothing. */
export const silentStranger: Attacker = {
  name: "opens sockets",
  role: "stranger",
  fates: ["cut off"],
  attack: (ground) => openMany(ground, () => undefined),
};

/** Requests upgrades that are refused, and keeps its half of the sockets open. */
export const refusedStranger: Attacker = {
  name: "is refused and stays",
  role: "stranger",
  fates: ["cut off"],
  attack: (ground) =>
    openMany(ground, (socket) => {
      socket.write(
        "GET /nope HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
      );
    }),
};

/** Sends many requests at once. */
export const pipeliner: Attacker = {
  name: "pipelines",
  role: "stranger",
  fates: ["cut off"],
  attack: (ground) =>
    openMany(ground, (socket) => {
      socket.write("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(200));
    }),
};

/** Takes all places available for one token. */
export const placeTaker: Attacker = {
  name: "takes all places",
  role: "viewer",
  fates: ["refused"],
  async attack(ground) {
    // From an address of its own: all connections from this machine come from the same address, and would share its
    // places.
    const options = { role: "viewer", token: PLACE_TAKERS_TOKEN, localAddress: "127.0.0.9" } as const;
    const take = async (): Promise<void> => {
      while (!ground.isOver) {
        const socket = await ground.webSocket(options);
        if (socket === undefined) await ground.rest(200);
      }
    };
    await Promise.all(Array.from({ length: 16 }, take));
  },
};

/** A token of its own, so that others still find places with theirs. */
export const PLACE_TAKERS_TOKEN = "for-place-takers";

async function openMany(ground: Ground, speak: (socket: Socket) => void): Promise<void> {
  const open = new Set<Socket>();
  while (!ground.isOver) {
    while (open.size < 150 && !ground.isOver) {
      const socket = await ground.socket();
      open.add(socket);
      // A socket that does not read never sees its end.
      socket.resume();
      socket.once("end", () => {
        if (!ground.isOver) ground.tally.note("cut off");
        // Its own half stays open for a while.
        void ground.rest(5000).then(() => socket.destroy());
      });
      socket.once("close", () => open.delete(socket));
      speak(socket);
      await ground.rest(5);
    }
    await ground.rest(200);
  }
}
