/** Throws if a length that is used as a divisor is not above zero. The keys are the names of the elements. */
export function checkAboveZero(lengths: Readonly<Record<string, number>>): void {
  for (const [element, value] of Object.entries(lengths)) {
    if (!(value > 0)) throw new Error(`<${element}> must be above 0, not ${value}`);
  }
}
