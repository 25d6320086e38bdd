/** Ends an exhaustive switch, for a case that the compiler says cannot occur. `what` names the value in the error. */
export function assertNever(value: never, what = "value"): never {
  throw new Error(`unexpected ${what} ${JSON.stringify(value)}`);
}
