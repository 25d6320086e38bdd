/** Ends an exhaustive switch: a case that the compiler says cannot come. */
export function assertNever(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
