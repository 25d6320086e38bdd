import type { orrery } from "@orrery/msgs";
import { useEffect, useState } from "react";
import { useValue, useWorld } from "../../../shell/hooks.ts";
import { textOf } from "@orrery/sim/host";

/** The items of a thing, and the things below it. */
export interface ThingItems {
  readonly items: readonly orrery.IntrospectionItem[];
  readonly things: readonly string[];
  readonly problem: string;
  /** Whether the world has answered. */
  readonly isKnown: boolean;
}

const NOTHING: ThingItems = { items: [], things: [], problem: "", isKnown: false };
/** How often an open list is refreshed, because things come and go. */
const REFRESH_MS = 2000;

/**
 * Asks a manager for the items of a thing, by its full name; the empty name is the manager itself. Without a prefix, it
 * is that of the world.
 */
export function useThingItems(of: string, prefix?: string): ThingItems {
  const view = useWorld();
  const client = useValue(view.client);
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (client === undefined) return undefined;
    let revision = -1;
    let isOver = false;
    const ask = async (): Promise<void> => {
      try {
        const answer = await client.node.request(
          `${prefix ?? client.manager}/items`,
          { of } satisfies orrery.ItemQuery,
          {
            response: "orrery.msgs.IntrospectionItems",
          },
        );
        if (isOver || answer.revision === revision) return;
        revision = answer.revision ?? 0;
        setFound({ items: answer.items ?? [], things: answer.things ?? [], problem: "", isKnown: true });
      } catch (error) {
        if (!isOver) setFound({ ...NOTHING, problem: textOf(error) });
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), REFRESH_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [client, of, prefix]);
  return found;
}
