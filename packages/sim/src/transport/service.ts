import type { Role } from "./caller.ts";
import type { Message } from "./message.ts";
import type { Neighbour } from "./wire/neighbour.ts";
import type { SharedAnswer } from "./shared-answer.ts";

/** The message types of a service's request and answer, and who may use it. */
export interface ServiceType<Request extends string = string, Response extends string = string> {
  readonly request: Request;
  readonly response: Response;
  /** The lowest role that may use it. Default `operator`, because an undeclared service may change the world. */
  readonly needs?: Role;
  /**
   * Whether requests are inputs of the world, which its history and logs keep and replays repeat. Default true, because
   * they may change the world. False for a service that only answers, or changes only things outside the world.
   */
  readonly isInput?: boolean;
}

/**
 * What buses tell each other about a service. Only the bus that offers it needs to know whether requests are inputs.
 */
export type ServiceTraits = Required<Omit<ServiceType, "isInput">>;

/** Answers a request with a value, at once or later. An error that it throws is the refusal that the caller reads. */
export type ServiceHandler<Request extends object = object, Response extends object = object> = (
  request: Request,
  message: Message<Request>,
) => Response | SharedAnswer | Promise<Response | SharedAnswer>;

/** A service offered on this bus itself. */
export interface LocalService extends ServiceTraits {
  readonly owner: string;
  readonly isInput: boolean;
  readonly answer: (message: Message) => object | Promise<object>;
}

/** The role needed for a service that declares none. */
export const DEFAULT_NEED: Role = "operator";

export function traitsOf({ request, response, needs = DEFAULT_NEED }: ServiceType): ServiceTraits {
  return { request, response, needs };
}

/** Returns whether two announcements of a service are equal, so that a neighbour need not be updated. */
export function isSameService(a: ServiceTraits | undefined, b: ServiceTraits | undefined): boolean {
  return a?.request === b?.request && a?.response === b?.response && a?.needs === b?.needs;
}

/** Everything that one bus knows about one service. */
export class Service {
  readonly name: string;
  local: LocalService | undefined;
  /**
   * In order of announcement. Requests go to the host's first one, or else to the first; the others stand by until it
   * leaves.
   */
  readonly announcements = new Map<Neighbour, ServiceTraits>();
  /** Whether the name is reserved for the host, even while it is not offered. */
  isReserved: boolean;

  constructor(name: string, isReserved: boolean) {
    this.name = name;
    this.isReserved = isReserved;
  }

  get isIdle(): boolean {
    return this.local === undefined && this.announcements.size === 0;
  }

  /** The neighbour that requests go to; `undefined` if the service is here, or nowhere. */
  get remote(): Neighbour | undefined {
    if (this.local !== undefined) return undefined;
    let first: Neighbour | undefined;
    for (const neighbour of this.announcements.keys()) {
      if (!neighbour.isClient) return neighbour;
      if (!this.isReserved) first ??= neighbour;
    }
    return first;
  }

  get traits(): ServiceTraits | undefined {
    const remote = this.remote;
    return remote === undefined ? this.local : this.announcements.get(remote);
  }

  /** Returns what to announce to a neighbour; undefined if requests would go back to that neighbour. */
  announcementFor(neighbour: Neighbour): ServiceTraits | undefined {
    return this.remote === neighbour ? undefined : this.traits;
  }
}
