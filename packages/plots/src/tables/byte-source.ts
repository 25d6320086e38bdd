import { unzstd } from "@orrery/sim/front";
import { unpackLz4 } from "./mcap/lz4.ts";
import { TableError } from "./table-error.ts";

/**
 * Where the bytes of a file are. It may be larger than memory: only parts are read. The source of a log is one, too.
 */
export interface ByteSource {
  /** For messages: a path. */
  readonly name: string;
  readonly size: number;
  /** Reads a part; fewer bytes when the file ends before. */
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/**
 * Functions that unpack parts of files, by the names that the file's format gives them. They get the size that must
 * come out.
 */
export type Unpackers = Readonly<Record<string, (bytes: Uint8Array, size: bigint) => Uint8Array>>;

/** No writer makes larger parts: a damaged file must not make us allocate too much memory. */
export const MAX_PART_BYTES = 256 * 1024 * 1024;

/** Returns a source of bytes that are in memory. */
export function bytesSource(name: string, bytes: Uint8Array): ByteSource {
  return { name, size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

/** Reads exactly the part that is asked for. Throws a TableError when the file is shorter or the part too large. */
export async function readPart(source: ByteSource, offset: number, length: number): Promise<Uint8Array> {
  if (length > MAX_PART_BYTES) throw new TableError(`a part of ${length} bytes is too large`);
  if (!(offset >= 0 && length >= 0 && offset + length <= source.size)) {
    throw new TableError(`bytes ${offset} to ${offset + length} are not in the file`);
  }
  const bytes = await source.read(offset, length);
  if (bytes.length !== length) throw new TableError("the file has become shorter");
  return bytes;
}

/** What can be unpacked on any host; a host may have a faster function. */
const OWN: Unpackers = {
  lz4: (bytes, size) => unpackLz4(bytes, Number(size)),
  zstd: (bytes, size) => unzstd(bytes, Number(size)),
};

/** Unpacks a part. Throws a TableError when the host has no function for it or the size is not the one announced. */
export function unpackPart(unpackers: Unpackers, packing: string, bytes: Uint8Array, size: number): Uint8Array {
  const known = Object.hasOwn(unpackers, packing) ? unpackers : OWN;
  const unpack = Object.hasOwn(known, packing) ? known[packing] : undefined;
  if (unpack === undefined) throw new TableError(`it is packed with ${packing}, which cannot be unpacked here`);
  if (!(size >= 0 && size <= MAX_PART_BYTES)) throw new TableError(`a part of ${size} bytes is too large`);
  const unpacked = unpack(bytes, BigInt(size));
  if (unpacked.length !== size) throw new TableError(`unpacked it has ${unpacked.length} bytes instead of ${size}`);
  return unpacked;
}
