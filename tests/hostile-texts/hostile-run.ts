import { TestSim } from "../../packages/sim/src/testing/test-sim.ts";
import { hostileText } from "./hostile-text.ts";
import { textSlots, type Request, type TextSlot } from "./text-slots.ts";

export interface Asked {
  readonly slot: string;
  /** The index of the text in its series. */
  readonly text: number;
  /** CPU time of the simulating thread, for all requests of the slot. */
  readonly ms: number;
  readonly answered: boolean;
}

/** A world that gets requests with hostile texts, one after the other, in this thread. */
export class HostileRun implements Disposable {
  readonly sim: TestSim;
  readonly slots: readonly TextSlot[];
  readonly #length: number;

  /** Loads the world. `length` is that of each text, in characters. */
  static async open({ length }: { readonly length: number }): Promise<HostileRun> {
    const sim = await TestSim.load(
      `<model name="box"><link name="link"><collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link></model>`,
      { defaultSystems: ["physics", "user-commands", "scene-broadcaster"], history: { enabled: true }, paused: true },
    );
    return new HostileRun(sim, length);
  }

  private constructor(sim: TestSim, length: number) {
    this.sim = sim;
    this.#length = length;
    this.slots = textSlots(sim);
  }

  /** Puts the `i`-th text into the next slot. */
  async ask(i: number): Promise<Asked> {
    const slot = this.slots[i % this.slots.length]!;
    const text = Math.floor(i / this.slots.length) * 7 + (i % 7);
    let ms = 0;
    let answered = true;
    for (const request of slot.requests(hostileText(text, this.#length))) {
      const took = await this.#request(request);
      if (took === undefined) answered = false;
      ms += took ?? 0;
    }
    return { slot: slot.name, text, ms, answered };
  }

  [Symbol.dispose](): void {
    this.sim[Symbol.dispose]();
  }

  /** Returns how long the thread was busy; `undefined` if there was no answer. */
  async #request({ service, request }: Request): Promise<number | undefined> {
    const { sim } = this;
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    const began = busyMs();
    sim.node.request(`/world/test/${service}`, request).then(over, over);
    for (let passes = 0; passes < 1000; passes++) {
      sim.run({ steps: 1 });
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver) return busyMs() - began;
    }
    return undefined;
  }
}

/** Returns the CPU time of this thread alone, whatever else the machine does. */
function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
