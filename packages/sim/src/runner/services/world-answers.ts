import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { RunInfo } from "../run-info.ts";
import { SharedAnswer } from "../../transport/shared-answer.ts";

/** The answers about a whole world. The larger the world, the longer it takes to write them. */
export type WorldAnswer = "sdf" | "sdf-with-file" | "poses" | "scene" | "graph" | "state";

/** Writes answers in another thread, from a copy of the world at the time of the request. */
export interface Scribe {
  /** Returns the bytes of the answer's message. */
  write(answer: WorldAnswer, info: RunInfo): Promise<Uint8Array>;
}

/** Makes an answer from a world: a message and its type. */
export interface AnswerMaker {
  readonly type: string;
  readonly make: (world: World, root: Entity, info: RunInfo) => object;
}

export interface WorldAnswersOptions {
  readonly world: World;
  readonly root: Entity;
  readonly runInfo: () => RunInfo;
  readonly scribe?: Scribe | undefined;
}

/**
 * Answers requests about the whole world. Requests at the same moment get the same bytes. If the host has a second
 * thread, large worlds are described there, one answer at a time: a request that arrives in the meantime waits for the
 * next answer, so an answer is never older than its request.
 */
export class WorldAnswers {
  readonly #options: WorldAnswersOptions;
  readonly #made = new Map<WorldAnswer, Made>();
  readonly #flights = new Map<WorldAnswer, Flight>();

  constructor(options: WorldAnswersOptions) {
    this.#options = options;
  }

  give(which: WorldAnswer, maker: AnswerMaker): SharedAnswer | Promise<SharedAnswer> {
    const { world, scribe, runInfo } = this.#options;
    const made = this.#made.get(which);
    const isNew = made?.info.paused !== runInfo().paused || made.info.realTimeNs !== runInfo().realTimeNs;
    if (made !== undefined && !isNew && !world.hasChangedSince(made.version)) return made.answer;
    if (scribe === undefined || world.entityCount <= FEW_ENTITIES) return this.#make(which, maker);
    return this.#nextFlight(which, scribe);
  }

  #make(which: WorldAnswer, { make }: AnswerMaker): SharedAnswer {
    const { world, root, runInfo } = this.#options;
    const [version, info] = [world.mark(), runInfo()];
    const answer = SharedAnswer.ofValue(make(world, root, info));
    this.#made.set(which, { answer, version, info });
    return answer;
  }

  #nextFlight(which: WorldAnswer, scribe: Scribe): Promise<SharedAnswer> {
    const flight = this.#flights.get(which);
    if (flight === undefined) return this.#fly(which, scribe);
    flight.next ??= flight.landed.then(() => this.#fly(which, scribe));
    return flight.next;
  }

  #fly(which: WorldAnswer, scribe: Scribe): Promise<SharedAnswer> {
    const [version, info] = [this.#options.world.mark(), this.#options.runInfo()];
    const flying = scribe.write(which, info).then((bytes) => {
      const answer = SharedAnswer.ofBytes(bytes);
      this.#made.set(which, { answer, version, info });
      return answer;
    });
    const landed = flying.then(
      () => undefined,
      () => undefined,
    );
    const flight: Flight = { landed, next: undefined };
    this.#flights.set(which, flight);
    void landed.then(() => this.#flights.get(which) === flight && this.#flights.delete(which));
    return flying;
  }
}

interface Made {
  readonly answer: SharedAnswer;
  /** The world's version. */
  readonly version: number;
  readonly info: RunInfo;
}

interface Flight {
  readonly landed: Promise<void>;
  /** The next answer, for requests that arrived after this one was begun. */
  next: Promise<SharedAnswer> | undefined;
}

/** With up to this many entities, writing an answer takes less time than passing it to another thread. */
const FEW_ENTITIES = 300;
