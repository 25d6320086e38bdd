import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes, between two of many files. A file of the worst kind needs some 150 MB in addition. */
export const BETWEEN_FILES = 96 * 2 ** 20;
/** Bytes, after loading a world. A thread with a small world uses half of that. */
export const AFTER_LOADING = 48 * 2 ** 20;

/**
 * Collects the garbage of this thread, at moments when there is much of it. Almost everything allocated for reading a
 * file is garbage afterwards, and on a machine with much memory V8 accumulates half a gigabyte before it collects. Does
 * nothing while the heap has fewer bytes than `above`.
 */
export function collectGarbage({ above }: { readonly above: number }): void {
  const { used_heap_size, external_memory } = getHeapStatistics();
  if (used_heap_size + external_memory > above) collector()();
}

let found: (() => void) | undefined;

function collector(): () => void {
  if (found === undefined) {
    setFlagsFromString("--expose-gc");
    found = runInNewContext("gc") as () => void;
  }
  return found;
}
