import { MessageChannel, receiveMessageOnPort, type MessagePort } from "node:worker_threads";
import { messages } from "@orrery/msgs";
import { Bus, type BusOptions } from "../bus.ts";
import { Node } from "../node.ts";
import { connectPeer, type Peer, type PeerOptions } from "./peer.ts";
import { PortLink } from "./port-link.ts";
import type { SubscriptionOptions } from "../subscription.ts";
import type { BusReport } from "../transport-error.ts";

export const STRING = "gz.msgs.StringMsg";
export const INT = "gz.msgs.Int32";

export interface Text {
  readonly data?: string;
}

/**
 * Buses connected by real MessageChannels that carry nothing until the test says so: a test can choose any order of
 * events.
 */
export class Wire implements Disposable {
  readonly reports: BusReport[] = [];
  #ends: { readonly port: MessagePort; readonly link: PortLink }[] = [];
  readonly #stopped = new Set<PortLink>();

  bus(name: string, options: Partial<BusOptions> = {}): Bus {
    return new Bus({ codec: messages, name, onError: (report) => this.reports.push(report), ...options });
  }

  node(bus: Bus, owner = bus.name): Node {
    return new Node(bus, { owner });
  }

  join(
    a: Bus,
    b: Bus,
    options: PeerOptions = {},
  ): { readonly a: Peer; readonly b: Peer; readonly links: [PortLink, PortLink] } {
    const [atA, atB] = this.links();
    const joined = {
      a: connectPeer(a, atA, options),
      b: connectPeer(b, atB, options),
      links: [atA, atB] as [PortLink, PortLink],
    };
    this.pump();
    return joined;
  }

  links(): [PortLink, PortLink] {
    const { port1, port2 } = new MessageChannel();
    const ends = [port1, port2].map((port) => ({ port, link: new PortLink(port) }));
    this.#ends.push(...ends);
    return [ends[0]!.link, ends[1]!.link];
  }

  /** Forgets links that have ended, for tests that create thousands. */
  drop(...links: readonly PortLink[]): void {
    for (const { port } of this.#ends.filter(({ link }) => links.includes(link))) port.close();
    this.#ends = this.#ends.filter(({ link }) => !links.includes(link));
  }

  /** Leaves packets for the link in its port, as a busy thread would. */
  stop(link: PortLink): void {
    this.#stopped.add(link);
  }

  resume(link: PortLink): void {
    this.#stopped.delete(link);
    this.pump();
  }

  /** Carries everything to its destination, including answers. */
  pump(): void {
    let moved = true;
    for (let rounds = 0; moved; rounds++) {
      if (rounds > 10_000) throw new Error("the buses never come to rest");
      moved = false;
      for (const { port, link } of this.#ends) {
        if (this.#stopped.has(link)) continue;
        const got = receiveMessageOnPort(port);
        if (got === undefined) continue;
        link.receive(got.message);
        moved = true;
      }
    }
  }

  [Symbol.dispose](): void {
    for (const { port } of this.#ends) port.close();
  }
}

/** Collects the texts of all messages on a topic. */
export function textsOf(node: Node, topic: string, options: SubscriptionOptions = {}) {
  const texts: (string | undefined)[] = [];
  const subscription = node.subscribe(topic, STRING, ({ value }) => texts.push(value.data), options);
  return { texts, subscription };
}

export function dataOf(result: object): string {
  return "data" in result ? String(result.data) : "";
}
