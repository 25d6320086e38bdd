import { joinedPacket, LinkBase, type Link } from "@orrery/sim";

/** Opens a WebSocket of this page's browser. Rejects when nobody answers in time. */
export function openWs(url: string, { timeoutMs = 5000 }: { timeoutMs?: number } = {}): Promise<Link> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    // Before the first packet: a Blob could only be read later, and packets would change places.
    socket.binaryType = "arraybuffer";
    const link = new WsLink(socket);
    // A browser does not tell pages why; `timer` ends what hangs, and then close comes too.
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

class WsLink extends LinkBase {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    super();
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (this.isClosed) return;
      if (data instanceof ArrayBuffer) this.take(new Uint8Array(data));
      else this.close("text came where only bytes are spoken");
    });
    socket.addEventListener("close", ({ reason }) => this.end(reason || "The server is gone"));
  }

  get buffered(): number {
    return this.#socket.bufferedAmount;
  }

  send(packet: Uint8Array<ArrayBuffer>, rest?: Uint8Array): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(joinedPacket(packet, rest));
  }

  close(reason: string): void {
    if (this.isClosed) return;
    this.end(reason);
    // Without a reason: one longer than 123 bytes would throw.
    this.#socket.close();
  }
}
