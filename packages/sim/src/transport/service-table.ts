import { nearest } from "../base/nearest.ts";
import type { Neighbour } from "./neighbour.ts";
import { Service } from "./service.ts";
import type { LocalService, ServiceTypes } from "./service.ts";
import { RequestError, TransportError } from "./transport-error.ts";

export interface ServiceInfo extends ServiceTypes {
  readonly name: string;
  /** Who answers: the owner on this bus, or the name of the neighbour that requests go to. */
  readonly provider: string;
}

export interface ServiceTableOptions {
  readonly neighbours: ReadonlySet<Neighbour>;
  /** Whether a name that a neighbour has taken may be taken here too: what clients do must not stop a system from loading. */
  readonly localWins: boolean;
  readonly onChange: () => void;
  readonly onConflict: (service: string, text: string) => void;
}

/** The services of one bus. */
export class ServiceTable {
  readonly #services = new Map<string, Service>();
  readonly #options: ServiceTableOptions;

  constructor(options: ServiceTableOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#services.size;
  }

  get(name: string): Service | undefined {
    return this.#services.get(name);
  }

  /** Throws when somebody provides that name already. */
  offer(name: string, local: LocalService): Disposable {
    const service = this.#services.get(name) ?? new Service(name);
    if (service.local !== undefined) throw new TransportError(takenText(name, service.local.owner));
    const remote = service.remote;
    if (remote !== undefined && !this.#options.localWins) throw new TransportError(takenText(name, remote.name));
    service.local = local;
    this.#services.set(name, service);
    if (remote !== undefined) this.#refuse(service, remote);
    this.#update(service);
    return {
      [Symbol.dispose]: () => {
        if (service.local !== local) return;
        service.local = undefined;
        this.#update(service);
      },
    };
  }

  /** A neighbour announced the service, or withdrew it. */
  hear(neighbour: Neighbour, name: string, types: ServiceTypes | undefined): void {
    if (types === undefined) {
      const service = this.#services.get(name);
      if (service?.heard.delete(neighbour) === true) this.#update(service);
      return;
    }
    const service = this.#services.get(name) ?? new Service(name);
    this.#services.set(name, service);
    service.heard.set(neighbour, types);
    if (service.remote !== neighbour) this.#refuse(service, neighbour);
    this.#update(service);
  }

  joined(neighbour: Neighbour): void {
    for (const service of this.#services.values()) neighbour.syncService(service);
  }

  left(neighbour: Neighbour): void {
    for (const service of [...this.#services.values()]) if (service.heard.delete(neighbour)) this.#update(service);
  }

  missing(name: string): RequestError {
    const known = [...this.#services.keys()].toSorted();
    const like = nearest(name, known);
    const hint = like === undefined ? "" : `; did you mean "${like}"?`;
    return new RequestError("no-such-service", name, `nobody provides the service "${name}"${hint}`);
  }

  list(): ServiceInfo[] {
    return [...this.#services.values()]
      .map((service) => {
        const { requestType, responseType } = service.types ?? { requestType: "", responseType: "" };
        const provider = service.local?.owner ?? service.remote?.name ?? "";
        return { name: service.name, requestType, responseType, provider };
      })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  #refuse(service: Service, neighbour: Neighbour): void {
    const provider = service.local?.owner ?? service.remote?.name ?? "";
    const text = `${takenText(service.name, provider)}; that of "${neighbour.name}" stands by until it is withdrawn`;
    neighbour.conflict(service.name, text);
    this.#options.onConflict(service.name, text);
  }

  #update(service: Service): void {
    for (const neighbour of this.#options.neighbours) neighbour.syncService(service);
    if (service.isIdle) this.#services.delete(service.name);
    this.#options.onChange();
  }
}

function takenText(name: string, provider: string): string {
  return `the service "${name}" is provided by "${provider}" already`;
}
