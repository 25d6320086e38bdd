/** What somebody may do: look, also act on the world, also decide what code runs. Each may do what those before it may. */
export const ROLES = ["viewer", "operator", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** The session that made a message or a request, as a gateway vouches for it. All left out: systems or the host did. */
export interface Caller {
  /** Its public id. */
  readonly caller?: string;
  /** As people call it. */
  readonly callerName?: string;
  readonly role?: Role;
}

/** Picks what says who called out of something that says more. */
export function callerOf({ caller = "", callerName = "", role }: Caller): Caller {
  if (caller === "") return HOST;
  return { caller, ...(callerName === "" ? {} : { callerName }), ...(role === undefined ? {} : { role }) };
}

/** Nobody from outside. */
export const HOST: Caller = {};
