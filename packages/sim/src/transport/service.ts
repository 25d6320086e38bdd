import type { Message } from "./message.ts";
import type { Neighbour } from "./wire/neighbour.ts";
import type { SharedAnswer } from "./shared-answer.ts";

export interface ServiceTypes {
  readonly requestType: string;
  readonly responseType: string;
}

/** Answers a request with a value, at once or later. What it throws is the refusal that the caller reads. */
export type ServiceHandler<Request extends object = object, Response extends object = object> = (
  request: Request,
  message: Message<Request>,
) => Response | SharedAnswer | Promise<Response | SharedAnswer>;

/** A service offered on this very bus. */
export interface LocalService extends ServiceTypes {
  readonly owner: string;
  readonly handler: ServiceHandler;
}

/** All that one bus knows of one service. */
export class Service {
  readonly name: string;
  local: LocalService | undefined;
  /** In the order of their announcements. The host's first one is asked, or else the first; the others stand by until it leaves. */
  readonly heard = new Map<Neighbour, ServiceTypes>();
  /** Whether the name is reserved for the host, even while it does not offer it. */
  isReserved: boolean;

  constructor(name: string, isReserved: boolean) {
    this.name = name;
    this.isReserved = isReserved;
  }

  get isIdle(): boolean {
    return this.local === undefined && this.heard.size === 0;
  }

  /** The neighbour that requests go to; `undefined` when the service is here, or nowhere. */
  get remote(): Neighbour | undefined {
    if (this.local !== undefined) return undefined;
    let first: Neighbour | undefined;
    for (const neighbour of this.heard.keys()) {
      if (!neighbour.isClient) return neighbour;
      if (!this.isReserved) first ??= neighbour;
    }
    return first;
  }

  get types(): ServiceTypes | undefined {
    const remote = this.remote;
    return remote === undefined ? this.local : this.heard.get(remote);
  }

  /** Returns what to tell a neighbour; nothing when requests would go back to it. */
  announcementFor(neighbour: Neighbour): ServiceTypes | undefined {
    return this.remote === neighbour ? undefined : this.types;
  }
}
