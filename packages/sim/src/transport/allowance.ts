/** How many items of a kind one party may hold at a time, over all of its links. */
export class Allowance {
  readonly most: number;
  #used = 0;

  constructor(most = Infinity) {
    this.most = most;
  }

  get used(): number {
    return this.#used;
  }

  /** Takes one more. Returns `false`, without taking any, if none is left. */
  take(): boolean {
    if (this.#used >= this.most) return false;
    this.#used++;
    return true;
  }

  giveBack(count = 1): void {
    this.#used -= count;
  }
}

/** What the other side of a link may hold here. Links that get the same object share it. */
export interface Allowances {
  /** Topics that it announces. */
  readonly topics: Allowance;
  /** Services that it offers. */
  readonly services: Allowance;
  readonly subscriptions: Allowance;
  /** Requests that wait for an answer. */
  readonly requests: Allowance;
}

/** Creates allowances with the given limits; those left out are unlimited. */
export function allowances(most: { readonly [K in keyof Allowances]?: number } = {}): Allowances {
  return {
    topics: new Allowance(most.topics),
    services: new Allowance(most.services),
    subscriptions: new Allowance(most.subscriptions),
    requests: new Allowance(most.requests),
  };
}
