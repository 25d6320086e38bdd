import type { Node } from "@orrery/sim";

/**
 * Offers lists of all topics and services for tools: a client's own bus sees only the server, while this one sees
 * everybody.
 */
export function offerLists(node: Node): void {
  const topics = kept(node, () => ({
    topics: node.topics().map(({ name, type, publishers, subscribers, dropped }) => ({
      name,
      types: type === "" ? [] : [type],
      publishers,
      subscribers,
      dropped,
    })),
  }));
  const services = kept(node, () => ({
    services: node.services().map(({ name, request, response }) => ({
      name,
      request_type: request,
      response_type: response,
      providers: 1,
    })),
  }));
  node.service(
    "/orrery/topics",
    { request: "gz.msgs.Empty", response: "orrery.msgs.TopicList", needs: "viewer" },
    topics,
  );
  node.service(
    "/orrery/services",
    { request: "gz.msgs.Empty", response: "orrery.msgs.ServiceList", needs: "viewer" },
    services,
  );
}

/** Counts of dropped messages are at most this old. */
const KEEP_MS = 20;

/**
 * Returns a function that makes a list on request, and again only when names have changed: a world may have thousands
 * of names, and many clients may ask.
 */
function kept<T>({ bus }: Node, make: () => T): () => T {
  let last: { readonly made: T; readonly atMs: number } | undefined;
  bus.changes.on(() => {
    last = undefined;
  });
  return () => {
    const atMs = performance.now();
    if (last === undefined || atMs - last.atMs > KEEP_MS) last = { made: make(), atMs };
    return last.made;
  };
}
