import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { MessageRegistry } from "@orrery/msgs";
import { RequestError, type Node, type Role } from "@orrery/sim";
import { connectNode } from "@orrery/sim/host";
import { WebSocket } from "ws";
import { wsLink } from "../../packages/server/src/gateway/ws-link.ts";
import { Tally } from "./attacker.ts";

/** The address of a server, and its tokens. */
export interface Target {
  readonly port: number;
  readonly tokens: Readonly<Record<Role, string>>;
  /** Prefix of the world's names: `/world/NAME`. */
  readonly prefix: string;
}

export interface JoinOptions {
  readonly role: Role;
  readonly token?: string;
  /** Address of this machine to connect from. */
  readonly localAddress?: string;
}

/** What an attacker works with: connections to the server, and the moment when the attack is over. */
export class Ground {
  readonly target: Target;
  readonly tally = new Tally();
  readonly #signal: AbortSignal;
  readonly #open = new Set<{ readonly destroy: () => void }>();

  constructor(target: Target, signal: AbortSignal) {
    this.target = target;
    this.#signal = signal;
    signal.addEventListener("abort", () => {
      for (const one of this.#open) one.destroy();
    });
  }

  get isOver(): boolean {
    return this.#signal.aborted;
  }

  /** Waits, which determines an attacker's rate. Returns early when the attack is over. */
  rest(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => {
      clearTimeout(timer);
      this.#signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (this.isOver) end();
    else this.#signal.addEventListener("abort", end);
    return promise;
  }

  /** Opens a bare socket to the server's port, which keeps its half open when the server ends the other. */
  async socket(): Promise<Socket> {
    const socket = connect({ port: this.target.port, host: "127.0.0.1", allowHalfOpen: true });
    this.#keep(socket, () => socket.destroy(), "close");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  }

  /** Opens a WebSocket; resolves to `undefined` if it was refused, which is recorded. */
  webSocket(options: JoinOptions): Promise<WebSocket | undefined> {
    return this.open(options, (socket) => socket);
  }

  /** Opens a WebSocket and uses it in the same tick, because packets that arrive with the handshake need a listener. */
  open<T>(options: JoinOptions, use: (socket: WebSocket) => T): Promise<T | undefined> {
    const { role, token = this.target.tokens[role], localAddress } = options;
    const url = `ws://127.0.0.1:${this.target.port}/ws?token=${token}`;
    const socket = new WebSocket(url, { perMessageDeflate: false, ...(localAddress && { localAddress }) });
    this.#keep(socket, () => socket.terminate(), "close");
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    socket.on("open", () => resolve(use(socket)));
    socket.on("error", ({ message }) => {
      if (socket.readyState !== WebSocket.OPEN) this.tally.note("refused", message);
      resolve(undefined);
    });
    return promise;
  }

  /** Connects and attacks, and connects again whenever it is cut off or done. */
  async joinAgainAndAgain(options: JoinOptions, attack: (client: Client) => Promise<void>): Promise<void> {
    while (!this.isOver) {
      const client = await Client.join(this, options);
      if (client !== undefined) await attack(client);
      client?.leave();
      await this.rest(100);
    }
  }

  #keep(socket: Socket | WebSocket, destroy: () => void, event: "close"): void {
    const one = { destroy };
    this.#open.add(one);
    socket.once(event, () => this.#open.delete(one));
    if (this.isOver) destroy();
  }
}

/** An attacker with a node, like pages and tools. */
export class Client {
  readonly node: Node;
  readonly #ground: Ground;
  readonly #link: { isOpen: boolean };
  /** Services that say whether they did what was requested. */
  readonly #booleans: ReadonlySet<string>;

  static async join(ground: Ground, options: JoinOptions): Promise<Client | undefined> {
    const socket = await ground.open(options, wsLink);
    if (socket === undefined) return undefined;
    const link = { isOpen: true };
    const onClose = (reason: string): void => {
      if (link.isOpen && !ground.isOver) ground.tally.note("cut off", reason);
      link.isOpen = false;
    };
    try {
      const node = await connectNode(socket, new MessageRegistry(), { onError: () => undefined, onClose });
      return new Client(ground, node, link);
    } catch {
      return undefined;
    }
  }

  private constructor(ground: Ground, node: Node, link: { isOpen: boolean }) {
    this.#ground = ground;
    this.node = node;
    this.#link = link;
    const booleans = node.services().filter(({ response }) => response === "gz.msgs.Boolean");
    this.#booleans = new Set(booleans.map(({ name }) => name));
  }

  /** Whether it is still connected, and the attack continues. */
  get goesOn(): boolean {
    return this.#link.isOpen && !this.#ground.isOver;
  }

  /** Sends a request, and records its outcome. A Boolean that is false is a refusal. */
  async ask(service: string, request: object): Promise<void> {
    const { tally } = this.#ground;
    try {
      const answer: { readonly data?: unknown } = await this.node.request(service, request, { timeoutMs: 60_000 });
      if (!this.#booleans.has(service) || answer.data === true) return tally.note("served");
      tally.note("refused");
    } catch (error) {
      if (error instanceof RequestError && error.code === "refused") tally.note("refused", error.message);
    }
    // A refusal takes no time: without a pause, a refused attacker would use up this process and stop attacking.
    await this.#ground.rest(50);
  }

  /** Sends the same request repeatedly, `atOnce` times in parallel, until it is cut off. */
  async askOver(service: string, request: object, atOnce: number): Promise<void> {
    const over = async (): Promise<void> => {
      while (this.goesOn) await this.ask(service, request);
    };
    await Promise.all(Array.from({ length: atOnce }, over));
  }

  leave(): void {
    this.#link.isOpen = false;
    this.node[Symbol.dispose]();
  }
}
