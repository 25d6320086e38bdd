import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { messages, type gz, type orrery } from "@orrery/msgs";
import { Bus, connectPeer, Node, type Log } from "@orrery/sim";
import { WebSocketServer, type WebSocket } from "ws";
import { MAX_PACKET_BYTES, wsLink } from "./gateway/ws-link.ts";
import { PAGE_HEADERS, sendFile } from "./static-files.ts";
import { version } from "./version.ts";
import type { WorldThread } from "./world-thread.ts";

/** Only this machine: whoever reaches the port may move robots. */
const HOST = "127.0.0.1";

export const DEFAULT_PORT = 8460;

export interface ServerOptions {
  /** 0 takes any that is free. */
  readonly port: number;
  readonly log: Log;
  /** The built page. Default: that of this repository. */
  readonly page?: string;
  /** WebSockets open at a time. Default 256. */
  readonly maxClients?: number;
  /** For a new client to say hello. Default 10,000. */
  readonly helloMs?: number;
}

/** The port is taken, or not ours to take. */
export class ListenError extends Error {}

/** Listens on a port of this machine. Clients are let in once a world is attached. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const server = new Server(options);
  await server.listen();
  return server;
}

/** HTTP and WebSocket on one port, and the bus that joins the world with its clients. */
export class Server implements AsyncDisposable {
  readonly bus: Bus;
  readonly #options: ServerOptions;
  readonly #http: HttpServer;
  readonly #sockets: WebSocketServer;
  readonly #node: Node;
  #world: WorldThread | undefined;
  /** Why there is no world. */
  #absence = "the world is not loaded yet";

