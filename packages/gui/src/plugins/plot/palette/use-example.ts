import { decodeWire, type ProtoTypes } from "@orrery/plots";
import { ANY_TYPE, textOf } from "@orrery/sim/host";
import { useEffect, useState } from "react";
import { useValue, useWorld } from "../../../shell/hooks.ts";

/** A recent message of a topic. */
export interface Example {
  /** `undefined` until the first message. */
  readonly message: object | undefined;
  readonly problem: string;
}

/** How often the texts and lists of an open topic are updated. */
const EXAMPLE_HZ = 2;
/** More values than this of a message are not looked at: an image has millions. */
const MAX_VALUES = 20_000;
const NOTHING: Example = { message: undefined, problem: "" };

/** Subscribes to a topic to show what its messages contain. */
export function useExample(types: ProtoTypes, topic: string): Example {
  const client = useValue(useWorld().client);
  const [example, setExample] = useState(NOTHING);
  useEffect(() => {
    if (client === undefined) return undefined;
    try {
      const subscription = client.node.subscribe(
        topic,
        ANY_TYPE,
        ({ type, bytes }) => {
          try {
            setExample({ message: decodeWire(types, type, bytes, MAX_VALUES), problem: "" });
          } catch (error) {
            setExample({ message: undefined, problem: textOf(error) });
          }
        },
        { queue: "latest", maxRateHz: EXAMPLE_HZ },
      );
      return () => subscription[Symbol.dispose]();
    } catch (error) {
      setExample({ message: undefined, problem: textOf(error) });
      return undefined;
    }
  }, [client, types, topic]);
  return example;
}
