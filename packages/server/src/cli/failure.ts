import { ResourceError, TransportError, RequestError, KeyframeError, LogError } from "@orrery/sim/front";
// Not from the package as a whole, which would read the descriptors of all messages, for every command.
import { MessageError } from "@orrery/msgs/message-error";
import { ConfigError } from "../config.ts";
import { ListenError } from "../server-address.ts";
import { SimulationFailed, WorldRefused } from "../world/world-failures.ts";

/** A command could not do what it was asked to: exit status 1, and the message is all there is to say. */
export class Failure extends Error {}

/** A command line that makes no sense: exit status 2. */
export class UsageError extends Error {}

/** Returns what people are told. Only a mistake of ours comes with its stack. */
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