  constructor(options: ServerOptions) {
    this.#options = options;
    this.bus = new Bus({
      codec: messages,
      name: "server",
      nowMs: () => performance.now(),
      onError: ({ message }) => options.log.warn(message),
    });
    this.#node = new Node(this.bus, { owner: "server" });
    offerLists(this.#node);
    // Compression costs 580 µs a message and client, more than the step that made it.
    this.#sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PACKET_BYTES, perMessageDeflate: false });
    this.#http = createServer((request, response) => void this.#answer(request, response));
    this.#http.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
  }

  listen(): Promise<void> {
    const { port } = this.#options;
    return new Promise((resolve, reject) => {
      this.#http.once("error", (error: NodeJS.ErrnoException) => reject(new ListenError(listenReason(error, port))));
      this.#http.listen({ host: HOST, port, exclusive: true }, resolve);
    });
  }

  get url(): string {
    return `http://${HOST}:${(this.#http.address() as AddressInfo).port}/`;
  }

  /** Joins the world's bus; resolves when its topics and services are known here, and clients may come. */
  attach(world: WorldThread): Promise<void> {
    return new Promise((resolve, reject) => {
      connectPeer(this.bus, world.link, {
        onReady: () => {
          this.#world = world;
          resolve();
        },
        onClose: (reason) => {
          this.#world = undefined;
          this.#absence = reason;
          reject(new Error(`the world does not answer: ${reason}`));
        },
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#node[Symbol.dispose]();
    this.bus[Symbol.dispose]();
    this.#sockets.close();
    const closed = new Promise((resolve) => this.#http.close(resolve));
    // Time for clients to hear why; those that do not answer are cut off.
    const timer = setTimeout(() => {
      for (const socket of this.#sockets.clients) socket.terminate();
      this.#http.closeAllConnections();
    }, GOODBYE_MS);
    this.#http.closeIdleConnections();
    await closed;
    clearTimeout(timer);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      this.#options.log.error(`cannot answer ${request.url}: ${String(error)}`);
      if (!response.headersSent) sendText(response, 500, "something went wrong here; the server's log tells more\n");
      else response.destroy();
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLocalHost(request))
      return sendText(response, 403, "this server answers to the names of this machine only\n");
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return sendText(response, 405, "only GET and HEAD are answered here\n");
    }
    const path = pathOf(request);
    if (path === undefined) return sendText(response, 400, "this is no path\n");
    if (path === "/health") return this.#sendHealth(response);
    if (await sendFile(this.#options.page ?? builtPage, path, request, response)) return;
    if (path === "/") return send(response, 200, "text/html; charset=utf-8", unbuiltPage);
    sendText(response, 404, `there is nothing at ${path}\n`);
  }

  #sendHealth(response: ServerResponse): void {
    const health = {
      ok: this.#world !== undefined,
      version,
      world: this.#world?.loaded.name ?? null,
      engine: this.#world?.loaded.engine ?? null,
      clients: this.#sockets.clients.size,
      ...(this.#world === undefined ? { reason: this.#absence } : {}),
    };
    send(response, health.ok ? 200 : 503, "application/json; charset=utf-8", `${JSON.stringify(health)}\n`);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A connection reset during the handshake would otherwise end the process.
    socket.on("error", () => socket.destroy());
    if (pathOf(request) !== "/ws") return refuse(socket, "404 Not Found");
    if (!isLocalHost(request) || !isSameOrigin(request)) return refuse(socket, "403 Forbidden");
    if (this.#world === undefined) return refuse(socket, `503 ${this.#absence}`);
    const { maxClients = MAX_CLIENTS } = this.#options;
    if (this.#sockets.clients.size >= maxClients) {
      this.#options.log.warn(`a client was refused: there are ${maxClients} already`);
      return refuse(socket, `503 there are ${maxClients} clients already, as many as this server takes`);
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#welcome(webSocket));
  }

  #welcome(webSocket: WebSocket): void {
    const { helloMs = HELLO_MS } = this.#options;
    const timer = setTimeout(() => peer.close(`no hello came within ${helloMs / 1000} s`), helloMs);
    const settle = (): void => clearTimeout(timer);
    const peer = connectPeer(this.bus, wsLink(webSocket), { onReady: settle, onClose: settle });
  }
}

const MAX_CLIENTS = 256;
const HELLO_MS = 10_000;

const GOODBYE_MS = 500;

const builtPage = fileURLToPath(new URL("../../gui/dist/", import.meta.url));

const unbuiltPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Orrery</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 4em auto; padding: 0 1em }</style>
<h1>Orrery is running</h1>
<p>The page that shows the world has not been built yet. <code>npm start</code> builds it and starts a world.</p>
<p>The world can be talked to all the same: <code>npx orrery topic list</code>.</p>
</html>
`;

/** What tools ask for: a client's own bus sees only its one neighbour, this one sees everybody. */
function offerLists(node: Node): void {
  node.service<gz.Empty, orrery.TopicList>("/orrery/topics", "gz.msgs.Empty", "orrery.msgs.TopicList", () => ({
    topics: node.topics().map(({ name, type, publishers, subscribers, dropped }) => ({
      name,
      types: type === "" ? [] : [type],
      publishers,
      subscribers,
      dropped,
    })),
  }));
  node.service<gz.Empty, orrery.ServiceList>("/orrery/services", "gz.msgs.Empty", "orrery.msgs.ServiceList", () => ({
    services: node.services().map(({ name, requestType, responseType }) => ({
      name,
      request_type: requestType,
      response_type: responseType,
      providers: 1,
    })),
  }));
}

/** A page elsewhere can give its own name the address of this machine, and then ask in its own name: refused. */
function isLocalHost({ headers }: IncomingMessage): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(headers.host ?? "");
}

/** Programs send no Origin; a page does, and must come from here. */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  if (headers.origin === undefined) return true;
  return URL.parse(headers.origin)?.host === headers.host;
}

function pathOf({ url = "/" }: IncomingMessage): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, "text/plain; charset=utf-8", text);
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { ...PAGE_HEADERS, "Content-Type": type, "Content-Length": Buffer.byteLength(text) });
  response.end(response.req.method === "HEAD" ? undefined : text);
}

/** The reason is the status line: of a refused WebSocket, clients get to see nothing else. */
function refuse(socket: Duplex, status: string): void {
  const line = status.replaceAll(/[^ -~]/g, " ");
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function listenReason({ code, message }: NodeJS.ErrnoException, port: number): string {
  if (code === "EADDRINUSE") {
    return `port ${port} is in use, perhaps by another Orrery; take another with --port N, or any free one with --port 0`;
  }
  if (code === "EACCES")
    return `port ${port} may not be used by you; take one above 1023, or any free one with --port 0`;
  return `cannot listen on port ${port}: ${message}`;
}
