import { assertNever, mayAsk, ROLES, type Deed, type Role } from "@orrery/sim/front";

/**
 * Returns why a role does not allow a deed; `undefined` if it does. Services declare the role that they need where they
 * are offered.
 */
export function refusal(role: Role, deed: Deed): string | undefined {
  const needed = deed.kind === "ask" ? deed.needs : "operator";
  if (mayAsk(role, needed)) return undefined;
  return `${wordsFor(deed)} needs the role ${needed}; yours is ${role}`;
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

function wordsFor(deed: Deed): string {
  switch (deed.kind) {
    case "ask":
      return `to ask "${deed.service}"`;
    case "publish":
      return `to publish on "${deed.topic}"`;
    case "offer":
      return `to offer the service "${deed.service}"`;
    default:
      return assertNever(deed);
  }
}
