/** What somebody may do: view, act on the world, decide which code runs. Each role includes the previous ones. */
export const ROLES = ["viewer", "operator", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** Returns whether a role includes the needed one. */
export function mayAsk(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/**
 * The session that made a message or a request, as a gateway vouches for it. Without any fields: a system or the host.
 */
export interface Caller {
  /** Its public id. */
  readonly caller?: string;
  /** The name that people see. */
  readonly callerName?: string;
  readonly role?: Role;
}

/** Returns only the fields about the caller. */
export function callerOf({ caller = "", callerName = "", role }: Caller): Caller {
  if (caller === "") return HOST;
  return { caller, ...(callerName === "" ? {} : { callerName }), ...(role === undefined ? {} : { role }) };
}

/** The caller of everything that systems and the host do themselves. */
const HOST: Caller = {};
