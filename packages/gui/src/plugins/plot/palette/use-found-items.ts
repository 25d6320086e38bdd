import type { orrery } from "@orrery/msgs";
import { textOf } from "@orrery/sim/host";
import { useEffect, useState } from "react";
import { useValue, useWorld } from "../../../shell/hooks.ts";

/** The items that a search has found so far. */
export interface FoundItems {
  readonly items: readonly orrery.IntrospectionItem[];
  readonly isSearching: boolean;
  /** Whether there are more than are shown. */
  readonly hasMore: boolean;
  readonly problem: string;
}

const NOTHING: FoundItems = { items: [], isSearching: true, hasMore: false, problem: "" };
/** What a search has found, and its words. */
type Hits = FoundItems & { readonly wanted: string };
/** More hits than this are not read by anybody: another word helps. */
const MAX_FOUND = 100;
/** The pause in typing after which a search begins. */
const TYPING_MS = 150;
/** A large world has a hundred parts, as each request takes bounded work. */
const MAX_REQUESTS = 1000;

/** Searches all items of a manager for words, part by part, until enough are found. Other words end the search. */
export function useFoundItems(words: readonly string[], prefix?: string): FoundItems {
  const client = useValue(useWorld().client);
  const [found, setFound] = useState<Hits>({ ...NOTHING, wanted: "" });
  const wanted = words.join("\n");
  useEffect(() => {
    if (client === undefined) return undefined;
    let isOver = false;
    const search = async (): Promise<void> => {
      const items: orrery.IntrospectionItem[] = [];
      let after = "";
      for (let count = 0; count < MAX_REQUESTS; count++) {
        const limit = MAX_FOUND + 1 - items.length;
        const query: orrery.ItemQuery = { words: wanted.split("\n"), limit, after };
        const answer = await client.node.request(`${prefix ?? client.manager}/items`, query, {
          response: "orrery.msgs.IntrospectionItems",
        });
        if (isOver) return;
        items.push(...(answer.items ?? []));
        after = answer.next ?? "";
        const isSearching = after !== "" && items.length <= MAX_FOUND;
        const hasMore = items.length > MAX_FOUND || (!isSearching && answer.partial === true);
        setFound({ items: items.slice(0, MAX_FOUND), isSearching, hasMore, problem: "", wanted });
        if (!isSearching) return;
      }
    };
    const timer = setTimeout(() => {
      search().catch(
        (error: unknown) => isOver || setFound({ ...NOTHING, isSearching: false, problem: textOf(error), wanted }),
      );
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, wanted, prefix]);
  // Until the answer comes, the hits that also have the new words are shown.
  const items = found.items.filter(({ name = "" }) => words.every((word) => name.toLowerCase().includes(word)));
  return found.wanted === wanted ? found : { ...NOTHING, items };
}
