import type { gz } from "@orrery/msgs";
import { ROLES, type Node } from "@orrery/sim/front";
import type { Tokens } from "./access.ts";
import { isRole } from "./roles.ts";

/**
 * Offers admins the token of a role, for links that admit people with that role. Only admins may call it, because their
 * role includes all others.
 */
export function offerShareTokens(node: Node, tokens: Tokens): void {
  const isOpen = ROLES.every((role) => (tokens[role] ?? []).length === 0);
  const answer = ({ data: role = "" }: gz.StringMsg): gz.StringMsg => {
    if (!isRole(role)) throw new Error(`"${role}" is not a role; roles are ${ROLES.join(", ")}`);
    // Without tokens everybody who reaches the server may connect.
    if (isOpen) return { data: "" };
    const [token] = tokens[role] ?? [];
    if (token === undefined) {
      throw new Error(`this server has no token for the role ${role}; --token ${role}=… gives it one`);
    }
    return { data: token };
  };
  node.service(SHARE_TOKEN, { request: "gz.msgs.StringMsg", response: "gz.msgs.StringMsg", needs: "admin" }, answer);
}

const SHARE_TOKEN = "/orrery/server/share_token";
