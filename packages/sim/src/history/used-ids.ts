/**
 * How many ids are remembered: at least the number of commands that a history lists, so that no two of those have the
 * same id.
 */
export const MAX_IDS = 100_000;
/** How many answers are remembered for clients that repeat a request, which happens within seconds. */
const MAX_ANSWERS = 256;
const LONGEST = 256;
/** The form of stretch ids, which requests may name as well as ids of commands. */
const STRETCH = /^s\d+$/;

/** A command that was performed. */
interface Done {
  readonly content: string;
  readonly answer: unknown;
}

/**
 * Knows which ids commands have had. Depends on the commands alone, not on what the history still contains, so that a
 * run repeated from its log refuses the same ones.
 */
export class UsedIds {
  readonly #ids = new Set<string>();
  readonly #answers = new Map<string, Done>();
  #given = 0;

  /** Throws if no command can have that id. */
  check(id: string): void {
    if (STRETCH.test(id)) throw new Error(`no command can be called ${id}: stretches of the past have such ids`);
    if (id.length > LONGEST) throw new Error(`the command's id has ${id.length} characters, ${LONGEST} are allowed`);
    if (this.#ids.has(id)) throw new Error(`the command ${id} was already performed; each needs a unique id`);
  }

  /** Returns the id under which a command is listed: its own, or a new one. Throws if no command can have it. */
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

  /** Returns the answer, wrapped, that the same command got before; `undefined` if it was not performed before. */
  answerTo(id: string, content: string): { readonly answer: unknown } | undefined {
    const done = this.#answers.get(id);
    return done !== undefined && content !== "" && done.content === content ? done : undefined;
  }

  /**
   * Records that a command was performed. `content` is a fingerprint of what it does, given if a client may repeat the
   * request.
   */
  note(id: string, content: string, answer: unknown): void {
    this.#ids.add(id);
    dropOldest(this.#ids, MAX_IDS);
    if (content === "") return;
    this.#answers.set(id, { content, answer });
    dropOldest(this.#answers, MAX_ANSWERS);
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
