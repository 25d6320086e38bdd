import type { orrery } from "@orrery/msgs";
import type { ServiceInfo, TopicInfo } from "@orrery/sim/host";
import { useEffect, useState } from "react";
import { learnTypes } from "../../client/learn-types.ts";
import { useApp, useValue } from "../../shell/hooks.ts";

export interface Graph {
  readonly topics: readonly TopicInfo[];
  readonly services: readonly ServiceInfo[];
}

/** Returns the topics and services, while the panel is visible. They are kept when the connection is lost. */
export function useGraph(isOnScreen: boolean): Graph {
  const client = useValue(useApp().view.client);
  const [graph, setGraph] = useState<Graph>({ topics: [], services: [] });
  useEffect(() => {
    if (!isOnScreen || client === undefined) return undefined;
    const { node } = client;
    let counts: readonly orrery.TopicInfo[] = [];
    const look = (): void => {
      // When the link ends, the page's own bus forgets all of them.
      if (node.bus.neighbours.size > 0) setGraph({ topics: counted(node.topics(), counts), services: node.services() });
    };
    const ask = async (): Promise<void> => {
      await learnTypes(node);
      // A world in a worker of the page has no server that counts.
      if (!node.services().some(({ name }) => name === LIST)) return;
      counts = (await node.request(LIST, {}, { response: "orrery.msgs.TopicList" })).topics ?? [];
      look();
    };
    const askQuietly = (): void => void ask().catch(() => undefined);
    const listening = node.bus.changes.on(look);
    const timer = setInterval(askQuietly, PERIOD_MS);
    look();
    askQuietly();
    return () => {
      listening[Symbol.dispose]();
      clearInterval(timer);
    };
  }, [client, isOnScreen]);
  return graph;
}

/** Adds the server's counts to the topics: to the page's own bus, the server is the only publisher. */
export function counted(topics: readonly TopicInfo[], counts: readonly orrery.TopicInfo[]): TopicInfo[] {
  const byName = new Map(counts.map((count) => [count.name, count]));
  return topics.map((topic) => {
    const count = byName.get(topic.name);
    if (count === undefined) return topic;
    const { publishers = 0, subscribers = 0, dropped = 0 } = count;
    return { ...topic, publishers, subscribers, dropped };
  });
}

const LIST = "/orrery/topics";
const PERIOD_MS = 2000;
