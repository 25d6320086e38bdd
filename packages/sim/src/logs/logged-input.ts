import type { orrery } from "@orrery/msgs";
import { pack, PackError, unpack } from "../ecs/pack.ts";
import { callerOf, ROLES, type Caller } from "../transport/caller.ts";
import type { StampedInput, WorldInput } from "../runner/world-input.ts";

/** Converts an input to the form stored in logs, as far as possible in messages that other tools can read. */
export function toLogged({ step, sequence, input }: StampedInput): orrery.LoggedInput {
  const { kind } = input;
  switch (kind) {
    case "message": {
      const { topic: name, type, latched, bytes: payload } = input;
      return { step, sequence, kind, name, type, ...loggedCaller(input), latched, payload };
    }
    case "request": {
      const { service: name, type, bytes: payload } = input;
      return { step, sequence, kind, name, type, ...loggedCaller(input), payload };
    }
    default:
      return { step, sequence, kind, payload: pack(input) };
  }
}

/** Converts it back to an input, whose answer goes nowhere. Throws a PackError if it is damaged. */
export function fromLogged(logged: orrery.LoggedInput): StampedInput {
  const { step = 0, sequence = 0 } = logged;
  return { step, sequence, input: inputOf(logged) };
}

function loggedCaller({ caller = "", callerName = "", role }: Caller): Partial<orrery.LoggedInput> {
  return { caller, caller_name: callerName, role: role ?? "" };
}

function inputOf(logged: orrery.LoggedInput): WorldInput {
  const { kind, name = "", type = "", latched = false, payload } = logged;
  const bytes = payload ?? new Uint8Array(0);
  const { caller = "", caller_name: callerName = "" } = logged;
  const role = ROLES.find((one) => one === logged.role);
  const from = callerOf({ caller, callerName, ...(role && { role }) });
  switch (kind) {
    case "message":
      return { kind, topic: name, type, latched, bytes, ...from };
    case "request":
      return { kind, id: 0, service: name, type, bytes, ...from };
    case "answer":
    case "failure":
    case "start-systems":
    case "command":
    case "result":
      return unpack(bytes) as WorldInput;
    default:
      throw new PackError(`inputs of kind "${kind}" are not known: the log is of another version`);
  }
}

/** Returns whether an input configures the history, which determines whether jumps are possible from then on. */
export function isSettings(input: WorldInput): input is WorldInput & { readonly kind: "request" } {
  return input.kind === "request" && /^\/world\/[^/]+\/history\/settings$/.test(input.service);
}

/** Returns whether an input requests a jump, which a history does not replay because it knows where jumps led. */
export function isJump(input: WorldInput): boolean {
  return input.kind === "request" && /^\/world\/[^/]+\/history\/(undo_redo|go_to)$/.test(input.service);
}
