import type { Role } from "./caller.ts";
import type { Message } from "./message.ts";
import type { Neighbour } from "./wire/neighbour.ts";
import type { SharedAnswer } from "./shared-answer.ts";

/** What a service takes and gives, by names of message types, and whom it answers. */
export interface ServiceType<Request extends string = string, Response extends string = string> {
  readonly request: Request;
  readonly response: Response;
  /** The least role that may ask. Default `operator`: a service of which nobody has said otherwise may change the world. */
  readonly needs?: Role;
  /**
   * Whether requests are inputs of the world, which its history and logs keep and replays repeat. Default true: they
   * may change the world. False for a service that only answers, or changes only what is no part of the world.
   */
  readonly isInput?: boolean;
}

/** What buses tell each other of a service. Only the bus that offers it has to know whether requests are inputs. */
export type ServiceTraits = Required<Omit<ServiceType, "isInput">>;

/** Answers a request with a value, at once or later. What it throws is the refusal that the caller reads. */
export type ServiceHandler<Request extends object = object, Response extends object = object> = (
  request: Request,
  message: Message<Request>,
) => Response | SharedAnswer | Promise<Response | SharedAnswer>;

/** A service offered on this very bus. */
export interface LocalService extends ServiceTraits {
  readonly owner: string;
  readonly isInput: boolean;
  readonly answer: (message: Message) => object | Promise<object>;
}

/** The role that a service needs that says nothing of it. */
export const DEFAULT_NEED: Role = "operator";

export function traitsOf({ request, response, needs = DEFAULT_NEED }: ServiceType): ServiceTraits {
  return { request, response, needs };
}

/** Returns whether a neighbour that knows the one has nothing to learn from the other. */
export function isSameService(a: ServiceTraits | undefined, b: ServiceTraits | undefined): boolean {
  return a?.request === b?.request && a?.response === b?.response && a?.needs === b?.needs;
}

/** All that one bus knows of one service. */
export class Service {
  readonly name: string;
  local: LocalService | undefined;
  /** In the order of their announcements. The host's first one is asked, or else the first; the others stand by until it leaves. */
  readonly heard = new Map<Neighbour, ServiceTraits>();
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

  get traits(): ServiceTraits | undefined {
    const remote = this.remote;
    return remote === undefined ? this.local : this.heard.get(remote);
  }

  /** Returns what to tell a neighbour; nothing when requests would go back to it. */
  announcementFor(neighbour: Neighbour): ServiceTraits | undefined {
    return this.remote === neighbour ? undefined : this.traits;
  }
}
