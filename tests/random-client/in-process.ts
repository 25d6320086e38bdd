import type { orrery } from "@orrery/msgs";
import { type Entity, type World } from "@orrery/sim";
import { applyHistoryChange } from "@orrery/sim/host";
import type { TestSim } from "@orrery/sim/testing";
import { send, type Request } from "../random-history/request.ts";
import type { Port } from "./port.ts";

/** A world in this thread, accessed only by its public services. */
export class InProcess implements Port {
  readonly sim: TestSim;
  readonly forgotten = new Set<string>();
  /** The history as reconstructed from its changes. */
  #followed: orrery.History = {};

  constructor(sim: TestSim) {
    this.sim = sim;
    const { topicPrefix } = sim.runner;
    sim.node.subscribe(`${topicPrefix}/history/changes`, "orrery.msgs.HistoryChange", ({ value }) => this.#take(value));
    sim.runner.pass();
    this.#followed = this.#askForHistory();
  }

  get world(): World {
    return this.sim.runner.world;
  }

  get root(): Entity {
    return this.sim.runner.root;
  }

  async ask(request: Request): Promise<string> {
    const [why] = await this.askAll([request]);
    return why!;
  }

  async askAll(requests: readonly Request[]): Promise<readonly string[]> {
    const { runner } = this.sim;
    const told = requests.map((request) => {
      const answer = { why: undefined as string | undefined };
      send(
        this.sim,
        request,
        (why) => (answer.why = why),
        () => (answer.why = ""),
      );
      return answer;
    });
    runner.pass();
    // A command whose files must be loaded first is an input of a later pass.
    for (let turn = 0; told.some(({ why }) => why === undefined) || !runner.state.paused; turn++) {
      if (turn > 2000) throw new Error(`no answer to ${requests.map(({ service }) => service).join(", ")}`);
      if (runner.state.paused) await new Promise(setImmediate);
      runner.pass();
    }
    return told.map(({ why }) => why!);
  }

  async publish(topic: string, type: string, value: object): Promise<void> {
    this.sim.publish(topic, type, { ...value });
    this.sim.runner.pass();
  }

  async hash(): Promise<string> {
    return this.sim.runner.hash();
  }

  /** Returns the whole history, as a request gets it. A client that followed all changes has the same. */
  async history(): Promise<orrery.History> {
    const whole = this.#askForHistory();
    const [told, followed] = [comparable(whole), comparable(this.#followed)];
    if (told !== followed) throw new Error(`the changes lead to another history:\n${followed}\n${told}`);
    return whole;
  }

  #askForHistory(): orrery.History {
    let whole: orrery.History | undefined;
    this.sim.node.call(
      `${this.sim.runner.topicPrefix}/history/info`,
      {},
      (result) => {
        if (!result.ok) throw result.error;
        whole = result.value;
      },
      { response: "orrery.msgs.History" },
    );
    // The changes of a step are published with the next pass.
    this.sim.runner.pass();
    return whole!;
  }

  #take(change: orrery.HistoryChange): void {
    for (const { id = "" } of change.now?.forgotten ?? []) this.forgotten.add(id);
    // Before the whole history has arrived.
    if (this.#followed.revision === undefined) return;
    const next = applyHistoryChange(this.#followed, change);
    if (next === undefined) throw new Error(`the change to ${change.revision} came after ${this.#followed.revision}`);
    this.#followed = next;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.sim[Symbol.dispose]();
  }
}

/** Returns the history without the parts that advance with the world's time and are published with the next change. */
function comparable({ undo, redo, stretches = [], present, ahead, revision, timeline }: orrery.History): string {
  const sorted = stretches
    .map((stretch) => (stretch.id === present ? withoutEnds(stretch) : stretch))
    .toSorted((a, b) => ((a.id ?? "") < (b.id ?? "") ? -1 : 1));
  return JSON.stringify({ undo, redo, sorted, present, ahead, revision, timeline });
}

function withoutEnds(stretch: orrery.HistoryStretch): orrery.HistoryStretch {
  const { busy = [] } = stretch;
  return { ...stretch, end: {}, busy: busy.map((span, i) => (i === busy.length - 1 ? { ...span, end: {} } : span)) };
}
