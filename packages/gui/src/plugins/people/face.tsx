import type { Person } from "../../client/presence.ts";
import { initialsOf } from "./initials.ts";
import { tip } from "../../ui/tip.ts";

/** Shows a person's initials in their colour. */
export function Face({ person: { name, colour, role, isSelf, isConnected } }: { readonly person: Person }) {
  const initials = initialsOf(name);
  return (
    <span
      className={["face", isConnected ? "" : "away", initials.length > 2 ? "long" : ""].join(" ")}
      style={{ background: `var(--person-${colour})` }}
      {...tip(`${name}${isSelf ? " (you)" : ""}, ${role}`)}
      aria-hidden="true"
    >
      {initials}
    </span>
  );
}
