import type { Log } from "../base/log.ts";
import type { Replay } from "../base/replay.ts";
import { OpenRequests, type OpenRequest } from "../components/open-requests.ts";
import type { Entity } from "../ecs/entities.ts";
import type { Store } from "../ecs/store.ts";
import type { World } from "../ecs/world.ts";
import type { Plugin } from "../scene/scene.ts";
import { textOf } from "../base/error-text.ts";
import type { Inputs } from "./inputs.ts";
import { plainBytes } from "./plain-bytes.ts";
import type { AnswerWork, Outside, OwnWork, Result } from "./systems/work.ts";
import type { ResultInput } from "./world-input.ts";

export interface ResultsParts {
  readonly world: World;
  readonly root: Entity;
  readonly inputs: Inputs;
  readonly replay: Replay;
  readonly log: Log;
  /** The host's clock, used only for limits of real time: when a limit has passed, that is an input as well. */
  readonly nowMs: () => number;
}

/** A system's work, with types erased: a result and its request go to the system that declared both. */
interface DeclaredWork {
  readonly outside: Outside;
  readonly run: ((request: unknown, outside: Outside) => Promise<unknown>) | undefined;
  readonly onResult: (result: Result<unknown>, request: unknown) => unknown;
  readonly bytesOf: (value: unknown) => number;
  readonly pluginsOf: (value: unknown) => readonly Plugin[];
  readonly limitMs: number | undefined;
}

/** Work in progress for an open request. */
interface Flight {
  readonly sinceMs: number;
  isOver: boolean;
}

/**
 * Turns the results of work that takes real time into inputs. Requests of systems are state (`OpenRequests`), and a
 * result is an input that closes its request. A replay has both, and does no work in between: only a live world does.
 * So after a jump in time, or in a process that has loaded a saved state, the work of all open requests is restarted.
 */
export class Results {
  readonly #parts: ResultsParts;
  readonly #works = new Map<string, DeclaredWork>();
  readonly #flights = new Map<string, Flight>();
  /**
   * Version of the world up to which open requests have been handled; -1 if kinds of work have been added or removed
   * since, or time has jumped.
   */
  #seen = -1;
  /** The open requests that hold up the next step. */
  #holding: readonly OpenRequest[] = [];

  readonly #store: Store;

  /** Creates the store at once: if the first pass created it, states from before and after would differ. */
  constructor(parts: ResultsParts) {
    this.#parts = parts;
    this.#store = parts.world.store(OpenRequests);
  }

  /** Declares work that a system requests itself. Returns the function that requests it. */
  declareOwn<Request, Value>(
    system: string,
    declared: OwnWork<Request, Value>,
    outside: Outside,
  ): (request: Request) => void {
    const { name, holdsStep } = declared;
    const run = (request: unknown): Promise<Value> => declared.work(request as Request, outside);
    this.#declare(system, declared, { outside, run, limitMs: holdsStep?.limitMs });
    return (request) => {
      const { world, root } = this.#parts;
      const { lastId, open } = world.get(root, OpenRequests) ?? OpenRequests.initial();
      const id = lastId + 1;
      world.set(root, OpenRequests, { lastId: id, open: [...open, { id, system, work: name, request }] });
    };
  }

