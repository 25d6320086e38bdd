import type { MessageOf } from "@orrery/msgs";
import type { Bus } from "./bus.ts";
import { DEFAULT_TIMEOUT_MS } from "./calls.ts";
import type { Answer } from "./wire/neighbour.ts";
import type { CallOptions, RequestOf } from "./calls.ts";
import { ANY_TYPE, type Message } from "./message.ts";
import { absoluteName } from "./names.ts";
import type { Publisher, PublisherOptions } from "./publisher.ts";
import { traitsOf, type LocalService, type ServiceHandler, type ServiceType } from "./service.ts";
import type { ServiceInfo } from "./service-table.ts";
import type { MessageHandler, Subscription, SubscriptionOptions } from "./subscription.ts";
import type { TopicInfo } from "./topic-table.ts";
import { textOf } from "../base/error-text.ts";
import { RequestError, TransportError } from "./transport-error.ts";

export interface NodeOptions {
  /** The owner to name in reports. */
  readonly owner: string;
  /** The namespace of names without a leading slash. */
  readonly namespace?: string;
  /** Called last when the node is disposed of. */
  readonly onDispose?: () => void;
}

/**
 * Something that has publishers, subscriptions or services; it is informed when one of them is disposed of separately,
 * so that it can forget it.
 */
export interface Holder {
  readonly owner: string;
  forget(held: Disposable): void;
}

/** The answer of a service, for callers that cannot wait for a promise. */
export type CallResult<T extends object = object> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: RequestError };

/**
 * A system's or client's access to a bus. Disposing of it withdraws everything that it advertised, subscribed to and
 * offered.
 */
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

  /** Whether it can still be used, that is, has not been disposed of. */
  get isOpen(): boolean {
    return !this.#disposed;
  }

  /** Returns a publisher for messages of a type, given by its name. Throws if the topic has a different type. */
  advertise<Type extends string>(
    topic: string,
    type: Type,
    options: PublisherOptions = {},
  ): Publisher<MessageOf<Type>> {
    this.#checkAlive();
    return this.#own(this.bus.localTopics.advertise(this.#name("topic", topic), type, this, options));
  }

  /** Subscribes to messages of a type, given by its name, or of ANY_TYPE. Throws if the topic has a different type. */
  subscribe<Type extends string>(
    topic: string,
    type: Type,
    handler: MessageHandler<MessageOf<Type>>,
    options: SubscriptionOptions = {},
  ): Subscription {
    this.#checkAlive();
    return this.#own(this.bus.localTopics.subscribe(this.#name("topic", topic), type, handler, this, options));
  }

  /**
   * Offers a service. Throws if the name is taken. The handler may answer later; an error that it throws is the
   * refusal.
   */
  service<Request extends string, Response extends string>(
    name: string,
    type: ServiceType<Request, Response>,
    handler: ServiceHandler<MessageOf<Request>, MessageOf<Response>>,
  ): Disposable {
    this.#checkAlive();
    const answer: LocalService["answer"] = (message) => {
      if (message.isOf(type.request)) return handler(message.value, message);
      throw new TransportError(`the request is a ${message.type}, not a ${type.request}`);
    };
    const local = { owner: this.owner, ...traitsOf(type), isInput: type.isInput ?? true, answer };
    return this.#own(this.bus.offer(this.#name("service", name), local, this));
  }

  /** Calls a service. Rejects with a RequestError that says why there is no answer. */
  request<Request extends string = string, Response extends string = string>(
    service: string,
    value: RequestOf<Request>,
    options: CallOptions<Request, Response> = {},
  ): Promise<MessageOf<Response>> {
    return new Promise((resolve, reject) => {
      this.call(service, value, (result) => (result.ok ? resolve(result.value) : reject(result.error)), options);
    });
  }

  /**
   * Calls a service on behalf of a system. A promise would resolve between steps; this calls back within a flush or a
   * delivery.
   */
  call<Request extends string = string, Response extends string = string>(
    service: string,
    value: RequestOf<Request>,
    onResult: (result: CallResult<MessageOf<Response>>) => void,
    options: CallOptions<Request, Response> = {},
  ): void {
    this.#start(service, value, onResult, options, false);
  }

  /**
   * Calls a service of another bus for work outside every step (`SystemContext.later`). The answer is not an input, but
   * the result of the work is.
   */
  ask<Request extends string = string, Response extends string = string>(
    service: string,
    value: RequestOf<Request>,
    options: CallOptions<Request, Response> = {},
  ): Promise<MessageOf<Response>> {
    return new Promise((resolve, reject) => {
      const onResult = (result: CallResult<MessageOf<Response>>): void =>
        result.ok ? resolve(result.value) : reject(result.error);
      this.#start(service, value, onResult, options, true);
    });
  }

  /** Disposes of something together with this node, unless that happens before. */
  keep(held: Disposable): Disposable {
    this.#checkAlive();
    const kept: Disposable = {
      [Symbol.dispose]: () => {
        if (this.#held.delete(kept)) held[Symbol.dispose]();
      },
    };
    this.#held.add(kept);
    return kept;
  }

  /** Lists the topics of this bus and of all buses behind its neighbours, by name. */
  topics(): TopicInfo[] {
    return this.bus.topicTable.list();
  }

  services(): ServiceInfo[] {
    return this.bus.serviceTable.list();
  }

  /** Waits until a condition on topics and services is true, such as `() => publisher.hasSubscribers`. */
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
      const timer = setTimeout(() => fail(`gave up after ${timeoutMs} ms`), timeoutMs);
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

  #start<Request extends string, Response extends string>(
    service: string,
    value: RequestOf<Request>,
    onResult: (result: CallResult<MessageOf<Response>>) => void,
    options: CallOptions<Request, Response>,
    isOutside: boolean,
  ): void {
    this.#checkAlive();
    const { request = ANY_TYPE, response, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const name = this.#name("service", service);
    const onAnswer = (answer: Answer): void => onResult(answer.ok ? decoded(name, response, answer.payload) : answer);
    this.bus.requests.call(
      { service: name, owner: this, timeoutMs, request, response: response ?? ANY_TYPE, onAnswer, isOutside },
      value,
    );
  }

  #name(kind: "topic" | "service", name: string): string {
    return absoluteName(kind, name, this.#namespace);
  }

  #own<D extends Disposable>(disposable: D): D {
    this.#held.add(disposable);
    return disposable;
  }

  #checkAlive(): void {
    if (this.#disposed) throw new TransportError(`node "${this.owner}" was disposed of`);
  }
}

function decoded<Response extends string>(
  service: string,
  type: Response | undefined,
  payload: Message,
): CallResult<MessageOf<Response>> {
  try {
    if (payload.isOf(type)) return { ok: true, value: payload.value };
    throw new TransportError(`the service "${service}" answered ${payload.type}, not ${type}`);
  } catch (error) {
    return { ok: false, error: new RequestError("refused", service, textOf(error)) };
  }
}
