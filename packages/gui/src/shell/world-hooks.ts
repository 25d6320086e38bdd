import { textOf } from "@orrery/sim";
import { useEffect, useState } from "react";
import type { WorldClient } from "../client/world-client.ts";
import { useApp, useValue } from "./hooks.ts";

/** Returns the world that the page is connected to; `undefined` while there is no connection. */
export function useWorld(): WorldClient | undefined {
  return useValue(useApp().source.world);
}

/** The newest message of a topic, or why the topic cannot be subscribed to. */
export interface TopicReading<T> {
  /** `undefined` until the first message. Kept while the connection is lost. */
  readonly message: T | undefined;
  /** Empty when all is well. */
  readonly problem: string;
}

export interface TopicOptions {
  /** Messages per second at most; the server drops the rest. Default 30: faster than a person reads. */
  readonly maxRateHz?: number;
}

/**
 * Subscribes to a topic while the component is on the page and returns its newest message. The component is drawn again
 * for each message. An empty name subscribes to nothing.
 */
export function useTopic<T extends object>(topic: string, { maxRateHz = 30 }: TopicOptions = {}): TopicReading<T> {
  const world = useWorld();
  const [reading, setReading] = useState<TopicReading<T> & { readonly topic: string }>(nothing(topic));
  useEffect(() => {
    if (world === undefined || topic === "") return undefined;
    try {
      const subscription = world.node.subscribe<T>(
        topic,
        ({ value }) => setReading({ topic, message: value, problem: "" }),
        { maxRateHz, queue: "latest" },
      );
      return () => subscription[Symbol.dispose]();
    } catch (error) {
      setReading({ topic, message: undefined, problem: textOf(error) });
      return undefined;
    }
  }, [world, topic, maxRateHz]);
  // Until the first message of a new topic, that of the one before must not be taken for it.
  return reading.topic === topic ? reading : nothing(topic);
}

/** Publishes one message. */
export interface Publish<T> {
  (message: T): void;
}

/**
 * Advertises a topic while the component is on the page and returns the function that publishes on it, `undefined` while
 * there is no connection.
 */
export function usePublisher<T extends object>(topic: string, type: string): Publish<T> | undefined {
  const world = useWorld();
  const [publish, setPublish] = useState<Publish<T>>();
  useEffect(() => {
    if (world === undefined || topic === "") return undefined;
    const publisher = world.node.advertise<T>(topic, type);
    setPublish(() => (message: T) => publisher.publish(message));
    return () => {
      setPublish(undefined);
      publisher[Symbol.dispose]();
    };
  }, [world, topic, type]);
  return publish;
}

function nothing(topic: string) {
  return { topic, message: undefined, problem: "" };
}
