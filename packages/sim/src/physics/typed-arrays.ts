/** Returns a view of the first `count` elements. */
export function bytesOf(
  array: Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array,
  count: number,
): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, count * array.BYTES_PER_ELEMENT);
}

/** Returns the numbers of a section of a state. Throws if they are cut off. */
export function numbersOf(section: Uint8Array): Float64Array {
  if (section.length % 8 !== 0) throw new Error("the state's numbers are damaged");
  return new Float64Array(section.slice().buffer);
}
