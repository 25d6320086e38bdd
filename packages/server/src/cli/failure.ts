import { ResourceError, TransportError, RequestError, KeyframeError, LogError } from "@orrery/sim/front";
// Not imported from the whole package, which would read the descriptors of all messages for every command.
import { MessageError } from "@orrery/msgs/message-error";
import { ConfigError } from "../config.ts";
import { ListenError } from "../server-address.ts";
import { SimulationFailed, WorldRefused } from "../world/world-failures.ts";

/** A command failed: exit status 1, and the message says it all. */
export class Failure extends Error {}

/** An invalid command line: exit status 2. */
export class UsageError extends Error {}

/** Returns the message for people. Only a programming error includes its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return EXPLAINED.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}

const EXPLAINED = [
  Failure,
  UsageError,
  ConfigError,
  ListenError,
  WorldRefused,
  SimulationFailed,
  ResourceError,
  KeyframeError,
  LogError,
  TransportError,
  RequestError,
  MessageError,
];
