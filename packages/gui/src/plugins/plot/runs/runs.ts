import { offsetBetween, type AlignedRun, type Alignment } from "@orrery/plots";
import { Value } from "../../../client/value.ts";
import { runName, type KeptRun } from "./kept-run.ts";

/** A run with how it lies on the present one. */
export interface ListedRun {
  readonly run: KeptRun;
  readonly alignment: Alignment;
  /** Seconds that are added to its times. */
  readonly offset: number;
}

/** The runs to compare with, and how each is aligned. */
export class Runs {
  readonly list = new Value<readonly ListedRun[]>([]);

  get(name: string): ListedRun | undefined {
    return this.list.current.find(({ run }) => run.name === name);
  }

  /** Returns a name like this one that no run has. */
  freeName(text: string): string {
    const name = runName(text);
    if (this.get(name) === undefined) return name;
    for (let number = 2; ; number++) if (this.get(`${name} ${number}`) === undefined) return `${name} ${number}`;
  }

  /** Adds a run, in place of the one with its name if there is one. */
  add(run: KeptRun): void {
    const others = this.list.current.filter((each) => each.run.name !== run.name);
    this.list.set([...others, { run, alignment: { by: "time" }, offset: 0 }]);
  }

  /** Lists these runs in place of all others. */
  restore(list: readonly ListedRun[]): void {
    if (list.length + this.list.current.length > 0) this.list.set(list);
  }

  remove(name: string): void {
    this.list.set(this.list.current.filter(({ run }) => run.name !== name));
  }

  /** Moves a run in time, so that it lies on the present one. Throws if both have no such command. */
  align(name: string, alignment: Alignment, present: AlignedRun): void {
    const listed = this.get(name);
    if (listed === undefined) return;
    const offset = offsetBetween(present, listed.run, alignment);
    if (offset === undefined) throw new Error(`${name} did not get that command`);
    const next = { ...listed, alignment, offset };
    this.list.set(this.list.current.map((each) => (each === listed ? next : each)));
  }
}
