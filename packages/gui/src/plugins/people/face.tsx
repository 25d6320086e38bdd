import type { Person } from "../../client/presence.ts";
import { initialsOf } from "./initials.ts";
import { tip } from "../../ui/tip.ts";

/** Somebody's initials in their colour. */
export function Face({ person: { name, colour, role, isSelf, isConnected } }: { readonly person: Person }) {
  return (
    <span
      className={isConnected ? "face" : "face away"}
      style={{ background: `var(--person-${colour})` }}
      {...tip(`${name}${isSelf ? " (you)" : ""}, ${role}`)}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}
