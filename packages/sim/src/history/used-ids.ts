/** How many ids are remembered: at least as many as a history lists commands, so that no two of those have the same id. */
export const MOST_IDS = 100_000;
/** How many answers are remembered for clients that ask again, which they do within seconds. */
const MOST_ANSWERS = 256;
const LONGEST = 256;
/** Ids of stretches look like this, and requests name either kind. */
const STRETCH = /^s\d+$/;

/** A command that was done. */
interface Done {
  readonly content: string;
  readonly answer: unknown;
}

/**
 * Knows which ids commands have had. Depends on the commands alone, not on what the history still keeps: a run that is repeated
 * from its log refuses the same ones.
 */
export class UsedIds {
  readonly #ids = new Set<string>();
  readonly #answers = new Map<string, Done>();
  #given = 0;

  /** Throws when no command can have that id. */
  check(id: string): void {
    if (STRETCH.test(id)) throw new Error(`no command can be called ${id}: stretches of the past are called like that`);
    if (id.length > LONGEST) throw new Error(`the command's id has ${id.length} characters, ${LONGEST} are allowed`);
    if (this.#ids.has(id)) throw new Error(`the command ${id} has been done already; each needs an id of its own`);
  }

  /** Returns the id under which a command is listed: its own, or a new one. Throws when no command can have it. */
  idFor(id: string, author: string): string {
    if (id !== "") {
      this.check(id);
      return id;
    }
    for (;;) {
      const made = `${author || "server"}:${++this.#given}`;
      if (!this.#ids.has(made)) return made;
    }
  }

  /** Returns what the same command was answered when it was done, wrapped; `undefined` when it was not. */
  answerTo(id: string, content: string): { readonly answer: unknown } | undefined {
    const done = this.#answers.get(id);
    return done !== undefined && content !== "" && done.content === content ? done : undefined;
  }

  /** Notes that a command was done. `content`: a fingerprint of what it does, where a client may ask for the same again. */
  note(id: string, content: string, answer: unknown): void {
    this.#ids.add(id);
    dropOldest(this.#ids, MOST_IDS);
    if (content === "") return;
    this.#answers.set(id, { content, answer });
    dropOldest(this.#answers, MOST_ANSWERS);
  }
}

function dropOldest(
  all: { readonly size: number; keys(): Iterator<string>; delete(id: string): boolean },
  most: number,
): void {
  if (all.size <= most) return;
  const { value, done } = all.keys().next();
  if (done !== true) all.delete(value);
}
