import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import type { WorldView } from "../../../client/world-view.ts";
import type { LiveCurveParts } from "../live/live-curve.ts";
import { LiveSource } from "../live/live-source.ts";
import { HeardProgram } from "./heard-program.ts";
import { ProgramCurve } from "./program-curve.ts";
import { ProgramList } from "./program-list.ts";

/** The plotted items of programs outside of the world, from now on. */
export class ProgramTracks extends LiveSource<ProgramCurve> {
  /** Fires with the id of a program that is plotted and has gone. */
  readonly leavings = new Emitter<string>(logError);
  readonly programs: ProgramList;
  /** By id. */
  readonly #heard = new Map<string, HeardProgram>();
  #isSettling = false;

  constructor(view: WorldView) {
    super(view);
    this.programs = this.parts.use(new ProgramList(view));
    this.parts.use(this.programs.list.changes.on(() => this.#settle()));
    // A new connection needs new filters, even if the programs are the same.
    this.parts.use(view.client.changes.on(() => this.#hangUp()));
    this.parts.defer(() => this.#hangUp());
  }

  protected override make(parts: LiveCurveParts): ProgramCurve {
    return new ProgramCurve(parts, this.rows.clock);
  }

  protected override added(): void {
    this.#settleSoon();
  }

  protected override removed(): void {
    this.#settleSoon();
  }

  #hangUp(): void {
    for (const heard of this.#heard.values()) heard[Symbol.dispose]();
    this.#heard.clear();
    this.#settleSoon();
  }

  /** Makes one request for all curves that are added together. */
  #settleSoon(): void {
    if (this.#isSettling) return;
    this.#isSettling = true;
    queueMicrotask(() => {
      this.#isSettling = false;
      this.#settle();
    });
  }

  #settle(): void {
    const node = this.view.client.current?.node;
    const wanted = Map.groupBy(this.curves.values(), ({ program }) => program);
    for (const [id, heard] of this.#heard) {
      const isThere = this.programs.find(id)?.prefix === heard.program.prefix;
      if (isThere && wanted.has(id)) continue;
      heard[Symbol.dispose]();
      this.#heard.delete(id);
      if (!isThere && wanted.has(id)) this.leavings.emit(id);
    }
    for (const [id, curves] of wanted) {
      const program = this.programs.find(id);
      if (program === undefined || node === undefined) {
        for (const curve of curves) curve.note(absence(curve));
        continue;
      }
      const heard =
        this.#heard.get(id) ??
        new HeardProgram(program, { node, rows: this.rows, onChange: () => this.changes.emit() });
      this.#heard.set(id, heard);
      heard.watch(curves);
    }
    this.changes.emit();
  }
}

/** Says why a curve of a program that is not there gets no samples. */
function absence({ program, state }: ProgramCurve): { readonly badge: string; readonly error: string } {
  return state.described === undefined
    ? { badge: "Absent", error: `The program ${program} is not there: its values come when it runs` }
    : { badge: "Ended", error: `The program ${program} has gone. What it sent is kept, and continues when it returns` };
}
