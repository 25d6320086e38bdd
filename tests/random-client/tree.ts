import type { orrery } from "@orrery/msgs";

/** A history's tree, as a client reads it. */
export class Tree {
  readonly #stretches: ReadonlyMap<string, orrery.HistoryStretch>;

  constructor({ stretches = [] }: orrery.History) {
    this.#stretches = new Map(stretches.map((stretch) => [stretch.id ?? "", stretch]));
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#stretches.keys());
  }

  get(id: string): orrery.HistoryStretch | undefined {
    return this.#stretches.get(id);
  }

  /** Returns the stretches from the first to this one. */
  line(id: string): string[] {
    const line: string[] = [];
    for (let at = this.get(id); at !== undefined; at = this.get(at.parent ?? "")) line.push(at.id ?? "");
    return line.reverse();
  }

  parentOf(id: string): string {
    return this.get(id)?.parent ?? "";
  }

  /** Returns the commands on the way to the end of a stretch, oldest first. */
  marksTo(id: string): string[] {
    return this.line(id).flatMap((each) => idsOf(this.get(each)?.marks));
  }

  endNs(id: string): number {
    const { sec = 0, nsec = 0 } = this.get(id)?.end ?? {};
    return sec * 1e9 + nsec;
  }
}

export function idsOf(marks: readonly orrery.HistoryMark[] = []): string[] {
  return marks.map(({ id = "" }) => id);
}
