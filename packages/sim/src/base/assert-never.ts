/** Ends an exhaustive switch: for a case that the compiler says cannot occur. */
export function assertNever(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
