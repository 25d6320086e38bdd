import type { Link } from "@orrery/sim";

export interface LinkCounters {
  readonly onIn: (bytes: number) => void;
  readonly onOut: (bytes: number) => void;
}

/** A link that tells how much goes over it: of what comes before it takes effect, of what goes when it has been sent. */
export function countedLink(link: Link, { onIn, onOut }: LinkCounters): Link {
  let listener: Link["onFrame"];
  return {
    send(packet) {
      const { length } = packet;
      link.send(packet);
      onOut(length);
    },
    get onFrame() {
      return listener;
    },
    set onFrame(next) {
      listener = next;
      link.onFrame =
        next &&
        ((packet) => {
          onIn(packet.length);
          next(packet);
        });
    },
    get onClose() {
      return link.onClose;
    },
    set onClose(next) {
      link.onClose = next;
    },
    get buffered() {
      return link.buffered;
    },
    close: (reason) => link.close(reason),
  };
}
