import type { orrery } from "@orrery/msgs";
import { Paced, type PacedClock } from "../../client/paced.ts";
import type { WorldHistory } from "../../client/world-history.ts";
import type { Notices } from "../../ui/notices.ts";
import type { Authors } from "./authors.ts";
import { forgottenText, jumpText, recordedText } from "./jump-words.ts";
import { pastOf, type PagePast } from "./read-past.ts";
import type { UndoReset } from "./undo-reset.ts";
import { settingsNotice } from "./settings-notice.ts";

interface TellingOptions {
  readonly clock?: PacedClock;
  /** Offers to undo a reset that somebody made; returns nothing where that is not allowed. */
  readonly undoReset?: UndoReset;
}

/**
 * Shows notices about jumps that others make or a log contains, about settings that others change, and about commands
 * that can no longer be undone. Everybody is notified of a reset, whoever made it, with a way to undo it.
 */
export function tellOthers(
  { history, notices }: { readonly history: WorldHistory; readonly notices: Notices },
  authors: Authors,
  { clock, undoReset }: TellingOptions = {},
): Disposable {
  /** The latest notice about somebody who drags through time; it replaces the one before. */
  let wandering = "";
  let shown: Disposable | undefined;
  let played: Disposable | undefined;
  const wander = new Paced(
    () => {
      shown?.[Symbol.dispose]();
      shown = notices.show({ kind: "info", text: wandering });
    },
    WANDER_MS,
    clock,
  );
  const tellReset = (author: string, { author_name = "" }: orrery.TimeJump): void => {
    const who = authors.isOwn(author) ? "You" : authors.nameOf(author, author_name);
    const undo = undoReset?.(author);
    const action = undo && { title: "Undo the reset", run: undo };
    notices.show({ kind: "info", text: `${who} reset the world`, ...(action && { action }) });
  };
  const onJump = (jump: orrery.TimeJump): void => {
    const { cause, author = "" } = jump;
    const isLog = history.log.current !== "";
    if (isLog && cause !== "SEEK") {
      const recorded = recordedText(jump);
      if (recorded === undefined) return;
      // A log that is played fast has many jumps.
      played?.[Symbol.dispose]();
      played = notices.show({ kind: "info", text: recorded });
      return;
    }
    // A log starts over by itself.
    if (isLog && author === "") return;
    if (cause === "RESET") return tellReset(author, jump);
    if (authors.isOwn(author)) return;
    const text = jumpText(jump, (id, name) => authors.nameOf(id, name));
    if (text === undefined) return;
    if (cause !== "GO_TO" && cause !== "SEEK") return void notices.show({ kind: "info", text });
    wandering = text;
    wander.ask();
  };
  let forgotten = 0;
  let past: PagePast | undefined;
  let told: Disposable | undefined;
  const forget = new Paced(
    () => {
      told?.[Symbol.dispose]();
      told = notices.show({ kind: "info", text: forgottenText(forgotten, past!) });
    },
    FORGET_MS,
    clock,
  );
  const onState = (state: orrery.History | undefined): void => {
    const before = past;
    past = state && pastOf(state);
    // This page never showed what was forgotten before it was opened.
    if (before === undefined || past === undefined) return;
    const changed = settingsNotice(before, past);
    if (changed !== undefined) {
      // The author of the change has confirmed it already.
      if (!history.takeOwnSettings()) notices.show({ kind: "warning", text: changed });
      return;
    }
    if (past.forgotten.length === 0) return;
    forgotten += past.forgotten.length;
    forget.ask();
  };
  onState(history.state.current);
  const listening = [history.jumps.on(onJump), history.state.changes.on(onState), wander, forget];
  return {
    [Symbol.dispose]: () => {
      for (const one of listening) one[Symbol.dispose]();
    },
  };
}

const WANDER_MS = 700;
/** At the limit, each new command removes an old one. */
const FORGET_MS = 10_000;
