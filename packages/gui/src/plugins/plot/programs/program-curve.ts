import type { orrery } from "@orrery/msgs";
import { describeItem } from "../data/describe-item.ts";
import { LiveCurve, type LiveCurveParts } from "../live/live-curve.ts";
import type { SimClock } from "../live/sim-clock.ts";
import { readProgramKey } from "./program-key.ts";

/** An item of a program that somebody plots. */
export class ProgramCurve extends LiveCurve implements Disposable {
  readonly program: string;
  readonly item: string;
  readonly #clock: Disposable;

  constructor(parts: LiveCurveParts, clock: SimClock) {
    super(parts);
    const { program = "", item = "" } = readProgramKey(parts.key) ?? {};
    this.program = program;
    this.item = item;
    this.#clock = clock.want();
  }

  /** Records what the item is now. An item that has gone keeps its description. */
  describe(item: orrery.IntrospectionItem): void {
    const { unavailable = "", note = "" } = item;
    if (unavailable !== "") return this.note({ error: unavailable });
    const described = describeItem({ ...item, note: note === "" ? ARRIVAL : `${note}\n${ARRIVAL}` });
    this.note({ error: "", badge: "", described: { ...described, name: `${this.program}/${this.item}` } });
  }

  [Symbol.dispose](): void {
    this.#clock[Symbol.dispose]();
  }
}

const ARRIVAL = "A program has a clock of its own: its values are drawn at the simulated time at which they arrived";
