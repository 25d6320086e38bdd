import { TableError } from "../table-error.ts";

/** Unpacks Snappy's raw format to `size` bytes. Each step takes bytes of the input, so damage cannot hold it up. */
export function unpackSnappy(packed: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  let done = 0;
  let at = 0;
  // The length, which the page's head has told.
  while (packed[at]! >= 128) at++;
  for (at++; at < packed.length;) {
    const tag = packed[at++]!;
    if ((tag & 3) === 0) {
      const extra = Math.max(0, (tag >> 2) - 59);
      const length = (extra === 0 ? tag >> 2 : number(packed, at, extra)) + 1;
      at += extra;
      if (at + length > packed.length || done + length > size) throw damaged();
      out.set(packed.subarray(at, at + length), done);
      at += length;
      done += length;
      continue;
    }
    const bytes = (tag & 3) === 3 ? 4 : tag & 3;
    const length = bytes === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    const offset = number(packed, at, bytes) + (bytes === 1 ? (tag >> 5) << 8 : 0);
    at += bytes;
    if (!(offset > 0 && offset <= done && done + length <= size)) throw damaged();
    // What is copied may overlap with where it goes.
    for (let i = 0; i < length; i++, done++) out[done] = out[done - offset]!;
  }
  if (done !== size) throw damaged();
  return out;
}

/** Reads an unsigned number, its lowest byte first. Missing bytes make it NaN. */
function number(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value += bytes[at + i]! * 256 ** i;
  if (Number.isNaN(value)) throw damaged();
  return value;
}

function damaged(): TableError {
  return new TableError("a page cannot be unpacked: it is damaged");
}
