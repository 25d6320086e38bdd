import { MessageRegistry, type orrery } from "@orrery/msgs";
import { nearest } from "@orrery/msgs/nearest";
import { connectNode, type Node, textOf } from "@orrery/sim/front";
import { connectWs } from "../gateway/ws-link.ts";
import { DEFAULT_PORT } from "../server-address.ts";
import { textFlag, type Flag } from "./arguments.ts";
import { Failure, UsageError } from "./failure.ts";

/** The option of every command that connects to a server. */
export const serverFlag: Flag<string | undefined> = {
  ...textFlag(
    "URL",
    `or a port of this machine; default: $ORRERY_SERVER, else http://127.0.0.1:${DEFAULT_PORT}; a token as ?token=… or in $ORRERY_TOKEN`,
  ),
  // Options of the command that starts a server.
  mistakenFor: { port: "PORT", host: "URL" },
};

/** A connection to a running server, with the message types that it knows. */
export interface Client extends Disposable {
  readonly node: Node;
  readonly messages: MessageRegistry;
  /** Rejects when the connection to the server is lost. */
  readonly lost: Promise<never>;
  /** Reads the server's types again: a system added in the meantime may have its own. */
  readonly learnTypes: () => Promise<void>;
  readonly topics: () => Promise<readonly Required<orrery.TopicInfo>[]>;
}

export async function connect(given: string | undefined): Promise<Client> {
  const address = serverUrl(given ?? (process.env["ORRERY_SERVER"] || `http://127.0.0.1:${DEFAULT_PORT}`));
  // Without the token, which must not appear in messages.
  const url = new URL(address.pathname, address);
  const messages = new MessageRegistry();
  const lost = Promise.withResolvers<never>();
  // Commands that send one request and exit do not await it.
  lost.promise.catch(() => undefined);
  const link = await connectWs(socketUrl(address)).catch((error: unknown) => {
    throw new Failure(unreachable(url, error));
  });
  const node = await connectNode(link, messages, {
    name: `orrery-cli-${process.pid}`,
    nowMs: () => performance.now(),
    onClose: (reason) => lost.reject(new Failure(gone(url, reason))),
  });
  const learnTypes = async (): Promise<void> => {
    const { descriptor_set } = await node.request("/orrery/schemas", {}, { response: "orrery.msgs.Schemas" });
    if (descriptor_set !== undefined) messages.addDescriptorSet(descriptor_set);
  };
  const topics = async (): Promise<Required<orrery.TopicInfo>[]> => {
    const { topics: list = [] } = await node.request("/orrery/topics", {}, { response: "orrery.msgs.TopicList" });
    return list.map(({ name = "", types = [], publishers = 0, subscribers = 0, dropped = 0 }) => {
      return { name, types, publishers, subscribers, dropped };
    });
  };
  await learnTypes();
  return { node, messages, lost: lost.promise, learnTypes, topics, [Symbol.dispose]: () => node[Symbol.dispose]() };
}

/** Returns the topic of this name, with or without a leading slash. */
export async function findTopic(client: Client, given: string): Promise<Required<orrery.TopicInfo>> {
  const topics = await client.topics();
  const name = absolute(given);
  const found = topics.find((one) => one.name === name);
  if (found === undefined) throw missing("topic", name, namesOf(topics));
  return found;
}

export function namesOf(named: readonly { readonly name: string }[]): string[] {
  return named.map(({ name }) => name);
}

/** Makes the error "there is no topic …", with the nearest name. */
export function missing(kind: "topic" | "service" | "message type", name: string, known: Iterable<string>): Failure {
  const near = nearest(name, known);
  const hint = near === undefined ? "" : `; did you mean "${near}"?`;
  return new Failure(`there is no ${kind} "${name}"${hint}`);
}

/** Returns the name with a leading slash, as on the wire. */
export function absolute(name: string): string {
  return name.startsWith("/") ? name : `/${name}`;
}

/** Parses JSON from the command line. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${text} is not JSON: ${textOf(error)}`);
  }
}

function serverUrl(given: string): URL {
  // A bare number as a host would be an address: 8472 is 0.0.33.24.
  const host = /^\d+$/.test(given) ? `127.0.0.1:${given}` : given;
  const url = URL.parse(/^\w+:\/\//.test(host) ? host : `http://${host}`);
  if (url === null || !/^(https?|wss?):$/.test(url.protocol)) {
    throw new UsageError(`"${given}" is not the address of a server, such as http://127.0.0.1:${DEFAULT_PORT}`);
  }
  return url;
}

function socketUrl(url: URL): string {
  const socket = new URL("ws", url);
  socket.searchParams.set("name", `orrery-cli-${process.pid}`);
  const token = url.searchParams.get("token") ?? process.env["ORRERY_TOKEN"] ?? "";
  if (token !== "") socket.searchParams.set("token", token);
  socket.protocol = url.protocol.replace("http", "ws");
  return socket.href;
}

function gone(url: URL, reason: string): string {
  // The reason that a server gives for a normal end.
  if (reason === "the bus was disposed of") return `the server at ${url.href} has stopped`;
  return `the connection to the server at ${url.href} was lost: ${reason}`;
}

function unreachable(url: URL, error: unknown): string {
  const { cause, message } = error as Error;
  const reason = cause instanceof Error ? cause.message : message;
  if (reason.startsWith("503 ")) return `the Orrery server at ${url.href} accepts no clients: ${reason.slice(4)}`;
  if (reason.startsWith("401 ")) {
    return `the Orrery server at ${url.href} requires a valid token: --server '${url.href}?token=…', or set ORRERY_TOKEN`;
  }
  if (/^\d{3} /.test(reason)) return `there is no Orrery server at ${url.href}, but something else: ${reason}`;
  return `no Orrery server at ${url.href}; start one with npm start, or name another with --server PORT or $ORRERY_SERVER`;
}
