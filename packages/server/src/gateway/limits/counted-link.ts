import type { Link } from "@orrery/sim/host";
import type { Turn, Turns } from "./connection-turns.ts";

export interface LinkCounters {
  readonly onIn: (bytes: number) => void;
  readonly onOut: (bytes: number) => void;
}

export interface CountedLinkOptions extends LinkCounters {
  readonly turns: Turns;
  /** Called with the number of received bytes that wait for their turn. */
  readonly onWaiting: (bytes: number) => void;
  /** The namespaces of the worlds that the other side talks to, added as they become known. */
  readonly worlds?: ReadonlySet<string>;
}

/**
 * Wraps a link to count its bytes: received ones before they take effect, sent ones once they are sent. Received
 * packets take effect when it is their turn.
 */
export function countedLink(link: Link, options: CountedLinkOptions): Link {
  const { onIn, onOut, turns, onWaiting, worlds } = options;
  let listener: Link["onFrame"];
  let onClose: Link["onClose"];
  let turn: Turn | undefined;
  let closed: string | undefined;
  // Set even if nobody listens for the end of the link.
  link.onClose = (reason) => {
    closed = reason;
    turn?.end();
    onClose?.(reason);
  };
  return {
    send(packet, rest) {
      const length = packet.length + (rest?.length ?? 0);
      link.send(packet, rest);
      onOut(length);
    },
    get onFrame() {
      return listener;
    },
    set onFrame(next) {
      listener = next;
      const deliver = (packet: Uint8Array): void => {
        onIn(packet.length);
        next?.(packet);
      };
      turn = next && turns.open(deliver, onWaiting, worlds);
      link.onFrame = turn && ((packet) => turn?.receive(packet));
    },
    get onClose() {
      return onClose;
    },
    set onClose(next) {
      onClose = next;
      if (closed !== undefined) next?.(closed);
    },
    get buffered() {
      return link.buffered;
    },
    close: (reason) => link.close(reason),
  };
}
