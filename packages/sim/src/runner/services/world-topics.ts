import type { gz, orrery } from "@orrery/msgs";
import { fromSeconds, toSecNsec } from "../../base/time.ts";
import { IsModel } from "../../components/identity.ts";
import type { PastView } from "../../history/past-view.ts";
import type { Node } from "../../transport/node.ts";
import type { Publisher } from "../../transport/publisher.ts";
import type { RunState } from "../run-state.ts";
import type { Simulation } from "../simulation.ts";
import type { Statistics } from "../statistics.ts";
import { stepSizeNs } from "../sim-clock.ts";
import type { Step } from "../systems/system.ts";

/** Real time between two statistics messages, which are for people to read. */
const STATISTICS_MS = 100;

export interface WorldTopicsParts {
  readonly simulation: Simulation;
  readonly state: RunState;
  readonly statistics: Statistics;
  readonly past: PastView;
}

/** Topics of every world: its clock after each step, statistics at intervals, failed systems. */
export class WorldTopics implements Disposable {
  readonly #parts: WorldTopicsParts;
  readonly #node: Node;
  readonly #clocks: readonly Publisher<gz.Clock>[];
  readonly #statistics: readonly Publisher<gz.WorldStatistics>[];
  readonly #failures: Publisher<orrery.SystemReport>;
  #statisticsAtMs = -Infinity;
  #wasPaused = false;

  constructor(parts: WorldTopicsParts) {
    this.#parts = parts;
    const { simulation } = parts;
    this.#node = simulation.node("runner");
    const prefix = simulation.topicPrefix;
    this.#clocks = ["/clock", `${prefix}/clock`].map((topic) => this.#node.advertise(topic, "gz.msgs.Clock"));
    this.#statistics = ["/stats", `${prefix}/stats`].map((topic) =>
      this.#node.advertise(topic, "gz.msgs.WorldStatistics"),
    );
    this.#failures = this.#node.advertise(`${prefix}/system/failures`, "orrery.msgs.SystemReport", {
      latched: true,
    });
    simulation.systems.failures.on(({ name, entity, phase, error }) =>
      this.#failures.publish({ name, entity, phase, error }),
    );
  }

  /** Publishes the outcome of a pass. */
  publish(step: Step): void {
    if (!step.paused) this.#publishClock(step);
    const { runningMs, pausedMs } = this.#parts.statistics;
    const elapsed = runningMs + pausedMs;
    // A running world that has just jumped makes no step in that pass, but is not paused.
    const paused = step.paused && this.#parts.state.paused;
    if (elapsed - this.#statisticsAtMs < STATISTICS_MS && paused === this.#wasPaused) return;
    this.#statisticsAtMs = elapsed;
    this.#wasPaused = paused;
    this.#publishStatistics(step, paused);
  }

  [Symbol.dispose](): void {
    this.#node[Symbol.dispose]();
  }

  #publishClock(step: Step): void {
    if (!this.#clocks.some((clock) => clock.hasSubscribers)) return;
    const message: gz.Clock = { sim: toSecNsec(step.timeNs) };
    for (const clock of this.#clocks) clock.publish(message);
  }

  #publishStatistics(step: Step, paused: boolean): void {
    if (!this.#statistics.some((topic) => topic.hasSubscribers)) return;
    const { simulation, statistics, state, past } = this.#parts;
    const { world, root } = simulation;
    const message: gz.WorldStatistics = {
      header: { data: askedFor(state) },
      sim_time: toSecNsec(step.timeNs),
      real_time: toSecNsec(fromSeconds(statistics.runningMs / 1000)),
      pause_time: toSecNsec(fromSeconds(statistics.pausedMs / 1000)),
      paused,
      iterations: step.count,
      model_count: world.query(IsModel).count,
      real_time_factor: statistics.realTimeFactor,
      step_size: toSecNsec(stepSizeNs(world, root)),
      stepping: state.stepping,
      ...(past.log === "" ? {} : { log_playback_stats: spanOf(past) }),
    };
    for (const topic of this.#statistics) topic.publish(message);
  }
}

/**
 * Returns the requested speed and pause, for which Gazebo has no fields: everybody in a shared world should see what
 * others did.
 */
function askedFor({ targetFactor, pausedBy }: RunState): gz.Header_Map[] {
  const factor = { key: "target_real_time_factor", value: [String(targetFactor)] };
  if (pausedBy === undefined) return [factor];
  return [factor, { key: "paused_by", value: [pausedBy.author, pausedBy.authorName] }];
}

function spanOf(log: PastView): gz.LogPlaybackStatistics {
  const stretches = log.stretches();
  return { start_time: toSecNsec(stretches[0]!.start.timeNs), end_time: toSecNsec(stretches.at(-1)!.end.timeNs) };
}
