/** Throws where a length by which is divided is none; by the names of their elements. */
export function checkAboveZero(lengths: Readonly<Record<string, number>>): void {
  for (const [element, value] of Object.entries(lengths)) {
    if (!(value > 0)) throw new Error(`<${element}> must be above 0, not ${value}`);
  }
}
