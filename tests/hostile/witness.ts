import { MessageRegistry, type gz } from "@orrery/msgs";
import { type Node, type Role } from "@orrery/sim";
import { connectNode } from "@orrery/sim/host";
import { connectWs } from "../../packages/server/src/gateway/ws-link.ts";
import type { Target } from "./ground.ts";

/** What a well-behaved client sees of a world for a while. */
export interface Sight {
  readonly seconds: number;
  /** Simulated time that has passed, without jumps, in s. */
  readonly advance: number;
  /** Durations of the small requests, in ms, sorted. */
  readonly answerMs: readonly number[];
}

/** A well-behaved client: watches the clock, sends small requests one after the other, and records what goes wrong. */
export class Witness implements Disposable {
  readonly node: Node;
  readonly #target: Target;
  /** Things that a well-behaved client should never see. */
  readonly #troubles: string[];
  /** Simulated time, and the part of it due to jumps, in s. */
  #now = 0;
  #jumped = 0;

  static async join(target: Target, role: Role): Promise<Witness> {
    const troubles: string[] = [];
    const url = `ws://127.0.0.1:${target.port}/ws?token=${target.tokens[role]}&name=${role}`;
    const onClose = (reason: string): void => void troubles.push(`the ${role} was disconnected: ${reason}`);
    const node = await connectNode(await connectWs(url, { timeoutMs: 20_000 }), new MessageRegistry(), {
      onClose,
      timeoutMs: 20_000,
    });
    return new Witness(target, node, troubles);
  }

  private constructor(target: Target, node: Node, troubles: string[]) {
    this.#target = target;
    this.node = node;
    this.#troubles = troubles;
  }

  get troubles(): readonly string[] {
    return this.#troubles;
  }

  /** Resolves when the clock is known. */
  async watchClock(): Promise<void> {
    const first = Promise.withResolvers<void>();
    this.node.subscribe("/clock", "gz.msgs.Clock", ({ value: { sim } }) => {
      this.#now = secondsOf(sim);
      first.resolve();
    });
    const jumps = `${this.#target.prefix}/history/jump`;
    this.node.subscribe(
      jumps,
      "orrery.msgs.TimeJump",
      ({ value: { from, to } }) => {
        this.#jumped += secondsOf(to) - secondsOf(from);
        // The clock from before the jump may not have arrived.
        this.#now = secondsOf(to);
      },
      { queue: 10_000 },
    );
    await first.promise;
  }

  /** Sends requests until a condition is true, with pauses of `restMs`. */
  async look(until: (sight: Omit<Sight, "answerMs">) => boolean, restMs: number): Promise<Sight> {
    const startMs = performance.now();
    const first = this.#now - this.#jumped;
    const answerMs: number[] = [];
    for (;;) {
      const seen = { seconds: (performance.now() - startMs) / 1000, advance: this.#now - this.#jumped - first };
      if (until(seen)) return { ...seen, answerMs: answerMs.toSorted((a, b) => a - b) };
      const askedMs = performance.now();
      try {
        await this.node.request(`${this.#target.prefix}/pose/info`, {}, { timeoutMs: 60_000 });
        answerMs.push(performance.now() - askedMs);
      } catch (error) {
        this.#troubles.push(`no poses: ${String(error)}`);
        return { ...seen, answerMs };
      }
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }

  [Symbol.dispose](): void {
    this.#troubles.length = 0;
    this.node[Symbol.dispose]();
  }
}

function secondsOf({ sec = 0, nsec = 0 }: gz.Time = {}): number {
  return sec + nsec / 1e9;
}

/** Returns the value below which this fraction of the sorted values lies. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
