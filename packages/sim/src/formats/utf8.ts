import type { Problems } from "../scene/problem.ts";

/**
 * Returns the text of a file, without a byte order mark. If it is not UTF-8, returns `undefined` and reports a problem
 * with the line.
 */
export function decodeUtf8(bytes: Uint8Array, file: string, problems: Problems): string | undefined {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    problems.error("encoding", "the file is UTF-16", { file, line: 1, column: 1 }, "save it as UTF-8");
    return undefined;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const bad = firstInvalidByte(bytes);
    const { line, column } = placeOfByte(bytes, bad);
    const value = (bytes[bad] ?? 0).toString(16).padStart(2, "0");
    const message = `byte 0x${value} at offset ${bad} is not UTF-8`;
    problems.error("encoding", message, { file, line, column }, "save the file as UTF-8");
    return undefined;
  }
}

/** Returns the start of the first sequence that is not valid UTF-8; the length if there is none. */
export function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  // The range of the second byte excludes overlong forms, surrogates and code points above U+10FFFF.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (first < 0xc2 || first > 0xf4 || second < low || second > high) return 0;
  if (first < 0xe0) return 2;
  if (!isContinuation(bytes[at + 2])) return 0;
  if (first < 0xf0) return 3;
  return isContinuation(bytes[at + 3]) ? 4 : 0;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}

function placeOfByte(bytes: Uint8Array, offset: number): { line: number; column: number } {
  let line = 1;
  let column = 1;
  for (let at = 0; at < offset; at++) {
    const byte = bytes[at]!;
    if (byte === 0x0a) {
      line++;
      column = 1;
    } else if (!isContinuation(byte)) {
      column++;
    }
  }
  return { line, column };
}
