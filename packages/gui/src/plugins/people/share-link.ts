/** Roles that a link can give to those who open it. */
export const SHARED_ROLES = ["viewer", "operator", "admin"] as const;

export type SharedRole = (typeof SHARED_ROLES)[number];

export interface SharerOptions {
  readonly role: string;
  /** The sharer's own token; empty if the server needs none. */
  readonly token: string;
  /** Resolves to the server's token for a role; for admins only. */
  readonly tokenFor: (role: SharedRole) => Promise<string>;
}

/**
 * Returns the roles that a person can share: all for an admin, otherwise their own. None if the server needs no tokens.
 */
export function rolesToShare({ role, token }: Pick<SharerOptions, "role" | "token">): readonly SharedRole[] {
  if (token === "") return [];
  return SHARED_ROLES.filter((each) => role === "admin" || role === each);
}

/** Returns the page's address with the token for a role in it; without a role, the plain address. */
export async function sharedLink(page: string, role: SharedRole | undefined, sharer: SharerOptions): Promise<string> {
  const url = new URL(page);
  url.searchParams.delete("token");
  if (role === undefined) return url.href;
  const token = role === sharer.role ? sharer.token : await sharer.tokenFor(role);
  if (token !== "") url.searchParams.set("token", token);
  return url.href;
}

/** Returns whether only the sender's own machine can open the address. */
export function isOwnMachine(page: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(page).hostname);
}
