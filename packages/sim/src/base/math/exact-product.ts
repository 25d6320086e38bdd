/**
 * Returns a·b − product, exactly, where `product` is a·b rounded and none of the three is near overflow or underflow.
 */
export function productError(a: number, b: number, product: number): number {
  const aSplit = a * SPLITTER;
  const aHigh = aSplit - (aSplit - a);
  const aLow = a - aHigh;
  const bSplit = b * SPLITTER;
  const bHigh = bSplit - (bSplit - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** 2^27 + 1: splits a double into two halves of 26 bits. */
const SPLITTER = 134217729;
