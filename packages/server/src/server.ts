import { createServer, type IncomingMessage, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { MessageRegistry, messages } from "@orrery/msgs";
import { Bus, Node, WorldBoard, type Log } from "@orrery/sim/front";
import { Access, type Tokens } from "./gateway/people/access.ts";
import { Counters } from "./gateway/counters.ts";
import { Doorstep } from "./gateway/limits/doorstep.ts";
import { GivenRoom } from "./gateway/http/given-assets.ts";
import { GuiPlugins } from "./gateway/http/gui-plugins.ts";
import { Holdings } from "./gateway/limits/holdings.ts";
import { HTTP_TIMES } from "./gateway/http/http-times.ts";
import { defaultLimits, type Limits } from "./gateway/limits/limits.ts";
import { LogLimit } from "./gateway/limits/log-limit.ts";
import type { ServerState } from "./gateway/http/metrics.ts";
import { offerLists } from "./gateway/name-lists.ts";
import { PeopleBoard } from "./gateway/people/people-board.ts";
import { Reception } from "./gateway/reception.ts";
import { Routes } from "./gateway/http/routes.ts";
import { offerShareTokens } from "./gateway/people/share-tokens.ts";
import { Sessions } from "./gateway/people/sessions.ts";
import { WsProtocol } from "./gateway/ws-protocol.ts";
import { DEFAULT_HOST, ListenError, listenReason, localAddress, publicAddress, urlOf } from "./server-address.ts";
import { RecordedLogs } from "./gateway/http/recorded-logs.ts";
import type { WorldOptions } from "./served/served-world.ts";
import { ServedWorlds } from "./served/served-worlds.ts";
import { version } from "./version.ts";
import type { WorldThread } from "./world/world-thread.ts";

export interface ServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly log: Log;
  /** The address to listen on. Default 127.0.0.1; one that others can reach needs tokens. */
  readonly host?: string;
  /** Names that requests may use for this server, in addition to the machine's own. */
  readonly hosts?: readonly string[];
  /** Origins whose pages may connect, in addition to the server's own. */
  readonly origins?: readonly string[];
  /** If there are none, everybody who can connect is an admin. */
  readonly tokens?: Tokens;
  readonly limits?: Partial<Limits>;
  /** Folders of third-party GUI plugins. */
  readonly guiPlugins?: readonly string[];
  /** A JSON file that configures the page. */
  readonly guiConfig?: string | undefined;
  /** The folder of the built page. Default: that of this repository. */
  readonly page?: string;
  /** How long a new client may take to say hello. Default 10,000. */
  readonly helloMs?: number;
  /** How long a session outlives its last connection. Default 60,000. */
  readonly keepMs?: number;
}

/** Starts a server on a port. Clients are admitted once a world is attached. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const server = new Server(options);
  await server.listen();
  return server;
}

/** HTTP and WebSocket on one port, and the bus that connects worlds with their clients. */
export class Server implements AsyncDisposable {
  readonly bus: Bus;
  readonly sessions: Sessions;
  readonly counters = new Counters();
  readonly worlds: ServedWorlds;
  /** The memory held for clients. */
  readonly holdings: Holdings;
  readonly #options: ServerOptions;
  readonly #http: HttpServer;
  readonly #doorstep: Doorstep;
  readonly #reception: Reception;
  readonly #node: Node;
  readonly #people: PeopleBoard;
  readonly #startedMs = performance.now();

