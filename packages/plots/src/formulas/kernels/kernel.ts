/**
 * Computes `n` values from those of other columns, one by one. All columns are at least `n` long; those that a loop
 * does not use are empty. `out` is none of the others.
 */
export type Loop = (
  n: number,
  out: Float64Array,
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  d: Float64Array,
  e: Float64Array,
  f: Float64Array,
) => void;

/**
 * Computes values that also depend on earlier ones. Belongs to one run. Within a run of calls without a reset, times
 * never decrease, and how samples are divided among calls makes no difference.
 */
export interface Kernel {
  append(n: number, out: Float64Array, values: Float64Array, times: Float64Array): void;
  /** Forgets everything: time has jumped back. */
  reset(): void;
}
