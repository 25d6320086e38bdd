import { createServer, type IncomingMessage, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { messages, type gz, type orrery } from "@orrery/msgs";
import { Bus, connectPeer, Node, toSecNsec, type LoadProgress, type Log, type Publisher } from "@orrery/sim/front";
import { Access, type Tokens } from "./gateway/access.ts";
import { Assets, type AssetsOptions } from "./gateway/assets.ts";
import { Counters } from "./gateway/counters.ts";
import { Doorstep } from "./gateway/doorstep.ts";
import { GuiPlugins } from "./gateway/gui-plugins.ts";
import type { Holdings } from "./gateway/holdings.ts";
import { HTTP_TIMES } from "./gateway/http-times.ts";
import { defaultLimits, type Limits } from "./gateway/limits.ts";
import { LogLimit } from "./gateway/log-limit.ts";
import type { ServerState } from "./gateway/metrics.ts";
import { offerLists } from "./gateway/name-lists.ts";
import { PeopleBoard } from "./gateway/people-board.ts";
import { Reception } from "./gateway/reception.ts";
import { Routes } from "./gateway/routes.ts";
import { offerShareTokens } from "./gateway/share-tokens.ts";
import { Sessions } from "./gateway/sessions.ts";
import { WorldFigures } from "./gateway/world-figures.ts";
import type { Notice } from "./world/kept-world.ts";
import { offerModels } from "./files/model-services.ts";
import { DEFAULT_HOST, ListenError, listenReason, localAddress, publicAddress, urlOf } from "./server-address.ts";
import { yieldToSimulations } from "./threads/priority.ts";
import { version } from "./version.ts";
import { WorldStream } from "./world/world-stream.ts";
import type { WorldThread } from "./world/world-thread.ts";
import { WorldTravel } from "./world/world-travel.ts";

export interface ServerOptions {
  /** 0 takes any that is free. */
  readonly port: number;
  readonly log: Log;
  /** The address to listen on. Default 127.0.0.1; one that others can reach needs tokens. */
  readonly host?: string;
  /** Names, beside the machine's own, that requests may call this server by. */
  readonly hosts?: readonly string[];
  /** Origins, beside the server's own, whose pages may connect. */
  readonly origins?: readonly string[];
  /** Without any, everybody who can connect is an admin. */
  readonly tokens?: Tokens;
  readonly limits?: Partial<Limits>;
  /** The world whose meshes and pictures are served. */
  readonly assets?: AssetsOptions;
  /** Folders of third parties' GUI plugins. */
  readonly guiPlugins?: readonly string[];
  /** A JSON file that the page is set up with. */
  readonly guiConfig?: string | undefined;
  /** The built page. Default: that of this repository. */
  readonly page?: string;
  /** For a new client to say hello. Default 10,000. */
  readonly helloMs?: number;
  /** How long a session outlives its connection. Default 60,000. */
  readonly keepMs?: number;
}

/** Listens on a port. Clients are let in once a world is attached. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const server = new Server(options);
  await server.listen();
  return server;
}

/** HTTP and WebSocket on one port, and the bus that joins the world with its clients. */
export class Server implements AsyncDisposable {
  readonly bus: Bus;
  readonly sessions: Sessions;
  readonly counters = new Counters();
  readonly #options: ServerOptions;
  readonly #http: HttpServer;
  readonly #doorstep: Doorstep;
  readonly #reception: Reception;
  readonly #node: Node;
  readonly #notices: Publisher<orrery.WorldNotice>;
  readonly #people: PeopleBoard;
  readonly #figures: WorldFigures;
  readonly #startedMs = performance.now();
  #world: WorldThread | undefined;
  /** Epoch of its state stream. */
  #epoch = 0;
  #loading: LoadProgress | undefined;
  #isClosing = false;
  /** Why there is no world. */
  #absence = "the world is not loaded yet";
  /** Why there will be no world any more. */
  #stopped: string | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    const { log, host = DEFAULT_HOST, hosts = [], origins = [], tokens = {}, guiPlugins = [], guiConfig } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const access = new Access({ host, hosts, origins, tokens });
    const clientLog = new LogLimit(log);
    this.bus = new Bus({
      codec: messages,
      name: "server",
      nowMs: () => performance.now(),
      later: (work) => void setTimeout(work, NEWS_MS),
      onError: ({ message }) => clientLog.warn(message),
    });
    this.#node = new Node(this.bus, { owner: "server" });
    this.#notices = this.#node.advertise<orrery.WorldNotice>("/orrery/world/notice", "orrery.msgs.WorldNotice");
    offerLists(this.#node);
    if (options.assets !== undefined) offerModels(this.#node, options.assets);
    const { keepMs } = options;
    this.sessions = new Sessions({
      limits,
      ...(keepMs === undefined ? {} : { keepMs }),
      onChange: () => this.#people.changed(),
    });
    this.#people = new PeopleBoard(this.#node, this.sessions);
    offerShareTokens(this.#node, tokens);
    this.#figures = new WorldFigures(this.#node);
    this.#http = createServer(HTTP_TIMES, (request: IncomingMessage, response) => {
      if (this.#doorstep.takes(request, response)) void routes.answer(request, response);
    });
    this.#doorstep = new Doorstep(this.#http, { most: limits.strangers, counters: this.counters });
    this.#reception = new Reception({
      ...options,
      bus: this.bus,
      access,
      limits,
      sessions: this.sessions,
      counters: this.counters,
      log: clientLog,
      doorstep: this.#doorstep,
      absence: () => (this.#world === undefined ? this.#absence : undefined),
      isBehind: () => this.#world?.isBehind ?? false,
    });
    const routes = new Routes({
      access,
      page: options.page ?? builtPage,
      plugins: new GuiPlugins(guiPlugins, log),
      assets: options.assets && this.#assetsOf(options.assets),
      guiConfig,
      absence: () => (this.#world === undefined ? this.#absence : undefined),
      loading: () => this.#loading,
      health: (request) => this.#health(request),
      state: () => this.#state(),
      log,
    });
    this.#http.on("upgrade", (request, socket, head) => this.#reception.upgrade(request, socket, head));
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

  /** Where this machine's own programs find it; `publicUrl` for those of others. */
  get url(): string {
    return urlOf(localAddress(this.#options.host ?? DEFAULT_HOST), this.#port);
  }

  /** Where others find it, as far as that can be known: a machine may have many addresses, and names of any kind. */
  get publicUrl(): string {
    return urlOf(publicAddress(this.#options.host ?? DEFAULT_HOST), this.#port);
  }

  /** What is held in memory for clients. */
  get holdings(): Holdings {
    return this.#reception.holdings;
  }

  /** Sockets that are not clients, or not yet. */
  get strangers(): number {
    return this.#doorstep.size;
  }

  /** Sets how far the world is loaded, for clients that try to connect. */
  noteLoading(progress: LoadProgress): void {
    this.#loading = progress;
  }

  /** Joins the world's bus; resolves when its topics and services are known here, and clients may come. */
  attach(world: WorldThread): Promise<void> {
    return new Promise((resolve, reject) => {
      const stream = new WorldStream(this.bus, world, this.#options.log);
      const travel = new WorldTravel(this.bus, world);
      connectPeer(this.bus, world.link, {
        busy: () => travel.refusal(),
        onReady: () => {
          yieldToSimulations();
          this.#world = world;
          this.#epoch = stream.epoch;
          this.#loading = undefined;
          resolve();
        },
        onClose: (reason) => {
          stream[Symbol.dispose]();
          travel[Symbol.dispose]();
          this.#world = undefined;
          this.#absence = this.#stopped ?? reason;
          if (!this.#isClosing) world.linkLost(reason);
          reject(new Error(`the world does not answer: ${reason}`));
        },
      });
    });
  }

  /** Publishes what has become of the world. */
  tell({ kind, timeNs, ...words }: Notice): void {
    if (kind === "stopped") this.#stopped = this.#absence = words.text;
    this.#notices.publish({
      ...words,
      kind: kind === "stopped" ? "STOPPED" : "RESTARTED",
      sim_time: toSecNsec(timeNs),
      epoch: this.#epoch,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    this.#figures[Symbol.dispose]();
    this.#people[Symbol.dispose]();
    this.#node[Symbol.dispose]();
    this.bus[Symbol.dispose]();
    this.sessions[Symbol.dispose]();
    const closed = new Promise((resolve) => this.#http.close(resolve));
    // Time for clients to hear why; those that do not answer are cut off.
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

  #assetsOf(options: AssetsOptions): Assets {
    const given = this.#node.advertise<gz.StringMsg>("/orrery/assets", "gz.msgs.StringMsg");
    return new Assets({ ...options, onGiven: (data) => given.publish({ data }) });
  }

  #health(request: IncomingMessage): object {
    const { name = null, engine = null } = this.#world?.loaded ?? {};
    const refusal = this.#reception.refusal(request);
    return { version, world: name, engine, clients: this.#reception.size, ...(refusal && { refusal }) };
  }

  async #state(): Promise<ServerState> {
    const { name = "", engine = "" } = this.#world?.loaded ?? {};
    const figures = this.#world === undefined ? undefined : await this.#figures.read(name);
    const topics = this.#node.topics();
    return {
      version,
      world: name,
      engine,
      figures,
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
/** After which clients hear of each other's topics. */
const NEWS_MS = 25;

const builtPage = fileURLToPath(new URL("../../gui/dist/", import.meta.url));
