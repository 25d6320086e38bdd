import type { Bus } from "./bus.ts";
import { DEFAULT_TIMEOUT_MS } from "./calls.ts";
import type { Answer } from "./wire/neighbour.ts";
import type { CallOptions } from "./calls.ts";
import type { Message } from "./message.ts";
import { absoluteName } from "./names.ts";
import type { Publisher, PublisherOptions } from "./publisher.ts";
import type { ServiceHandler } from "./service.ts";
import type { ServiceInfo } from "./service-table.ts";
import type { MessageHandler, Subscription, SubscriptionOptions } from "./subscription.ts";
import type { TopicInfo } from "./topic-table.ts";
import { RequestError, TransportError } from "./transport-error.ts";

export interface NodeOptions {
  /** Who is to blame: named in reports. */
  readonly owner: string;
  /** Names without a leading slash are taken to be in it. */
  readonly namespace?: string;
  /** Called when the node is disposed of, last. */
  readonly onDispose?: () => void;
}

/** Whoever advertised, subscribed or offered something: told when it is disposed of on its own, so that it can forget it. */
export interface Holder {
  readonly owner: string;
  forget(held: Disposable): void;
}

/** What a service said, for those who cannot wait for a promise. */
export type CallResult<T extends object = object> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: RequestError };

/** A system's or client's access to a bus. Disposing of it takes back everything it advertised, subscribed and offered. */
export class Node implements Holder, Disposable {
  readonly owner: string;
  readonly bus: Bus;
  readonly #namespace: string;
  readonly #onDispose: (() => void) | undefined;
  readonly #held = new Set<Disposable>();
  #disposed = false;

  constructor(bus: Bus, options: NodeOptions) {
    this.bus = bus;
    this.owner = options.owner;
    this.#namespace = options.namespace ?? "";
    this.#onDispose = options.onDispose;
  }

  /** Whether it can still be used: it has not been disposed of. */
  get isOpen(): boolean {
    return !this.#disposed;
  }

  advertise<T extends object = object>(topic: string, type: string, options: PublisherOptions = {}): Publisher<T> {
    this.#checkAlive();
    return this.#hold(this.bus.advertise<T>(this.#name("topic", topic), type, this, options));
  }

  subscribe<T extends object = object>(
    topic: string,
    handler: MessageHandler<T>,
    options: SubscriptionOptions = {},
  ): Subscription {
    this.#checkAlive();
    const take = handler as unknown as MessageHandler;
    return this.#hold(this.bus.subscribe(this.#name("topic", topic), take, this, options));
  }

  /** Offers a service. Throws when the name is taken. The handler may answer later; what it throws is the refusal. */
  service<Request extends object = object, Response extends object = object>(
    name: string,
    requestType: string,
    responseType: string,
    handler: ServiceHandler<Request, Response>,
  ): Disposable {
    this.#checkAlive();
    const local = { owner: this.owner, requestType, responseType, handler: handler as unknown as ServiceHandler };
    return this.#hold(this.bus.offer(this.#name("service", name), local, this));
  }

  /** Calls a service. Rejects with a RequestError that says why there is no answer. */
  request<T extends object = object>(service: string, value: object, options: CallOptions = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      this.call<T>(service, value, (result) => (result.ok ? resolve(result.value) : reject(result.error)), options);
    });
  }

  /** Does the same as `request`, for systems: a promise would resolve between steps, this calls back within a flush or a delivery. */
  call<T extends object = object>(
    service: string,
    value: object,
    onResult: (result: CallResult<T>) => void,
    options: CallOptions = {},
  ): void {
    this.#checkAlive();
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const name = this.#name("service", service);
    this.bus.requests.call(
      {
        service: name,
        owner: this,
        timeoutMs,
        onAnswer: (answer) => onResult(answer.ok ? decoded<T>(name, answer.payload) : answer),
      },
      value,
    );
  }

  /**
   * Calls a service of another bus for work outside of every step (`SystemContext.later`): the answer is no input, but what the work
   * makes of it is.
   */
  ask<T extends object = object>(service: string, value: object, options: CallOptions = {}): Promise<T> {
    this.#checkAlive();
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const name = this.#name("service", service);
    return new Promise((resolve, reject) => {
      const onAnswer = (answer: Answer): void => {
        const result = answer.ok ? decoded<T>(name, answer.payload) : answer;
        if (result.ok) resolve(result.value);
        else reject(result.error);
      };
      this.bus.requests.call({ service: name, owner: this, timeoutMs, onAnswer, isOutside: true }, value);
    });
  }

  /** Lists the topics of this bus and of all behind its neighbours, by name. */
  topics(): TopicInfo[] {
    return this.bus.topicTable.list();
  }

  services(): ServiceInfo[] {
    return this.bus.serviceTable.list();
  }

  /** Waits until a statement about topics and services holds, such as `() => publisher.hasSubscribers`. */
  until(condition: () => boolean, { timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions = {}): Promise<void> {
    this.#checkAlive();
    return new Promise((resolve, reject) => {
      const end = (error?: unknown) => {
        clearTimeout(timer);
        watching[Symbol.dispose]();
        this.#held.delete(held);
        if (error === undefined) resolve();
        else reject(error);
      };
      const check = () => {
        try {
          if (condition()) end();
        } catch (error) {
          end(error);
        }
      };
      const fail = (text: string) => end(new TransportError(`"${this.owner}" ${text}`));
      const watching = this.bus.changes.on(check);
      const held: Disposable = { [Symbol.dispose]: () => fail("was disposed of while it waited") };
      const timer = setTimeout(() => fail(`waited ${timeoutMs} ms in vain`), timeoutMs);
      this.#held.add(held);
      check();
    });
  }

  forget(held: Disposable): void {
    this.#held.delete(held);
  }

  [Symbol.dispose](): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.bus.batch(() => {
      for (const held of [...this.#held]) held[Symbol.dispose]();
      this.#held.clear();
      this.bus.requests.abandon(this);
    });
    this.#onDispose?.();
  }

  #name(kind: "topic" | "service", name: string): string {
    return absoluteName(kind, name, this.#namespace);
  }

  #hold<D extends Disposable>(disposable: D): D {
    this.#held.add(disposable);
    return disposable;
  }

  #checkAlive(): void {
    if (this.#disposed) throw new TransportError(`node "${this.owner}" was disposed of`);
  }
}

function decoded<T extends object>(service: string, payload: Message): CallResult<T> {
  try {
    return { ok: true, value: payload.value as T };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ok: false, error: new RequestError("refused", service, text) };
  }
}
