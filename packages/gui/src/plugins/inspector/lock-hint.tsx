import { Lock } from "lucide-react";
import { tip } from "../../ui/tip.ts";

/** Shows that something is read-only, and why. */
export function LockHint({ reason }: { readonly reason: string }) {
  return (
    <span
      className="lock-hint"
      role="img"
      aria-label={`Cannot be edited: ${reason}`}
      {...tip(`Cannot be edited\n${reason}`)}
    >
      <Lock />
    </span>
  );
}
