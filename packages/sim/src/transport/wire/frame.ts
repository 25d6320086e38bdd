import { assertNever } from "../../base/assert-never.ts";
import { ByteReader } from "../../base/byte-reader.ts";
import { FrameError } from "./frame-error.ts";
import { ByteWriter } from "./byte-writer.ts";
import { callerOf, ROLES, type Caller, type Role } from "../caller.ts";
import { MAX_NAME_BYTES } from "../names.ts";
import { DEFAULT_NEED, type ServiceTraits } from "../service.ts";
import type { RequestFailure } from "../transport-error.ts";

/** Incremented when a frame changes its meaning; peers of different versions do not communicate. */
export const PROTOCOL_VERSION = 4;

/** Larger frames are neither sent nor accepted, unless a peer's options say otherwise. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/**
 * What two peers say to each other. A publication refers to its subscription by number, so it needs only a few bytes
 * besides its contents.
 */
export type Frame =
  /** The first frame of each side. The smaller window of the two applies to both. */
  | {
      readonly kind: "hello";
      readonly version: number;
      readonly name: string;
      readonly windowFrames: number;
      readonly windowBytes: number;
    }
  /** Everything that was known at the time of the hello has been announced. */
  | { readonly kind: "ready" }
  /** `messageType` is empty until somebody has named a type. */
  | {
      readonly kind: "topic";
      readonly topic: string;
      readonly messageType: string;
      readonly published: boolean;
      readonly subscribed: boolean;
      readonly latched: boolean;
    }
  | { readonly kind: "no-topic"; readonly topic: string }
  | ({ readonly kind: "service"; readonly service: string } & ServiceTraits)
  | { readonly kind: "no-service"; readonly service: string }
  /** `queue` 0 keeps only the newest; `maxRateHz` 0 means no limit. Sending the same id again changes these two. */
  | {
      readonly kind: "subscribe";
      readonly id: number;
      readonly topic: string;
      readonly queue: number;
      readonly maxRateHz: number;
    }
  | { readonly kind: "unsubscribe"; readonly id: number }
  /** `id` is that of the subscription; `gap` messages were dropped since its last one. */
  | ({
      readonly kind: "publish";
      readonly id: number;
      readonly latched: boolean;
      readonly gap: number;
      readonly bytes: Uint8Array;
    } & Caller)
  /** How many publications, and bytes in them, have been consumed since the last ack. */
  | { readonly kind: "ack"; readonly frames: number; readonly bytes: number }
  | ({ readonly kind: "request"; readonly id: number; readonly service: string; readonly bytes: Uint8Array } & Caller)
  | { readonly kind: "answer"; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: "failure"; readonly id: number; readonly code: RequestFailure; readonly text: string }
  | { readonly kind: "cancel"; readonly id: number }
  /** Says that something announced by the other side is not used here, and why. */
  | { readonly kind: "conflict"; readonly name: string; readonly text: string }
  | { readonly kind: "bye"; readonly text: string };

export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writeFrame(writer, frame);
  return writer.take();
}

/**
 * Decodes a frame; its byte fields are views of `bytes`. Throws a FrameError for anything that encodeFrame would not
 * have written.
 */
export function decodeFrame(bytes: Uint8Array): Frame {
  const reader = new ByteReader(bytes, (problem) => new FrameError(`the frame is damaged: ${problem}`));
  const frame = readFrame(reader);
  if (reader.remaining > 0) throw new FrameError(`${reader.remaining} bytes too many after "${frame.kind}"`);
  return frame;
}

