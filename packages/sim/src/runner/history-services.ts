import type { orrery } from "@orrery/msgs";
import { fromSecNsec, toSecNsec } from "../base/time.ts";
import { authorOf } from "../commands/label-of.ts";
import type { Jump, ShownMark, ShownPast, ShownStretch } from "../history/shown-past.ts";
import type { Node } from "../transport/node.ts";
import type { Publisher } from "../transport/publisher.ts";
import { offerBoolean } from "./boolean-service.ts";

/** How clients see a world's history and move in it. */
export class HistoryServices implements Disposable {
  readonly #past: ShownPast;
  readonly #node: Node;
  readonly #lists: Publisher<orrery.History>;
  readonly #jumps: Publisher<orrery.TimeJump>;
  readonly #listening: readonly Disposable[];
  #isNews = true;

  constructor(past: ShownPast, node: Node, prefix: string) {
    this.#past = past;
    this.#node = node;
    this.#lists = node.advertise(`${prefix}/history`, "orrery.msgs.History", { latched: true });
    this.#jumps = node.advertise(`${prefix}/history/jump`, "orrery.msgs.TimeJump");
    this.#listening = [
      past.jumps.on((jump) => this.#jumps.publish(jumpMessage(jump))),
      past.changes.on(() => {
        this.#isNews = true;
      }),
    ];
    offerBoolean(node, `${prefix}/history/undo_redo`, "orrery.msgs.UndoRedo", (request, message) => {
      const { id = "", undo = false, author_name = "" } = request;
      past[undo ? "undo" : "redo"](id, authorOf(message, author_name));
    });
    offerBoolean(node, `${prefix}/history/go_to`, "orrery.msgs.GoTo", (request, message) => {
      const { id = "", time, author_name = "" } = request;
      past.goTo({ id, timeNs: time && fromSecNsec(time) }, authorOf(message, author_name));
    });
    offerBoolean(node, `${prefix}/history/settings`, "orrery.msgs.HistorySettings", (request) => {
      const { limits } = past;
      const { byteLimit, commandLimit, mostBytes = Infinity } = limits;
      const { enabled = limits.enabled, byte_limit = 0, command_limit = 0 } = request;
      if (byte_limit > mostBytes)
        throw new Error(`byte_limit is at most ${mostBytes}: more is up to the server's config`);
      past.configure({
        ...limits,
        enabled,
        byteLimit: byte_limit || byteLimit,
        commandLimit: command_limit || commandLimit,
      });
    });
  }

  /** The lists, when they are others since the last time. */
  publish(): void {
    if (!this.#isNews) return;
    this.#isNews = false;
    this.#lists.publish(historyMessage(this.#past));
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    this.#node[Symbol.dispose]();
  }
}

function historyMessage(past: ShownPast): orrery.History {
  const { enabled, byteLimit, commandLimit } = past.limits;
  return {
    timeline: past.timeline,
    undo: past.undoable().map(markMessage),
    redo: past.redoable().map(markMessage),
    stretches: past.stretches().map(stretchMessage),
    earliest: toSecNsec(past.earliestNs),
    bytes: past.bytes,
    byte_limit: byteLimit,
    present: past.present.id,
    ahead: past.ahead?.id ?? "",
    enabled,
    command_limit: commandLimit,
    forgotten: past.takeForgotten().map(markMessage),
    log: past.log,
  };
}

function stretchMessage({ id, parent, start, end, marks, jump }: ShownStretch): orrery.HistoryStretch {
  return {
    id,
    parent: parent?.id ?? "",
    start: toSecNsec(start.timeNs),
    end: toSecNsec(end.timeNs),
    marks: marks.map(markMessage),
    ...(jump && { jump: jumpMessage({ ...jump, timeline: 0 }) }),
  };
}

export function markMessage({ id, description, author, authorName, at }: ShownMark): orrery.HistoryMark {
  return { id, description, author, author_name: authorName, sim_time: toSecNsec(at.timeNs) };
}

const causes = { undo: "UNDO", redo: "REDO", "go-to": "GO_TO", reset: "RESET", seek: "SEEK" } as const;

/** What a message says; of one that is unknown here, as much as can be said of any. */
export function causeOf(told: orrery.TimeJump["cause"]): Jump["cause"] {
  const known = (Object.keys(causes) as (keyof typeof causes)[]).find((cause) => causes[cause] === told);
  return known ?? "go-to";
}

export function jumpMessage({ cause, timeline, fromNs, toNs, mark, author, authorName }: Jump): orrery.TimeJump {
  return {
    timeline,
    cause: causes[cause],
    from: toSecNsec(fromNs),
    to: toSecNsec(toNs),
    id: mark?.id ?? "",
    description: mark?.description ?? "",
    author,
    author_name: authorName,
  };
}
