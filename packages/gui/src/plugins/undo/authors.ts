import type { orrery } from "@orrery/msgs";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../base/log-error.ts";
import type { Person, Presence } from "../../client/presence.ts";
import { until } from "../../client/until.ts";
import { recordedIndex } from "./read-past.ts";

/** Knows names and colours of authors: of everybody here now, and of those who left while this page was open. */
export class Authors implements Disposable {
  /** Emits when somebody joins or changes name or colour, but not when they look elsewhere. */
  readonly changes = new Emitter<undefined>(logError);
  readonly #presence: Pick<Presence, "people" | "session">;
  readonly #isAlone: boolean;
  readonly #known = new Map<string, Pick<Person, "name" | "colour">>();
  readonly #listening: Disposable;

  /** `isAlone`: there is no server, so all commands are one's own. */
  constructor(presence: Pick<Presence, "people" | "session">, isAlone: boolean) {
    this.#presence = presence;
    this.#isAlone = isAlone;
    this.#listening = presence.people.changes.on((people) => this.#learn(people));
    this.#learn(presence.people.current);
  }

  /** Returns whether this session is the author; always false before the server has said which session this is. */
  isOwn(author: string): boolean {
    if (recordedIndex(author) !== undefined) return false;
    return this.#isAlone || author === this.#presence.session.current?.id;
  }

  /** Returns the author's current name, or the name at the time. */
  nameOf(author: string, then: string): string {
    return (this.#known.get(author)?.name ?? "") || then || "Somebody";
  }

  /** Returns the token of the author's colour; a neutral one for somebody who left before this page was opened. */
  tokenOf(author: string): string {
    const recorded = recordedIndex(author);
    if (recorded !== undefined) return `--person-${recorded % COLOURS}`;
    const colour = this.#isAlone ? 0 : this.#known.get(author)?.colour;
    return colour === undefined ? "--muted" : `--person-${colour}`;
  }

  /** Resolves to whether it becomes known within this time who is here. */
  areKnown(ms: number): Promise<boolean> {
    return until(this.#presence.people, (people) => this.#isAlone || people.length > 0, ms);
  }

  /** Returns whether others may be here. True while that is unknown: a server lists at least this session. */
  hasOthers(): boolean {
    if (this.#isAlone) return false;
    const { current: people } = this.#presence.people;
    return people.length === 0 || people.some(({ isSelf, isConnected }) => !isSelf && isConnected);
  }

  /** Returns why this session may not go back in time; `undefined` if it may. */
  refusal(): string | undefined {
    const { current } = this.#presence.session;
    return current === undefined ? undefined : refusalOf(current);
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  #learn(people: readonly Person[]): void {
    let isNews = false;
    for (const { id, name, colour } of people) {
      const known = this.#known.get(id);
      if (known !== undefined && known.name === name && known.colour === colour) continue;
      this.#known.set(id, { name, colour });
      isNews = true;
    }
    if (isNews) this.changes.emit(undefined);
  }
}

/** Returns why a session may not change the world; `undefined` if it may. */
export function refusalOf({ may = [], role = "" }: orrery.Session): string | undefined {
  if (may.includes("control") && may.includes("edit")) return undefined;
  return `${role === "" ? "your role" : `the role ${role}`} may only look`;
}

const COLOURS = 8;