export function writeFrame(writer: ByteWriter, frame: Frame): void {
  writer.u8(KINDS.indexOf(frame.kind));
  switch (frame.kind) {
    case "hello":
      writer.varint(frame.version);
      writeText(writer, frame.name, MAX_NAME_BYTES);
      writer.varint(frame.windowFrames);
      writer.varint(frame.windowBytes);
      return;
    case "ready":
      return;
    case "topic":
      writer.u8((frame.published ? 1 : 0) | (frame.subscribed ? 2 : 0) | (frame.latched ? 4 : 0));
      writeText(writer, frame.topic, MAX_NAME_BYTES);
      writeText(writer, frame.messageType, MAX_NAME_BYTES);
      return;
    case "no-topic":
      writeText(writer, frame.topic, MAX_NAME_BYTES);
      return;
    case "service":
      writeText(writer, frame.service, MAX_NAME_BYTES);
      writeText(writer, frame.request, MAX_NAME_BYTES);
      writeText(writer, frame.response, MAX_NAME_BYTES);
      writeRole(writer, frame.needs);
      return;
    case "no-service":
      writeText(writer, frame.service, MAX_NAME_BYTES);
      return;
    case "subscribe":
      writer.varint(frame.id);
      writeText(writer, frame.topic, MAX_NAME_BYTES);
      writer.varint(frame.queue);
      writer.f64(frame.maxRateHz);
      return;
    case "unsubscribe":
    case "cancel":
      writer.varint(frame.id);
      return;
    case "publish":
      writer.varint(frame.id);
      // These share a number: one byte for nearly all publications.
      writer.varint(frame.gap * 4 + (isOfHost(frame) ? 0 : 2) + (frame.latched ? 1 : 0));
      if (!isOfHost(frame)) writeCaller(writer, frame);
      writer.bytes(frame.bytes);
      return;
    case "ack":
      writer.varint(frame.frames);
      writer.varint(frame.bytes);
      return;
    case "request":
      writer.varint(frame.id);
      writeText(writer, frame.service, MAX_NAME_BYTES);
      writeCaller(writer, frame);
      writer.bytes(frame.bytes);
      return;
    case "answer":
      writer.varint(frame.id);
      writer.bytes(frame.bytes);
      return;
    case "failure":
      writer.varint(frame.id);
      writer.u8(FAILURES.indexOf(frame.code));
      writeText(writer, frame.text, MAX_TEXT_BYTES);
      return;
    case "conflict":
      writeText(writer, frame.name, MAX_NAME_BYTES);
      writeText(writer, frame.text, MAX_TEXT_BYTES);
      return;
    case "bye":
      writeText(writer, frame.text, MAX_TEXT_BYTES);
      return;
    default:
      return assertNever(frame);
  }
}

function readFrame(reader: ByteReader): Frame {
  const code = reader.u8();
  const kind = KINDS[code];
  if (kind === undefined) throw new FrameError(`unknown kind of frame: ${code}`);
  switch (kind) {
    case "hello": {
      const version = reader.varint();
      const name = readText(reader, MAX_NAME_BYTES);
      return { kind, version, name, windowFrames: reader.varint(), windowBytes: reader.varint() };
    }
    case "ready":
      return { kind };
    case "topic": {
      const flags = reader.u8();
      if (flags > 7) throw new FrameError(`unknown flags of a topic: ${flags}`);
      const [published, subscribed, latched] = [(flags & 1) !== 0, (flags & 2) !== 0, (flags & 4) !== 0];
      const topic = readText(reader, MAX_NAME_BYTES);
      return { kind, topic, messageType: readText(reader, MAX_NAME_BYTES), published, subscribed, latched };
    }
    case "no-topic":
      return { kind, topic: readText(reader, MAX_NAME_BYTES) };
    case "service": {
      const service = readText(reader, MAX_NAME_BYTES);
      const request = readText(reader, MAX_NAME_BYTES);
      const response = readText(reader, MAX_NAME_BYTES);
      return { kind, service, request, response, needs: readRole(reader) ?? DEFAULT_NEED };
    }
    case "no-service":
      return { kind, service: readText(reader, MAX_NAME_BYTES) };
    case "subscribe": {
      const id = reader.varint();
      const topic = readText(reader, MAX_NAME_BYTES);
      const queue = reader.varint();
      const maxRateHz = reader.f64();
      if (!(maxRateHz >= 0 && maxRateHz < Infinity)) throw new FrameError(`rate limit of ${maxRateHz} Hz`);
      return { kind, id, topic, queue, maxRateHz };
    }
    case "unsubscribe":
    case "cancel":
      return { kind, id: reader.varint() };
    case "publish": {
      const id = reader.varint();
      const marks = reader.varint();
      const caller = marks % 4 >= 2 ? readCaller(reader) : undefined;
      if (caller !== undefined && isOfHost(caller)) throw new FrameError("a caller without an id");
      return {
        kind,
        id,
        latched: marks % 2 === 1,
        gap: Math.floor(marks / 4),
        ...caller,
        bytes: reader.slice(reader.remaining),
      };
    }
    case "ack":
      return { kind, frames: reader.varint(), bytes: reader.varint() };
    case "request": {
      const id = reader.varint();
      const service = readText(reader, MAX_NAME_BYTES);
      return { kind, id, service, ...readCaller(reader), bytes: reader.slice(reader.remaining) };
    }
    case "answer":
      return { kind, id: reader.varint(), bytes: reader.slice(reader.remaining) };
    case "failure": {
      const id = reader.varint();
      const failure = FAILURES[reader.u8()];
      if (failure === undefined) throw new FrameError("unknown code of a failure");
      return { kind, id, code: failure, text: readText(reader, MAX_TEXT_BYTES) };
    }
    case "conflict": {
      const name = readText(reader, MAX_NAME_BYTES);
      return { kind, name, text: readText(reader, MAX_TEXT_BYTES) };
    }
    case "bye":
      return { kind, text: readText(reader, MAX_TEXT_BYTES) };
    default:
      return assertNever(kind);
  }
}

