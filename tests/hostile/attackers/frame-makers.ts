import { once } from "node:events";
import { Rng } from "@orrery/sim";
import type { WebSocket } from "ws";
import { seedFrom } from "../../../packages/sim/src/base/rng.ts";
import { fuzzedPacket, UNKNOWN_KIND } from "../../e2e/fuzzed-frames.ts";
import type { Attacker } from "../attacker.ts";
import type { Ground } from "../ground.ts";
import { hello } from "../packets.ts";

/** Sends frames with wrong bytes. */
export const corrupter: Attacker = {
  name: "sends corrupt frames",
  role: "viewer",
  fates: ["cut off"],
  async attack(ground) {
    const rng = new Rng(seedFrom(7, "hostile"));
    while (!ground.isOver) {
      await sendUntilClosed(ground, "viewer", (socket) => {
        for (let i = 0; i < 20; i++) socket.send(fuzzedPacket(rng));
        socket.send(UNKNOWN_KIND);
      });
      await ground.rest(20);
    }
  },
};

/** Sends a frame larger than viewers may send. */
export const giant: Attacker = {
  name: "sends huge frames",
  role: "viewer",
  fates: ["cut off"],
  async attack(ground) {
    const frame = new Uint8Array(2 * 1024 * 1024 + 1);
    while (!ground.isOver) {
      await sendUntilClosed(ground, "viewer", (socket) => socket.send(frame));
      await ground.rest(200);
    }
  },
};

/** Sends most of a large message on many connections, and never the rest. */
export const halfSender: Attacker = {
  name: "sends halves of messages",
  role: "operator",
  fates: ["served"],
  async attack(ground) {
    const half = Buffer.alloc(2 * 1024 * 1024);
    const open = new Set<WebSocket>();
    while (!ground.isOver) {
      while (open.size < 20 && !ground.isOver) {
        const socket = await ground.webSocket({ role: "operator" });
        if (socket === undefined) break;
        open.add(socket);
        socket.on("close", () => {
          open.delete(socket);
          if (!ground.isOver) ground.tally.note("cut off");
        });
        socket.send(hello());
        socket.send(half, { fin: false });
        ground.tally.note("served");
      }
      await ground.rest(500);
    }
  },
};

async function sendUntilClosed(
  ground: Ground,
  role: "viewer" | "operator",
  send: (socket: WebSocket) => void,
): Promise<void> {
  const socket = await ground.webSocket({ role });
  if (socket === undefined) return;
  const closed = once(socket, "close");
  socket.send(hello());
  send(socket);
  const [, reason] = (await closed) as [number, Buffer];
  if (!ground.isOver) ground.tally.note("cut off", reason.toString());
}
