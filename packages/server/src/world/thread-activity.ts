import { causerOf, describeInput, type Act, type Activity, type KnownSystem, type WorldInput } from "@orrery/sim/front";
import { BEAT, CALL_OFF, MAX_WORDS, SYSTEM, TAKING, TRAVEL } from "../threads/signals.ts";

/** In the order of their codes. */
const ACTS: readonly Act[] = [
  "preUpdate",
  "update",
  "postUpdate",
  "settle",
  "create",
  "save",
  "restore",
  "onTimeJump",
  "load",
];
const codes = Object.fromEntries(ACTS.map((act, code) => [act, code])) as Record<Act, number>;

/** Writes what a simulation thread is doing into memory that the main thread reads if the thread is stuck. */
export class ThreadActivity implements Activity {
  readonly #signals: Int32Array;
  readonly #onSystem: (number: number, system: KnownSystem) => void;
  /** By key: a recreated system keeps its number, however many times the world goes back in time. */
  readonly #numbers = new Map<string, number>();

  constructor(signals: Int32Array, onSystem: (number: number, system: KnownSystem) => void) {
    this.#signals = signals;
    this.#onSystem = onSystem;
  }

  register(system: KnownSystem): number {
    const number = this.#numbers.get(system.key) ?? this.#numbers.size + 1;
    this.#numbers.set(system.key, number);
    this.#onSystem(number, system);
    return number;
  }

  system(number: number, act: Act): void {
    this.#signals[SYSTEM] = number === 0 ? 0 : number * ACTS.length + codes[act];
  }

  input(input: WorldInput | undefined): void {
    if (input === undefined) {
      this.#signals[TAKING] = 0;
      return;
    }
    const words = wordsOf(input);
    const length = Math.min(words.length, MAX_WORDS);
    for (let i = 0; i < length; i++) this.#signals[TAKING + 1 + i] = words.charCodeAt(i);
    this.#signals[TAKING] = length;
  }

  travelling(fraction: number | undefined): boolean {
    const isBeginning = this.#signals[TRAVEL] === 0;
    this.#signals[TRAVEL] = fraction === undefined ? 0 : 1 + Math.floor(fraction * 1000);
    if (fraction === undefined) return true;
    Atomics.add(this.#signals, BEAT, 1);
    const isCalledOff = Atomics.exchange(this.#signals, CALL_OFF, 0) === 1;
    // A cancellation from before the start of this jump was meant for the previous one, which has ended.
    return isBeginning || !isCalledOff;
  }
}

/** What a thread is doing, according to its signals. */
export interface Doing {
  readonly system: { readonly known: KnownSystem; readonly act: Act } | undefined;
  /** The input that is taking effect; empty if none. */
  readonly input: string;
}

export function doingOf(signals: Int32Array, systems: ReadonlyMap<number, KnownSystem>): Doing {
  const code = signals[SYSTEM]!;
  const known = systems.get(Math.floor(code / ACTS.length));
  const words = signals.subarray(TAKING + 1, TAKING + 1 + signals[TAKING]!);
  return {
    system: known && { known, act: ACTS[code % ACTS.length]! },
    input: String.fromCharCode(...words),
  };
}

/** Describes it for people: `update of system gripper of arm, at the request /world/w/create of 1f2e`. */
export function describeDoing({ system, input }: Doing): string {
  const acting = system && `${system.act} of system ${system.known.name} of ${system.known.scoped}`;
  return [acting, input && `the ${input}`].filter((part) => part !== undefined && part !== "").join(", at ");
}

function wordsOf(input: WorldInput): string {
  const causer = causerOf(input);
  const by = causer === "" ? "" : ` of ${causer}`;
  return `${describeInput(input)}${by}`;
}