function isOfHost({ caller = "" }: Caller): boolean {
  return caller === "";
}

/** Writes an id and, if it is not empty, a name and a role. */
function writeCaller(writer: ByteWriter, { caller = "", callerName = "", role }: Caller): void {
  writeText(writer, caller, MAX_NAME_BYTES);
  if (caller === "") return;
  writeText(writer, callerName, MAX_NAME_BYTES);
  writeRole(writer, role);
}

function readCaller(reader: ByteReader): Caller {
  const caller = readText(reader, MAX_NAME_BYTES);
  if (caller === "") return callerOf({});
  const callerName = readText(reader, MAX_NAME_BYTES);
  const role = readRole(reader);
  return callerOf({ caller, callerName, ...(role === undefined ? {} : { role }) });
}

/** Writes the index of a role, counted from 1; 0 for none. */
function writeRole(writer: ByteWriter, role: Role | undefined): void {
  writer.u8(role === undefined ? 0 : ROLES.indexOf(role) + 1);
}

function readRole(reader: ByteReader): Role | undefined {
  const place = reader.u8();
  if (place > ROLES.length) throw new FrameError(`unknown role: ${place}`);
  return ROLES[place - 1];
}

/** The number of a kind on the wire is its index here. */
const KINDS: readonly Frame["kind"][] = [
  "hello",
  "ready",
  "topic",
  "no-topic",
  "service",
  "no-service",
  "subscribe",
  "unsubscribe",
  "publish",
  "ack",
  "request",
  "answer",
  "failure",
  "cancel",
  "conflict",
  "bye",
];

const FAILURES: readonly RequestFailure[] = ["no-such-service", "timed-out", "refused", "link-closed"];

const MAX_TEXT_BYTES = 16 * 1024;

const encoder = new TextEncoder();

/** Reads a length in bytes, then that much UTF-8. */
function readText(reader: ByteReader, maxBytes: number): string {
  const length = reader.varint();
  if (length > maxBytes) throw new FrameError(`text of ${length} bytes, at most ${maxBytes} are allowed`);
  return reader.text(length);
}

function writeText(writer: ByteWriter, text: string, maxBytes: number): void {
  const bytes = encoder.encode(text);
  if (bytes.length <= maxBytes) {
    writer.varint(bytes.length);
    writer.bytes(bytes);
    return;
  }
  if (maxBytes === MAX_NAME_BYTES)
    throw new FrameError(`name of ${bytes.length} bytes, at most ${maxBytes} are allowed`);
  // An explanation may be shortened; a UTF-16 unit takes at most three bytes.
  writeText(writer, `${text.slice(0, maxBytes / 3 - 1).toWellFormed()}…`, maxBytes);
}
