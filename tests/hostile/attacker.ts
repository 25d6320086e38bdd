import type { Role } from "@orrery/sim";
import type { Ground } from "./ground.ts";

/** What the server did with an attacker's requests. */
export type Fate = "served" | "refused" | "cut off";

/** One way of attacking a server. */
export interface Attacker {
  readonly name: string;
  /** The role with which it connects; strangers have no token. */
  readonly role: Role | "stranger";
  /** What must have happened to it; otherwise nothing was tested. */
  readonly fates: readonly Fate[];
  /** Attacks until the ground says that it is over. */
  readonly attack: (ground: Ground) => Promise<void>;
}

/** Counts an attacker's fates, with the last reason given for each. */
export class Tally {
  readonly counts: Record<Fate, number> = { served: 0, refused: 0, "cut off": 0 };
  readonly reasons: Partial<Record<Fate, string>> = {};

  note(fate: Fate, reason?: string): void {
    this.counts[fate]++;
    if (reason !== undefined) this.reasons[fate] = reason;
  }
}
