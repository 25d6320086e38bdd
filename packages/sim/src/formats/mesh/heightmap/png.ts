import { inflateZlib } from "./inflate.ts";
import { MeshError } from "../mesh-error.ts";

/** The first channel of a picture: grey, or red. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  /** 0 to 1, row by row from the top. */
  readonly values: Float32Array;
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const MAX_PIXELS = 1 << 26;
/** Samples per pixel, by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

/** Reads any PNG that is not interlaced. Throws a MeshError if the file is damaged or not a PNG. */
export function readPng(bytes: Uint8Array): GreyImage {
  if (!isPng(bytes)) throw new MeshError("this is no PNG picture");
  const chunks = chunksOf(bytes);
  const header = chunks.find(({ type }) => type === "IHDR")?.data;
  if (header === undefined || header.length < 13) throw new MeshError("the picture has no header");
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height, depth, colour] = [view.getUint32(0), view.getUint32(4), header[8]!, header[9]!];
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) {
    throw new MeshError(`a picture of ${width} × ${height} is not read`, undefined, `at most ${MAX_PIXELS} pixels`);
  }
  const channels = CHANNELS[colour];
  if (channels === undefined || !DEPTHS[colour]!.includes(depth)) {
    throw new MeshError(`a picture of colour type ${colour} and ${depth} bits is no PNG`);
  }
  if (header[12] !== 0)
    throw new MeshError("an interlaced picture is not read", undefined, "save it without interlacing");
  const palette = chunks.find(({ type }) => type === "PLTE")?.data;
  const packed = concatenated(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const data = inflateZlib(packed, (rowBytes + 1) * height);
  if (data.length < (rowBytes + 1) * height) throw new MeshError("the picture is cut off");
  unfilter(data, rowBytes, height, Math.max(1, (channels * depth) >> 3));
  const values = new Float32Array(width * height);
  const most = (1 << depth) - 1;
  for (let y = 0; y < height; y++) {
    const row = y * (rowBytes + 1) + 1;
    for (let x = 0; x < width; x++) {
      const sample = sampleAt(data, row, x * channels, depth);
      values[y * width + x] = colour === 3 ? (palette?.[3 * sample] ?? 0) / 255 : sample / most;
    }
  }
  return { width, height, values };
}

function chunksOf(bytes: Uint8Array): { type: string; data: Uint8Array }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: { type: string; data: Uint8Array }[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + 12 + length > bytes.length) throw new MeshError("the picture is cut off");
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    if (type === "IEND") break;
    at += 12 + length;
  }
  return chunks;
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Undoes the filters: each row begins with the number of the rule by which its bytes were predicted from those to the
 * left and above.
 */
function unfilter(data: Uint8Array, rowBytes: number, height: number, pixelBytes: number): void {
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1) + 1;
    const rule = data[start - 1]!;
    if (rule > 4) throw new MeshError("the picture is damaged");
    for (let i = 0; i < rowBytes; i++) {
      const at = start + i;
      const left = i < pixelBytes ? 0 : data[at - pixelBytes]!;
      const above = y === 0 ? 0 : data[at - rowBytes - 1]!;
      const corner = y === 0 || i < pixelBytes ? 0 : data[at - rowBytes - 1 - pixelBytes]!;
      if (rule === 1) data[at]! += left;
      else if (rule === 2) data[at]! += above;
      else if (rule === 3) data[at]! += (left + above) >> 1;
      else if (rule === 4) data[at]! += nearest(left, above, corner);
    }
  }
}

/** Returns Paeth's prediction: whichever is nearest to left + above − corner. */
function nearest(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

function sampleAt(data: Uint8Array, row: number, index: number, depth: number): number {
  if (depth === 16) return (data[row + 2 * index]! << 8) | data[row + 2 * index + 1]!;
  if (depth === 8) return data[row + index]!;
  const bit = index * depth;
  return (data[row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}
