import { Hash128 } from "../base/hash.ts";
import { PackError, PackReader, PackWriter } from "../ecs/pack.ts";
import { decodeSnapshot, encodeSnapshot } from "../ecs/snapshot-codec.ts";
import type { Snapshot } from "../ecs/snapshot.ts";
import type { Plugin } from "../scene/scene.ts";

/** One complete moment of a simulation: continuing from it gives the same run as without an interruption. */
export interface Keyframe {
  readonly snapshot: Snapshot;
  /** The states that systems keep outside components (the physics engine), by system. */
  readonly states: ReadonlyMap<string, Uint8Array>;
}

/** The beginning of a file: enough to load the systems whose components the file contains. */
export interface KeyframeHeader {
  readonly world: string;
  readonly steps: number;
  /** Fingerprint of the world as it was loaded, which distinguishes different files of the same name. */
  readonly loaded: string;
  readonly plugins: readonly Plugin[];
}

const MAGIC = "ORRERY-KEYFRAME";
const VERSION = 2;
const CHECKSUM_BYTES = 16;

export class KeyframeError extends Error {}

export function encodeKeyframe({ snapshot, states }: Keyframe, header: KeyframeHeader): Uint8Array<ArrayBuffer> {
  const writer = new PackWriter();
  writer.text(MAGIC);
  writer.count(VERSION);
  writer.value(header);
  writer.blob(encodeSnapshot(snapshot));
  writer.count(states.size);
  for (const [system, state] of states) {
    writer.text(system);
    writer.blob(state);
  }
  const body = writer.finish();
  const file = new Uint8Array(body.length + CHECKSUM_BYTES);
  file.set(body);
  file.set(checksum(body), body.length);
  return file;
}

/** Checks that the file is complete and reads its header. Throws a KeyframeError that says what is wrong. */
export function openKeyframe(file: Uint8Array): { header: KeyframeHeader; decode: () => Keyframe } {
  const reader = new PackReader(file.subarray(0, Math.max(0, file.length - CHECKSUM_BYTES)));
  return refusing(() => {
    if (readMagic(reader) !== MAGIC) throw new KeyframeError("this is not a saved state of Orrery");
    const version = reader.count();
    if (version !== VERSION) {
      throw new KeyframeError(
        `saved by another version (format ${version}, this one reads format ${VERSION}); save it again with this version`,
      );
    }
    const body = file.subarray(0, -CHECKSUM_BYTES);
    if (checksum(body).some((byte, i) => byte !== file[body.length + i])) {
      throw new KeyframeError("the file is cut off or damaged: its checksum does not match");
    }
    const header = reader.value(0) as KeyframeHeader;
    // Decoded later, because systems named in the header, which the caller loads first, declare its components.
    return { header, decode: () => refusing(() => readBody(reader)) };
  });
}

function readBody(reader: PackReader): Keyframe {
  const snapshot = decodeSnapshot(reader.blob());
  const states = new Map<string, Uint8Array>();
  for (let rest = reader.items(); rest > 0; rest--) states.set(reader.text(), reader.blob().slice());
  return { snapshot, states };
}

function readMagic(reader: PackReader): string {
  try {
    return reader.text();
  } catch {
    return "";
  }
}

function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PackError) throw new KeyframeError(`the file is cut off or damaged: ${error.message}`);
    throw error;
  }
}

function checksum(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(new Hash128().bytes(bytes).digest().buffer as ArrayBuffer);
}
