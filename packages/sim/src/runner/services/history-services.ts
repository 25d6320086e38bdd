import type { orrery } from "@orrery/msgs";
import { fromSecNsec } from "../../base/time.ts";
import { authorOf } from "../../commands/texts/label-of.ts";
import { isUndoable, type PastView, type ShownMark, type UndoablePast } from "../../history/past-view.ts";
import type { Node } from "../../transport/node.ts";
import type { Publisher } from "../../transport/publisher.ts";
import { LOG_REFUSAL } from "../playback.ts";
import { offerBoolean } from "./boolean-service.ts";
import { HistoryChanges } from "./history-changes.ts";
import { historyMessage, jumpMessage, markMessage } from "./history-messages.ts";

/**
 * A history of up to SMALL marks and stretches is published completely with every change; each additional one delays
 * that by WAIT_MS.
 */
const SMALL = 200;
const WAIT_MS = 5;

/** Lets clients see a world's history and move in it. */
export class HistoryServices implements Disposable {
  readonly #past: PastView;
  readonly #node: Node;
  readonly #nowMs: () => number;
  readonly #lists: Publisher<orrery.History>;
  readonly #changes: Publisher<orrery.HistoryChange>;
  readonly #jumps: Publisher<orrery.TimeJump>;
  readonly #listening = new DisposableStack();
  readonly #pastChanges: HistoryChanges;
  #revision = 1;
  #isNews = false;
  #isListStale = true;
  #listMs = -Infinity;
  #waitMs = 0;
  /** Commands dropped from the list since the complete history was last published. */
  #forgotten: ShownMark[] = [];

  constructor(past: PastView, node: Node, prefix: string, nowMs: () => number) {
    this.#past = past;
    this.#node = node;
    this.#nowMs = nowMs;
    this.#pastChanges = new HistoryChanges(past);
    this.#lists = node.advertise(`${prefix}/history`, "orrery.msgs.History", { latched: true });
    this.#changes = node.advertise(`${prefix}/history/changes`, "orrery.msgs.HistoryChange");
    this.#jumps = node.advertise(`${prefix}/history/jump`, "orrery.msgs.TimeJump");
    this.#listening.use(past.jumps.on((jump) => this.#jumps.publish(jumpMessage(jump))));
    this.#listening.use(
      past.changes.on(() => {
        this.#isNews = true;
      }),
    );
    node.service(
      `${prefix}/history/info`,
      { request: "gz.msgs.Empty", response: "orrery.msgs.History", needs: "viewer", isInput: false },
      () => {
        this.#publishChange();
        return this.#whole();
      },
    );
    const undoRedo = { request: "orrery.msgs.UndoRedo", isInput: false } as const;
    offerBoolean(node, `${prefix}/history/undo_redo`, undoRedo, (request, message) => {
      const { id = "", undo = false, author_name = "", first } = request;
      undoable(past)[undo ? "undo" : "redo"](id, authorOf(message, author_name), first);
    });
    const goTo = { request: "orrery.msgs.GoTo", isInput: false } as const;
    offerBoolean(node, `${prefix}/history/go_to`, goTo, (request, message) => {
      const { id = "", time, author_name = "" } = request;
      past.goTo({ id, timeNs: time && fromSecNsec(time) }, authorOf(message, author_name));
    });
    offerBoolean(
      node,
      `${prefix}/history/settings`,
      { request: "orrery.msgs.HistorySettings", needs: "admin", isInput: false },
      (request) => {
        const own = undoable(past);
        const { limits } = own;
        const { byteLimit, commandLimit, mostBytes = Infinity } = limits;
        const { enabled = limits.enabled, byte_limit = 0, command_limit = 0 } = request;
        if (byte_limit > mostBytes)
          throw new Error(`byte_limit is at most ${mostBytes}: more is up to the server's config`);
        own.configure({
          ...limits,
          enabled,
          byteLimit: byte_limit || byteLimit,
          commandLimit: command_limit || commandLimit,
        });
      },
    );
  }

  /** Publishes what has changed since the last call. */
  publish(): void {
    this.#publishChange();
    if (!this.#isListStale || this.#nowMs() - this.#listMs < this.#waitMs) return;
    const whole = this.#whole();
    this.#isListStale = false;
    this.#listMs = this.#nowMs();
    this.#waitMs = WAIT_MS * Math.max(0, itemsOf(whole) - SMALL);
    this.#lists.publish({ ...whole, forgotten: this.#forgotten.splice(0).map(markMessage) });
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.#node[Symbol.dispose]();
  }

  #publishChange(): void {
    if (!this.#isNews) return;
    this.#isNews = false;
    this.#isListStale = true;
    const { now, ...change } = this.#pastChanges.next();
    const forgotten = isUndoable(this.#past) ? this.#past.takeForgotten() : [];
    this.#forgotten.push(...forgotten);
    const revision = ++this.#revision;
    this.#changes.publish({ ...change, revision, now: { ...now, forgotten: forgotten.map(markMessage) } });
  }

  #whole(): orrery.History {
    return { ...historyMessage(this.#past), revision: this.#revision };
  }
}

/** Returns the past if commands can be undone in it; throws otherwise. */
function undoable(past: PastView): UndoablePast {
  if (!isUndoable(past)) throw new Error(LOG_REFUSAL);
  return past;
}

function itemsOf({ stretches = [], undo = [] }: orrery.History): number {
  return stretches.length + undo.length;
}
