import { Bus } from "../bus.ts";
import { DEFAULT_TIMEOUT_MS } from "../calls.ts";
import type { Codec } from "../codec.ts";
import type { Link } from "./link.ts";
import { Node } from "../node.ts";
import { connectPeer } from "./peer.ts";
import { TransportError } from "../transport-error.ts";
import type { BusReport } from "../transport-error.ts";

export interface ClientOptions {
  /** The name of this client at the other side. */
  readonly name?: string;
  /** How long to wait for the other side's greeting. Default 5000. */
  readonly timeoutMs?: number;
  readonly nowMs?: () => number;
  readonly onError?: (report: BusReport) => void;
  /** Called when the link has ended, whichever side ended it. */
  readonly onClose?: (reason: string) => void;
}

/**
 * Creates a node with a bus of its own, connected to the bus behind the link. It knows that bus's topics and services
 * from the start; disposing of it closes the link.
 */
export function connectNode(link: Link, codec: Codec, options: ClientOptions = {}): Promise<Node> {
  const { name = "client", timeoutMs = DEFAULT_TIMEOUT_MS, nowMs, onError, onClose } = options;
  return new Promise((resolve, reject) => {
    const bus = new Bus({ codec, name, ...(nowMs && { nowMs }), ...(onError && { onError }) });
    // Set before connectPeer, in which a link that has waited for its listener may already call back.
    const timer = setTimeout(() => link.close(`no greeting within ${timeoutMs} ms`), timeoutMs);
    const peer = connectPeer(bus, link, {
      onReady: () => {
        clearTimeout(timer);
        resolve(new Node(bus, { owner: name, onDispose: () => peer.close("the client has left") }));
      },
      onClose: (reason) => {
        clearTimeout(timer);
        reject(new TransportError(`no connection: ${reason}`));
        onClose?.(reason);
      },
    });
  });
}
