import { SocketLink, type Link } from "@orrery/sim/host";

/** Opens a WebSocket in this page's browser. Rejects if nobody answers in time. */
export function openWs(url: string, { timeoutMs = 5000 }: { timeoutMs?: number } = {}): Promise<Link> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    // Set before the first packet: a Blob can be read only asynchronously, which would put packets out of order.
    socket.binaryType = "arraybuffer";
    const link = new SocketLink(socket);
    socket.addEventListener("message", ({ data }) =>
      link.received(data instanceof ArrayBuffer ? new Uint8Array(data) : undefined),
    );
    socket.addEventListener("close", ({ reason }) => link.ended(reason || "The server is gone"));
    // Browsers do not tell pages the reason. If the attempt hangs, `timer` closes it, which fires `close` as well.
    const timer = setTimeout(() => socket.close(), timeoutMs);
    socket.addEventListener("open", () => {
      clearTimeout(timer);
      resolve(link);
    });
    socket.addEventListener("close", () => {
      clearTimeout(timer);
      reject(new Error("The server does not answer"));
    });
  });
}
