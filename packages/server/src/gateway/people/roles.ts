import { assertNever, mayAsk, ROLES, type PeerAction, type Role } from "@orrery/sim/front";

/**
 * Returns why a role does not allow an action; `undefined` if it does. Services declare the role that they need where they
 * are offered.
 */
export function refusal(role: Role, action: PeerAction): string | undefined {
  const needed = action.kind === "ask" ? action.needs : "operator";
  if (mayAsk(role, needed)) return undefined;
  return `${wordsFor(action)} needs the role ${needed}; yours is ${role}`;
}

/** Returns what a role allows, in the terms of orrery.msgs.Session. */
export function permissions(role: Role): string[] {
  switch (role) {
    case "viewer":
      return ["view"];
    case "operator":
      return ["view", "control", "edit"];
    case "admin":
      return ["view", "control", "edit", "administer"];
    default:
      return assertNever(role);
  }
}

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

function wordsFor(action: PeerAction): string {
  switch (action.kind) {
    case "ask":
      return `to ask "${action.service}"`;
    case "publish":
      return `to publish on "${action.topic}"`;
    case "offer":
      return `to offer the service "${action.service}"`;
    default:
      return assertNever(action);
  }
}
