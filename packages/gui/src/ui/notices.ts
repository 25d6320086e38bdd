import { textOf } from "@orrery/sim/host";
import { Value } from "../client/value.ts";

export interface Notice {
  readonly id: number;
  readonly kind: "info" | "good" | "warning" | "bad";
  readonly text: string;
  /** Shown when the notice is unfolded: a stack, a server's answer. */
  readonly details: string | undefined;
  readonly action: { readonly title: string; readonly run: () => void } | undefined;
  readonly cause: string | undefined;
}

export type NoticeWords = Pick<Notice, "kind" | "text"> &
  Partial<Pick<Notice, "details" | "action">> & {
    /** Whether it stays until it is closed, as errors always do. */
    readonly stays?: boolean;
    /** A later notice with the same cause replaces it. */
    readonly cause?: string;
  };

/** Short messages to the user. Nothing blocks: notices disappear by themselves, errors stay until they are closed. */
export class Notices {
  readonly list: Value<readonly Notice[]>;
  #lastId = 0;

  constructor(list = new Value<readonly Notice[]>([])) {
    this.list = list;
  }

  show({ kind, text, details, action, cause, stays = kind === "bad" }: NoticeWords): Disposable {
    const id = ++this.#lastId;
    // A repeated text is the same notice, moved to the top.
    const isSame = (notice: Notice): boolean =>
      (notice.text === text && notice.kind === kind) || (cause !== undefined && notice.cause === cause);
    const others = this.list.current.filter((notice) => !isSame(notice));
    this.list.set([...others, { id, kind, text, details, action, cause }].slice(-MOST));
    if (!stays) setTimeout(() => this.close(id), SHOWN_MS);
    return { [Symbol.dispose]: () => this.close(id) };
  }

  /** Reports a failed request. `doing` says what it was: "remove box_1". */
  failed(doing: string, error: unknown): void {
    const reason = textOf(error);
    const details = error instanceof Error ? error.stack : undefined;
    this.show({
      kind: "bad",
      text: `Cannot ${doing}:${listed(reason)}`,
      ...(details === undefined ? {} : { details }),
    });
  }

  close(id: number): void {
    const { current } = this.list;
    if (current.some((notice) => notice.id === id)) this.list.set(current.filter((notice) => notice.id !== id));
  }
}

/** Lists mistakes one per line; only the first few of many. */
function listed(reason: string): string {
  const lines = reason.split("\n");
  if (lines.length === 1) return ` ${reason}`;
  const more = lines.length - MAX_LINES;
  return ["", ...lines.slice(0, MAX_LINES), ...(more > 0 ? [`and ${more} more: see the details`] : [])].join("\n");
}

const MAX_LINES = 6;
const MOST = 5;
const SHOWN_MS = 6000;
