import { request } from "node:http";
import { messages } from "@orrery/msgs";
import { Bus, connectPeer, memoryLinks, Node } from "@orrery/sim/front";
import type { Server } from "../server.ts";
import type { WorldThread } from "../world/world-thread.ts";

export interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends a request unchanged: `fetch` would normalise the path and choose the Host itself. */
export function get(
  server: Server,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, path, headers, method }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    asking.on("error", reject).end();
  });
}

/** Makes a world that only answers: what a server needs of its thread is the link, a name and nothing to show. */
export function smallWorld(name = "w"): {
  readonly thread: WorldThread;
  readonly node: Node;
  readonly hasEnded: () => boolean;
} {
  let hasEnded = false;
  const bus = new Bus({ codec: messages, name: "world" });
  const [near, far] = memoryLinks();
  connectPeer(bus, far);
  return {
    thread: {
      link: near,
      loaded: { name, engine: "none" },
      want: () => undefined,
      linkLost: () => undefined,
      isPaused: false,
      [Symbol.asyncDispose]: () => {
        hasEnded = true;
        return Promise.resolve();
      },
    } as unknown as WorldThread,
    node: new Node(bus, { owner: "world" }),
    hasEnded: () => hasEnded,
  };
}
