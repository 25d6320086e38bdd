import type { gz, MessageRegistry, UnknownMessage } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { textOf } from "@orrery/sim/host";

/** A request or publication, and its outcome. */
export interface Call {
  readonly id: number;
  readonly kind: "service" | "topic";
  readonly name: string;
  readonly request: string;
  readonly result:
    | { readonly kind: "answer"; readonly type: string; readonly value: object }
    | { readonly kind: "sent" }
    /** The other side answered with a refusal. */
    | { readonly kind: "refused"; readonly reason: string }
    | { readonly kind: "failed"; readonly reason: string };
  readonly ms: number;
}

export interface CallTarget {
  readonly kind: Call["kind"];
  readonly name: string;
  /** Type of the request, or of the message. */
  readonly type: string;
  readonly responseType?: string;
}

/** Sends what was typed as JSON, and returns the outcome. Never rejects. */
export async function call(node: Node, messages: MessageRegistry, target: CallTarget, text: string): Promise<Call> {
  const startMs = performance.now();
  const result = await resultOf(node, messages, target, text).catch((error: unknown) => ({
    kind: "failed" as const,
    reason: textOf(error),
  }));
  return { id: ++lastId, kind: target.kind, name: target.name, request: text, result, ms: performance.now() - startMs };
}

/** Parses a message; throws with what is wrong, and where, if the text is not such a message. */
export function parseMessage(messages: MessageRegistry, type: string, text: string): UnknownMessage {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not valid JSON: ${textOf(error)}`, { cause: error });
  }
  return messages.fromJson(type, json);
}

async function resultOf(
  node: Node,
  messages: MessageRegistry,
  { kind, name, type, responseType = "" }: CallTarget,
  text: string,
): Promise<Call["result"]> {
  const value = parseMessage(messages, type, text);
  if (kind === "topic") {
    await publishOnce(node, name, type, value);
    return { kind: "sent" };
  }
  const answer = await node.request(name, value, { timeoutMs: TIMEOUT_MS });
  if (responseType !== "gz.msgs.Boolean") return { kind: "answer", type: responseType, value: answer };
  const { data = false, header }: gz.Boolean = answer;
  if (data) return { kind: "answer", type: responseType, value: answer };
  const reasons = header?.data?.filter(({ key }) => key === "error").flatMap(({ value: texts }) => texts ?? []) ?? [];
  return { kind: "refused", reason: reasons.join("; ") || "It does not say why" };
}

/**
 * Publishes one message. Waits first, because the other side says whether it listens only once it knows of the
 * publisher.
 */
async function publishOnce(node: Node, topic: string, type: string, value: UnknownMessage): Promise<void> {
  using publisher = node.advertise(topic, type);
  await node
    .until(() => publisher.hasSubscribers, { timeoutMs: TIMEOUT_MS })
    .catch(() => {
      throw new Error(`Nobody subscribes to ${topic}`);
    });
  publisher.publish(value);
}

let lastId = 0;
const TIMEOUT_MS = 5000;
