import { assertNever } from "../../base/assert-never.ts";
import { isTooLong } from "../names.ts";
import type { Namespaces } from "../namespaces.ts";
import type { Frame } from "./frame.ts";

/**
 * Translates between the names of a bus and those of a world behind a link, which does not know its namespace. Names in
 * other namespaces do not exist for that world.
 */
export class PeerNames {
  readonly namespace: string;
  readonly #namespaces: Namespaces;

  constructor(namespace: string, namespaces: Namespaces) {
    this.namespace = namespace;
    this.#namespaces = namespaces;
  }

  /** Returns whether the world may know a name of this bus. */
  has(name: string): boolean {
    return this.#namespaces.of(name) === this.namespace;
  }

  /** Returns a frame for the world, with names as the world knows them. */
  inward<F extends Frame>(frame: F): F {
    return this.namespace === "" ? frame : renamed(frame, (name) => name.slice(this.namespace.length));
  }

  /**
   * Returns a frame of the world with names as this bus knows them; `undefined` if the name belongs to a different
   * world, or is too long here.
   */
  outward(frame: Frame): Frame | undefined {
    let isOwn = true;
    const outer = renamed(frame, (inner) => {
      const name = this.namespace + inner;
      isOwn = this.has(name) && !isTooLong(name);
      return name;
    });
    return isOwn ? outer : undefined;
  }
}

/** Returns a frame with the name of its topic or service replaced. */
function renamed<F extends Frame>(frame: F, rename: (name: string) => string): F;
function renamed(frame: Frame, rename: (name: string) => string): Frame {
  switch (frame.kind) {
    case "topic":
    case "no-topic":
    case "subscribe":
      return { ...frame, topic: rename(frame.topic) };
    case "service":
    case "no-service":
    case "request":
      return { ...frame, service: rename(frame.service) };
    case "conflict":
      return { ...frame, name: rename(frame.name) };
    case "hello":
    case "ready":
    case "bye":
    case "unsubscribe":
    case "publish":
    case "ack":
    case "answer":
    case "failure":
    case "cancel":
      return frame;
    default:
      return assertNever(frame);
  }
}