  /** Creates the parts in order: each gets the earlier ones that it needs. */
  constructor(options: ServerOptions) {
    this.#options = options;
    const { log, host = DEFAULT_HOST, hosts = [], origins = [], tokens = {}, guiPlugins = [], guiConfig } = options;
    const { counters } = this;
    const limits = { ...defaultLimits, ...options.limits };
    const access = new Access({ host, hosts, origins, tokens });
    const clientLog = new LogLimit(log);
    const bus = (this.bus = new Bus({
      codec: messages,
      name: "server",
      nowMs: () => performance.now(),
      later: (work) => void setTimeout(work, NEWS_MS),
      onError: ({ message }) => clientLog.warn(message),
    }));
    const node = (this.#node = new Node(bus, { owner: "server" }));
    offerLists(node);
    offerShareTokens(node, tokens);
    const notices = node.advertise("/orrery/world/notice", "orrery.msgs.WorldNotice");
    const logs = new RecordedLogs();
    const worlds = (this.worlds = new ServedWorlds({ bus, log, notices, logs, room: new GivenRoom() }));
    const board = new WorldBoard(node, {
      worlds: () => [...worlds].map(({ info }) => info),
      types: () => new MessageRegistry(),
      onConflict: (text) => clientLog.warn(text),
    });
    worlds.onChange = () => board.changed();
    const absence = (): string | undefined => worlds.absence;
    const sessions = (this.sessions = new Sessions({ limits, keepMs: options.keepMs }));
    this.#people = new PeopleBoard(node, sessions);
    const http = (this.#http = createServer(HTTP_TIMES));
    const doorstep = (this.#doorstep = new Doorstep(http, { most: limits.strangers, counters }));
    const holdings = (this.holdings = new Holdings(limits));
    const isBehind = (namespace: string): boolean => worlds.get(namespace)?.isBehind ?? false;
    const protocols = [new WsProtocol({ bus, limits, holdings, counters, isBehind, helloMs: options.helloMs })];
    const around = { access, limits, sessions, counters, doorstep, absence };
    const reception = (this.#reception = new Reception({ ...around, log: clientLog, protocols }));
    const routes = new Routes({
      access,
      page: options.page ?? builtPage,
      plugins: new GuiPlugins(guiPlugins, log),
      assets: (namespace) => worlds.get(namespace)?.assets,
      logs,
      guiConfig,
      absence,
      loading: () => worlds.loading,
      health: (request) => this.#health(request),
      state: () => this.#state(),
      log,
    });
    http.on("request", (request, response) => {
      if (doorstep.admit(request, response)) void routes.answer(request, response);
    });
    http.on("upgrade", (request, socket, head) => reception.upgrade(request, socket, head));
  }

  listen(): Promise<void> {
    const { port, host = DEFAULT_HOST } = this.#options;
    return new Promise((resolve, reject) => {
      this.#http.once("error", (error: NodeJS.ErrnoException) =>
        reject(new ListenError(listenReason(error, host, port))),
      );
      this.#http.listen({ host, port, exclusive: true }, resolve);
    });
  }

  /** The address for programs on this machine; `publicUrl` is for others. */
  get url(): string {
    return urlOf(localAddress(this.#options.host ?? DEFAULT_HOST), this.#port);
  }

  /** The address for others, as far as it can be known: a machine may have many addresses and names. */
  get publicUrl(): string {
    return urlOf(publicAddress(this.#options.host ?? DEFAULT_HOST), this.#port);
  }

  /** Number of sockets that are not clients, or not yet. */
  get strangers(): number {
    return this.#doorstep.size;
  }

  /**
   * Gives clients access to the thread of a world, after opening the world here if necessary. Resolves when its topics
   * and services are known. `keeper` ends the world when it is detached, if the thread does not do so itself.
   */
  attach(
    thread: WorldThread,
    { keeper, ...options }: WorldOptions & { readonly keeper?: AsyncDisposable } = {},
  ): Promise<void> {
    const world = this.worlds.get(options.namespace ?? "") ?? this.worlds.open(options);
    return world.attach(thread, keeper);
  }

  /** Ends a world: withdraws its names at once, and resolves when its thread has ended. Other worlds keep running. */
  detach(namespace: string): Promise<void> {
    return this.worlds.close(namespace);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.worlds[Symbol.dispose]();
    this.#people[Symbol.dispose]();
    this.#node[Symbol.dispose]();
    this.bus[Symbol.dispose]();
    this.sessions[Symbol.dispose]();
    const closed = new Promise((resolve) => this.#http.close(resolve));
    // Clients get time to learn the reason; those that do not answer are then cut off.
    const timer = setTimeout(() => {
      this.#reception.terminate();
      this.#http.closeAllConnections();
    }, GOODBYE_MS);
    this.#reception[Symbol.dispose]();
    this.#http.closeIdleConnections();
    await closed;
    clearTimeout(timer);
  }

  get #port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  #health(request: IncomingMessage): object {
    const refusal = this.#reception.refusal(request);
    const worlds = [...this.worlds].map(({ info }) => info);
    return { version, worlds, clients: this.#reception.size, ...(refusal && { refusal }) };
  }

  async #state(): Promise<ServerState> {
    const worlds = [...this.worlds].map(async (world) => ({ ...world.info, figures: await world.figures() }));
    const topics = this.#node.topics();
    return {
      version,
      worlds: await Promise.all(worlds),
      uptimeSeconds: (performance.now() - this.#startedMs) / 1000,
      memoryBytes: process.memoryUsage.rss(),
      sessions: this.sessions.list(),
      connections: this.#reception.size,
      strangers: this.strangers,
      unfinishedBytes: this.holdings.unfinishedBytes,
      unsentBytes: this.holdings.unsentBytes,
      topics: topics.length,
      subscriptions: topics.reduce((sum, { subscribers }) => sum + subscribers, 0),
      services: this.#node.services().length,
      dropped: topics.reduce((sum, { dropped }) => sum + dropped, 0),
      counters: this.counters,
    };
  }
}

const GOODBYE_MS = 500;
/** Delay after which clients learn of each other's topics. */
const NEWS_MS = 25;

const builtPage = fileURLToPath(new URL("../../gui/dist/", import.meta.url));
