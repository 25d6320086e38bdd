import type { MessageOf } from "@orrery/msgs";
import { textOf } from "@orrery/sim/host";
import { useEffect, useState } from "react";
import { useValue, useWorld } from "./hooks.ts";

/** The newest message of a topic, or why the subscription failed. */
export interface TopicReading<T> {
  /** `undefined` until the first message. Kept while the connection is lost. */
  readonly message: T | undefined;
  /** Empty if there is no problem. */
  readonly problem: string;
}

export interface TopicOptions {
  /**
   * Largest number of messages per second; the server drops the rest. The default, 30, is faster than a person reads.
   */
  readonly maxRateHz?: number;
}

/**
 * Subscribes to a topic while the component is on the page and returns its newest message. The component renders again
 * for each message. The name is the world's own, without a namespace, whichever world the panel shows; an empty name
 * subscribes to nothing.
 */
export function useTopic<Type extends string>(
  topic: string,
  type: Type,
  { maxRateHz = 30 }: TopicOptions = {},
): TopicReading<MessageOf<Type>> {
  const view = useWorld();
  const client = useValue(view.client);
  const name = view.namespace + topic;
  const [reading, setReading] = useState<TopicReading<MessageOf<Type>> & { readonly name: string }>(nothing(name));
  useEffect(() => {
    if (client === undefined || topic === "") return undefined;
    try {
      const subscription = client.node.subscribe(
        name,
        type,
        ({ value }) => setReading({ name, message: value, problem: "" }),
        { maxRateHz, queue: "latest" },
      );
      return () => subscription[Symbol.dispose]();
    } catch (error) {
      setReading({ name, message: undefined, problem: textOf(error) });
      return undefined;
    }
  }, [client, topic, type, name, maxRateHz]);
  // Until the first message of a new topic arrives, the old topic's message must not be taken for it.
  return reading.name === name ? reading : nothing(name);
}

/** Publishes one message. */
export interface Publish<T> {
  (message: T): void;
}

/**
 * Advertises a topic while the component is on the page, and returns the function that publishes on it; `undefined`
 * without a connection.
 */
export function usePublisher<Type extends string>(topic: string, type: Type): Publish<MessageOf<Type>> | undefined {
  const client = useValue(useWorld().client);
  const [publish, setPublish] = useState<Publish<MessageOf<Type>>>();
  useEffect(() => {
    if (client === undefined || topic === "") return undefined;
    const publisher = client.node.advertise(client.namespace + topic, type);
    setPublish(() => (message: MessageOf<Type>) => publisher.publish(message));
    return () => {
      setPublish(undefined);
      publisher[Symbol.dispose]();
    };
  }, [client, topic, type]);
  return publish;
}

function nothing(name: string) {
  return { name, message: undefined, problem: "" };
}
