/** What somebody may do: look, act on the world, decide what code runs. Each role includes those before it. */
export const ROLES = ["viewer", "operator", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** Returns whether a role includes the one that something needs. */
export function mayAsk(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The session that made a message or a request, as a gateway vouches for it. All left out: systems or the host did. */
export interface Caller {
  /** Its public id. */
  readonly caller?: string;
  /** The name that people see. */
  readonly callerName?: string;
  readonly role?: Role;
}

/** Picks the fields that say who called. */
export function callerOf({ caller = "", callerName = "", role }: Caller): Caller {
  if (caller === "") return HOST;
  return { caller, ...(callerName === "" ? {} : { callerName }), ...(role === undefined ? {} : { role }) };
}

/** The caller of what systems and the host do themselves. */
export const HOST: Caller = {};
