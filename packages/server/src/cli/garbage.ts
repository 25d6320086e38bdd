import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes. One file of the worst kind needs some 150 MB on top of it. */
const ENOUGH = 96 * 2 ** 20;

/**
 * Between two of many files: each leaves nothing but garbage, of which V8, on a machine with much memory, gathers half a
 * gigabyte before it looks. Does nothing while there is little of it.
 */
export function collectGarbage(): void {
  const { used_heap_size, external_memory } = getHeapStatistics();
  if (used_heap_size + external_memory > ENOUGH) collector()();
}

let found: (() => void) | undefined;

function collector(): () => void {
  if (found === undefined) {
    setFlagsFromString("--expose-gc");
    found = runInNewContext("gc") as () => void;
  }
  return found;
}