  /** Declares work that requests from outside need. Returns the function that starts it. */
  declareAnswer<Request, Value>(
    system: string,
    declared: AnswerWork<Request, Value>,
    outside: Outside,
  ): (request: Request, work: (outside: Outside) => Promise<Value>) => Promise<unknown> {
    this.#declare(system, declared, { outside, run: undefined, limitMs: undefined });
    return async (request, work) => {
      if (this.#parts.replay.isOn) return new Promise(() => {});
      const result = await resultOf(() => work(outside));
      return this.#parts.inputs.push(this.#inputOf(system, declared.name, { kind: "given", value: request }, result));
    };
  }

  /** Forgets the work of a stopping system. */
  stopped(system: string): void {
    for (const key of this.#works.keys()) if (key.startsWith(`${system}/`)) this.#works.delete(key);
    this.#seen = -1;
  }

  /** Closes the requests of a system that is removed from a running world. */
  release(system: string): void {
    const { world, root } = this.#parts;
    const { lastId, open } = world.get(root, OpenRequests) ?? OpenRequests.initial();
    const left = open.filter((each) => each.system !== system);
    if (left.length < open.length) world.set(root, OpenRequests, { lastId, open: left });
  }

  /**
   * Gives a result to the system that requested it, and closes the request. Throws if the system refuses it, or if
   * nobody waits for it.
   */
  deliver({ system, name, request, result }: ResultInput): unknown {
    const work = this.#works.get(keyOf(system, name));
    if (work === undefined) throw new Error(`the system that asked (${system}) is no longer running`);
    if (request.kind === "given") return work.onResult(result, request.value);
    const { world, root } = this.#parts;
    const { lastId, open } = world.get(root, OpenRequests) ?? OpenRequests.initial();
    const closed = open.find(({ id }) => id === request.id);
    if (closed === undefined) throw new Error(`nobody is waiting for the result of "${name}" any longer`);
    world.set(root, OpenRequests, { lastId, open: open.filter((each) => each !== closed) });
    return work.onResult(result, closed.request);
  }

  /**
   * Starts the work of new requests, and gives up work that has exceeded its time limit. Must be called between two
   * live passes.
   */
  poll(): void {
    const { world, root, replay, nowMs } = this.#parts;
    if (replay.isOn) return;
    if (this.#store.lastWrite > this.#seen) {
      this.#seen = world.mark();
      this.#start(world.get(root, OpenRequests)?.open ?? []);
    }
    if (this.#holding.length > 0) this.#giveUpLate(nowMs());
  }

  /** Whether the next step waits for a result. */
  get isHolding(): boolean {
    return this.#holding.length > 0;
  }

  /** Milliseconds after which the step continues in any case; `Infinity` if it does not wait. */
  get leftMs(): number {
    const now = this.#parts.nowMs();
    return this.#holding.reduce((least, request) => Math.min(least, this.#leftMs(request, now)), Infinity);
  }

  /** Records that time has jumped: work in progress belongs to another moment. */
  jumped(): void {
    this.#flights.clear();
    this.#seen = -1;
    this.#parts.inputs.withdraw((input) => input.kind === "result" && input.request.kind === "open");
  }

  #declare<Value>(
    system: string,
    declared: AnswerWork<never, Value> | OwnWork<never, Value>,
    work: Pick<DeclaredWork, "outside" | "run" | "limitMs">,
  ): void {
    const key = keyOf(system, declared.name);
    if (this.#works.has(key)) throw new Error(`the system has already declared work named "${declared.name}"`);
    this.#works.set(key, {
      ...work,
      onResult: (result, request) => declared.onResult(result as Result<Value>, request as never),
      bytesOf: (value) => declared.bytesOf?.(value as Value) ?? plainBytes(value),
      pluginsOf: (value) => declared.pluginsOf?.(value as Value) ?? [],
    });
    this.#seen = -1;
  }

  #start(open: readonly OpenRequest[]): void {
    const known = open.filter(({ system, work }) => this.#works.get(keyOf(system, work))?.run !== undefined);
    const keys = new Set(known.map(flightKey));
    for (const key of this.#flights.keys()) if (!keys.has(key)) this.#flights.delete(key);
    for (const request of known) if (!this.#flights.has(flightKey(request))) void this.#fly(request);
    this.#holding = known.filter(({ system, work }) => this.#works.get(keyOf(system, work))!.limitMs !== undefined);
  }

  async #fly(request: OpenRequest): Promise<void> {
    const flight: Flight = { sinceMs: this.#parts.nowMs(), isOver: false };
    this.#flights.set(flightKey(request), flight);
    const { run, outside } = this.#works.get(keyOf(request.system, request.work))!;
    const result = await resultOf(() => run!(request.request, outside));
    // A request with that number may also exist on a different branch of history.
    if (this.#flights.get(flightKey(request)) === flight) this.#land(request, flight, result);
  }

  #giveUpLate(nowMs: number): void {
    for (const request of this.#holding) {
      const flight = this.#flights.get(flightKey(request))!;
      if (flight.isOver || this.#leftMs(request, nowMs) > 0) continue;
      const { system, work } = request;
      const reason = `no result within ${this.#works.get(keyOf(system, work))!.limitMs} ms`;
      this.#parts.log.warn(
        `system ${system} gave up waiting for "${work}" (${reason}); the world continues without it`,
      );
      this.#land(request, flight, { ok: false, reason });
    }
  }

  #leftMs(request: OpenRequest, nowMs: number): number {
    const { limitMs = Infinity } = this.#works.get(keyOf(request.system, request.work)) ?? {};
    return (this.#flights.get(flightKey(request))?.sinceMs ?? nowMs) + limitMs - nowMs;
  }

  #land({ id, system, work }: OpenRequest, flight: Flight, result: Result<unknown>): void {
    if (flight.isOver) return;
    flight.isOver = true;
    // A handler that throws is reported like any failed input.
    const taken = this.#parts.inputs.push(this.#inputOf(system, work, { kind: "open", id }, result));
    taken.catch((error: unknown) => this.#parts.log.warn(`system ${system}, "${work}": ${textOf(error)}`));
  }

  #inputOf(system: string, name: string, request: ResultInput["request"], result: Result<unknown>): ResultInput {
    const work = this.#works.get(keyOf(system, name));
    const bytes = result.ok ? (work?.bytesOf(result.value) ?? 0) : 0;
    return {
      kind: "result",
      system,
      name,
      request,
      result,
      bytes,
      plugins: result.ok ? (work?.pluginsOf(result.value) ?? []) : [],
    };
  }
}

async function resultOf(work: () => Promise<unknown>): Promise<Result<unknown>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, reason: textOf(error) };
  }
}

function keyOf(system: string, name: string): string {
  return `${system}/${name}`;
}

function flightKey({ system, work, id }: OpenRequest): string {
  return `${system}/${work}/${id}`;
}
