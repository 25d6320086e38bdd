import { nearest } from "@orrery/msgs/nearest";
import { HostNames, isBelow, type Namespaces } from "./namespaces.ts";
import type { Neighbour } from "./wire/neighbour.ts";
import { Service, traitsOf } from "./service.ts";
import type { LocalService, ServiceTraits } from "./service.ts";
import { RequestError, TransportError } from "./transport-error.ts";

export interface ServiceInfo extends ServiceTraits {
  readonly name: string;
  /** Who answers: the owner on this bus, or the name of the neighbour that requests go to. */
  readonly provider: string;
}

export interface ServiceTableOptions {
  readonly neighbours: ReadonlySet<Neighbour>;
  readonly namespaces: Namespaces;
  /** Whether a name taken by a neighbour may also be taken here, so that clients cannot stop a system from loading. */
  readonly localWins: boolean;
  readonly onChange: () => void;
  readonly onConflict: (service: string, text: string) => void;
}

/** The services of one bus. */
export class ServiceTable {
  readonly #services = new Map<string, Service>();
  readonly #hostNames: HostNames;
  readonly #options: ServiceTableOptions;

  constructor(options: ServiceTableOptions) {
    this.#options = options;
    this.#hostNames = new HostNames(options.namespaces);
  }

  get size(): number {
    return this.#services.size;
  }

  get(name: string): Service | undefined {
    return this.#services.get(name);
  }

  /** Adds a service of this bus. Throws if the name is already provided. */
  offer(name: string, local: LocalService): Disposable {
    const service = this.#services.get(name) ?? this.#create(name);
    if (service.local !== undefined) throw new TransportError(takenText(name, service.local.owner));
    const remote = service.remote;
    // The host's own services have precedence over those of clients.
    if (remote !== undefined && !remote.isClient && !this.#options.localWins)
      throw new TransportError(takenText(name, remote.name));
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

  /** Returns why a neighbour may not offer a service; `undefined` if it may. */
  refusal({ isClient }: Neighbour, name: string): string | undefined {
    if (!isClient || !this.#hostNames.has(name)) return undefined;
    return `to offer the service "${name}" is for the server and its world alone`;
  }

  /** Records that a neighbour announced the service, or withdrew it. */
  announced(neighbour: Neighbour, name: string, traits: ServiceTraits | undefined): void {
    if (traits === undefined) {
      const service = this.#services.get(name);
      if (service?.announcements.delete(neighbour) === true) this.#update(service);
      return;
    }
    const service = this.#services.get(name) ?? this.#create(name);
    this.#services.set(name, service);
    service.announcements.set(neighbour, traits);
    if (service.remote !== neighbour) this.#refuse(service, neighbour);
    this.#update(service);
  }

  joined(neighbour: Neighbour): void {
    for (const service of this.#services.values()) neighbour.syncService(service);
  }

  left(neighbour: Neighbour): void {
    if (!neighbour.isClient) this.#reserveNamesOf(neighbour);
    for (const service of [...this.#services.values()])
      if (service.announcements.delete(neighbour)) this.#update(service);
  }

  /** Returns a service in a namespace that the host already offers, here or in another thread. */
  usedIn(namespace: string): string | undefined {
    const services = [...this.#services.values()].filter(({ name }) => isBelow(namespace, name));
    return services.find(({ local, remote }) => local !== undefined || remote?.isClient === false)?.name;
  }

  /** Must be called after a namespace was added or removed, because its names then have a different owner. */
  reassign(namespace: string): void {
    this.#hostNames.forget(namespace);
    for (const service of [...this.#services.values()]) {
      if (!isBelow(namespace, service.name)) continue;
      service.isReserved = this.#hostNames.has(service.name);
      this.#update(service);
    }
  }

  missing(name: string): RequestError {
    const known = [...this.#services.keys()].toSorted();
    const like = nearest(name, known);
    const hint = like === undefined ? "" : `; did you mean "${like}"?`;
    return new RequestError("no-such-service", name, `nobody provides the service "${name}"${hint}`);
  }

  list(): ServiceInfo[] {
    return [...this.#services.values()]
      .flatMap((service) => {
        const { name, local, remote, traits } = service;
        if (traits === undefined) return [];
        return [{ name, ...traitsOf(traits), provider: local?.owner ?? remote?.name ?? "" }];
      })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  #refuse(service: Service, neighbour: Neighbour): void {
    const provider = service.local?.owner ?? service.remote?.name ?? "";
    const text = `${takenText(service.name, provider)}; that of "${neighbour.name}" stands by until it is withdrawn`;
    neighbour.conflict(service.name, text);
    this.#options.onConflict(service.name, text);
  }

  #create(name: string): Service {
    return new Service(name, this.#hostNames.has(name));
  }

  #reserveNamesOf(host: Neighbour): void {
    const offered = [...this.#services.values()].filter((service) => service.announcements.has(host));
    for (const service of offered) service.isReserved = true;
    this.#hostNames.keep(
      host.namespace,
      offered.map(({ name }) => name),
    );
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
