/** Copies the contents of an array into a larger one, and returns the larger one. */
export function grown<A extends { set(from: A): void }>(from: A, into: A): A {
  into.set(from);
  return into;
}
