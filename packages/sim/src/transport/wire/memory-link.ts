import { joinedPacket, LinkBase, type Link } from "./link.ts";

/** Creates the two ends of a link within one thread. Packets arrive after the present task, never within `send`. */
export function memoryLinks(): [Link, Link] {
  const near = new MemoryLink();
  const far = new MemoryLink();
  near.other = far;
  far.other = near;
  return [near, far];
}

class MemoryLink extends LinkBase {
  other: MemoryLink | undefined;
  #buffered = 0;

  get buffered(): number {
    return this.#buffered;
  }

  send(start: Uint8Array<ArrayBuffer>, rest?: Uint8Array): void {
    if (this.isClosed) return;
    const packet = joinedPacket(start, rest);
    this.#buffered += packet.length;
    void Promise.resolve().then(() => {
      this.#buffered -= packet.length;
      if (this.other?.isClosed === false) this.other.take(packet);
    });
  }

  close(reason: string): void {
    if (this.isClosed) return;
    this.end(reason);
    // After everything sent before.
    void Promise.resolve().then(() => this.other?.end(reason));
  }
}
