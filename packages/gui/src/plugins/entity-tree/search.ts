import type { TreeItem } from "./tree-items.ts";
import { kindTitle } from "../../ui/entity-kind.ts";

/** A search: all words must be in the name, and one of the kinds and one of the ids must match, where there are any. */
export interface Search {
  /** In lower case; a word with `::` is searched for in the whole path. */
  readonly words: readonly string[];
  readonly kinds: readonly string[];
  readonly ids: readonly number[];
}

/** Parses a search such as `wheel kind:joint` or `#12`; undefined when it is empty. */
export function parseSearch(text: string): Search | undefined {
  const parts = text
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  const kinds = parts.filter((part) => part.startsWith("kind:")).map((part) => part.slice("kind:".length));
  const ids = parts.filter((part) => /^#\d+$/.test(part)).map((part) => Number(part.slice(1)));
  const words = parts.filter((part) => !part.startsWith("kind:") && !/^#\d*$/.test(part));
  const search = { words, kinds: kinds.filter((kind) => kind !== ""), ids };
  return search.words.length + search.kinds.length + search.ids.length === 0 ? undefined : search;
}

/**
 * Returns whether an item matches. `path` returns the scoped name in lower case, and is called only if a word needs it.
 */
export function isFound({ entity, kind, name }: TreeItem, search: Search, path: () => string): boolean {
  const { words, kinds, ids } = search;
  if (ids.length > 0 && !ids.includes(entity)) return false;
  if (kinds.length > 0 && !kinds.some((wanted) => isKind(kind, wanted))) return false;
  const lower = name.toLowerCase();
  return words.every((word) => (word.includes("::") ? path().includes(word) : lower.includes(word)));
}

function isKind(kind: TreeItem["kind"], wanted: string): boolean {
  return kind.startsWith(wanted) || kindTitle(kind).toLowerCase().startsWith(wanted);
}
