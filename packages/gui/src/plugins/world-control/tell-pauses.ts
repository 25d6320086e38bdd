import type { Person } from "../../client/presence.ts";
import type { Pauser } from "../../client/world-client.ts";
import type { WorldApp } from "../../shell/app.ts";

type Telling = Pick<WorldApp, "session" | "notices"> & { readonly view: Pick<WorldApp["view"], "status"> };

/**
 * Shows a notice when another person has paused the world. Pauses that were announced, at the end of counted steps
 * or at a given time, are not reported.
 */
export function tellPauses({ session, notices, view: { status } }: Telling): Disposable {
  const { presence } = session;
  let before = status.current;
  return status.changes.on((now) => {
    const didRun = before?.paused === false && !before.stepping;
    before = now;
    if (!didRun || now?.pausedBy === undefined) return;
    if (now.pausedBy.author === presence.session.current?.id) return;
    notices.show({ kind: "info", text: `${pauserName(now.pausedBy, presence.people.current)} paused the world` });
  });
}

/** Returns the current name of the person who paused the world: "Anna", "You". */
export function pauserName({ author, name }: Pauser, people: readonly Person[]): string {
  const person = people.find(({ id }) => id === author);
  return person?.isSelf === true ? "You" : (person?.name ?? name) || "Somebody";
}
