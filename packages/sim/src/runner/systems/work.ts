import type { Plugin } from "../../scene/scene.ts";
import type { Node } from "../../transport/node.ts";

/** The outcome of work that takes real time: its value, or why there is none. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

/** What work may use besides its request. Anything learned there enters the world as the result, and is recorded. */
export interface Outside {
  /**
   * Calls a service of another bus: of a client, a controller, a server. Rejects with the reason if there is no answer.
   */
  readonly ask: Node["ask"];
}

interface ResultTraits<Value> {
  /** The name of the work, unique within its system. */
  readonly name: string;
  /** Estimates the memory of a value, in bytes. Default: adds up its texts, numbers and arrays. */
  readonly bytesOf?: (value: Value) => number;
  /** Returns the systems that must be loaded before a value can be used. Default: none. */
  readonly pluginsOf?: (value: Value) => readonly Plugin[];
}

/**
 * Work that a system requests itself. Its open requests are part of the world's state: an undo restores those of that
 * moment, and their work is restarted. Requests and values must be plain data.
 */
export interface OwnWork<Request, Value> extends ResultTraits<Value> {
  /**
   * Does the work, outside any step. Not called in a replay, which has the result. If it throws, the error is the
   * reason why there is no result.
   */
  work(request: Request, outside: Outside): Promise<Value>;
  /** Handles the result, as an input. */
  onResult(result: Result<Value>, request: Request): void;
  /**
   * Holds up the next step until the result arrives, but for at most this many milliseconds of real time. After that
   * there is no result.
   */
  readonly holdsStep?: { readonly limitMs: number };
}

/**
 * Work that a request from outside needs, such as reading files. The request is not part of the world's state: it
 * survives jumps in time.
 */
export interface AnswerWork<Request, Value> extends ResultTraits<Value> {
  /**
   * Handles the result, as an input. Its return value or error is the answer to the request; if it throws, it must not
   * have changed anything.
   */
  onResult(result: Result<Value>, request: Request): unknown;
}

/** Requests work; the result arrives as an input of a later pass. */
export type Ask<Request> = (request: Request) => void;

/**
 * Starts work for a request; resolves to what `onResult` returns. In a replay nothing is started, and the promise stays
 * pending.
 */
export type AskForAnswer<Request, Value> = (
  request: Request,
  work: (outside: Outside) => Promise<Value>,
) => Promise<unknown>;
