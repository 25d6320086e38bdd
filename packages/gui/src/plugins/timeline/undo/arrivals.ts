/** When each thing of a list came into it; what is in it again came again. */
export class Arrivals {
  #times: ReadonlyMap<string, number> = new Map();

  /** The list is this now. */
  note(ids: readonly string[], nowMs: number): void {
    this.#times = new Map(ids.map((id) => [id, this.#times.get(id) ?? nowMs]));
  }

  /** `undefined`: it is not in the list. */
  of(id: string | undefined): number | undefined {
    return id === undefined ? undefined : this.#times.get(id);
  }
}
