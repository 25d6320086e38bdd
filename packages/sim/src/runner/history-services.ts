import type { orrery } from "@orrery/msgs";
import { fromSecNsec, toSecNsec } from "../base/time.ts";
import type { Mark, Stretch } from "../history/stretch.ts";
import type { Asker, Jump, Timeline } from "../history/timeline.ts";
import type { Message } from "../transport/message.ts";
import type { Node } from "../transport/node.ts";
import type { Publisher } from "../transport/publisher.ts";
import { offerBoolean } from "./boolean-service.ts";

/** How clients see a world's history and move in it. */
export class HistoryServices implements Disposable {
  readonly #timeline: Timeline;
  readonly #node: Node;
  readonly #lists: Publisher<orrery.History>;
  readonly #jumps: Publisher<orrery.TimeJump>;
  readonly #listening: readonly Disposable[];
  #isNews = true;

  constructor(timeline: Timeline, node: Node, prefix: string) {
    this.#timeline = timeline;
    this.#node = node;
    this.#lists = node.advertise(`${prefix}/history`, "orrery.msgs.History", { latched: true });
    this.#jumps = node.advertise(`${prefix}/history/jump`, "orrery.msgs.TimeJump");
    this.#listening = [
      timeline.jumps.on((jump) => this.#jumps.publish(jumpMessage(jump))),
      timeline.changes.on(() => {
        this.#isNews = true;
      }),
    ];
    offerBoolean(node, `${prefix}/history/undo_redo`, "orrery.msgs.UndoRedo", (request, message) => {
      const { id = "", undo = false, author_name = "" } = request;
      timeline[undo ? "undo" : "redo"](id, askerOf(message, author_name));
    });
    offerBoolean(node, `${prefix}/history/go_to`, "orrery.msgs.GoTo", (request, message) => {
      const { id = "", time, author_name = "" } = request;
      timeline.goTo({ id, timeNs: time && fromSecNsec(time) }, askerOf(message, author_name));
    });
    offerBoolean(node, `${prefix}/history/settings`, "orrery.msgs.HistorySettings", (request) => {
      const { enabled = false, byte_limit = 0, command_limit = 0 } = request;
      const { byteLimit, commandLimit } = timeline.limits;
      timeline.configure({
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
    this.#lists.publish(historyMessage(this.#timeline));
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    this.#node[Symbol.dispose]();
  }
}

function historyMessage(timeline: Timeline): orrery.History {
  const stretches = timeline.stretches();
  const { enabled, byteLimit, commandLimit } = timeline.limits;
  const [first] = timeline.present.line();
  return {
    timeline: timeline.timeline,
    undo: timeline.undoable().map(markMessage),
    redo: timeline.redoable().map(markMessage),
    stretches: stretches.map(stretchMessage),
    earliest: toSecNsec(first!.start.timeNs),
    bytes: timeline.bytes,
    byte_limit: byteLimit,
    present: timeline.present.id,
    ahead: timeline.ahead?.id ?? "",
    enabled,
    command_limit: commandLimit,
    forgotten: timeline.takeForgotten().map(markMessage),
  };
}

function stretchMessage({ id, parent, start, end, marks }: Stretch): orrery.HistoryStretch {
  return {
    id,
    parent: parent?.id ?? "",
    start: toSecNsec(start.timeNs),
    end: toSecNsec(end.timeNs),
    marks: marks.map(markMessage),
  };
}

function markMessage({ id, description, author, authorName, at }: Mark): orrery.HistoryMark {
  return { id, description, author, author_name: authorName, sim_time: toSecNsec(at.timeNs) };
}

const causes = { undo: "UNDO", redo: "REDO", "go-to": "GO_TO", reset: "RESET" } as const;

function jumpMessage({ cause, timeline, fromNs, toNs, mark, author, authorName }: Jump): orrery.TimeJump {
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

function askerOf({ caller }: Message, authorName: string): Asker {
  return { author: caller, authorName };
}
