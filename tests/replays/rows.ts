import type { orrery } from "@orrery/msgs";
import { ITEM_TYPES } from "@orrery/sim";

export interface Row {
  readonly step: number;
  /** Names and values; equal texts have equal bits. */
  readonly row: string;
}

/** Returns the samples of batches one by one. An item without a value is the same whatever its columns are. */
export function rowsOf(batches: readonly orrery.ItemSamples[]): Row[] {
  let described: readonly orrery.IntrospectionItem[] = [];
  return batches.flatMap((batch) => {
    const { steps = [], times = [], values = [] } = batch;
    if (batch.described !== undefined && batch.described.length > 0) ({ described } = batch);
    return steps.map((step, row) => {
      let column = 0;
      const shown = described.map(({ name, type }) => {
        const { length } = ITEM_TYPES[type as keyof typeof ITEM_TYPES];
        const numbers = Array.from({ length }, () => values[column++ * steps.length + row]!);
        return `${name} ${numbers.every(Number.isNaN) ? "none" : numbers.map(text).join()}`;
      });
      return { step, row: [times[row], ...shown].join("; ") };
    });
  });
}

function text(number: number): string {
  return Object.is(number, -0) ? "-0" : String(number);
}
