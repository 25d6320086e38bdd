import type { Node } from "@orrery/sim";

/** Offers what tools ask for: a client's own bus sees only its one neighbour, this one sees everybody. */
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

/** Counts of what was dropped are that old at most. */
const KEEP_MS = 20;

/** Makes a list when it is asked for, and again when names have changed: a world may have thousands, and many may ask. */
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
