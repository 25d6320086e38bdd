import { until } from "../../client/until.ts";
import type { Person } from "../../client/presence.ts";
import type { WorldApp } from "../app.ts";
import type { SharedPart } from "./shared-view.ts";

/** How long a world may take to tell what it remembers. */
const PATIENCE_MS = 30_000;

/** A moment of a world's history. */
interface Moment {
  /** The id of its stretch. */
  readonly stretch: string;
  readonly timeNs: number;
}

/**
 * Shares the moment that the world is at. The world is everybody's: if somebody else is in it, a notice offers to take
 * it to the moment of a link instead.
 */
export function sharedMoment({ view, notices }: WorldApp): SharedPart {
  const go = async ({ stretch, timeNs }: Moment): Promise<void> => {
    // A running world would leave the moment at once.
    if (view.status.current?.paused === false) await view.client.current?.pause();
    await view.history.goTo({ id: stretch, timeNs });
  };
  return {
    read: () => {
      const timeNs = view.status.current?.timeNs;
      const stretch = view.history.state.current?.present ?? "";
      return timeNs === undefined || stretch === "" ? undefined : ({ stretch, timeNs } satisfies Moment);
    },
    show: async (value) => {
      const moment = readMoment(value);
      const text = `${moment.timeNs / 1e9} s`;
      const { history, status, session, namespace } = view;
      await until(history.state, (state) => state !== undefined, PATIENCE_MS);
      await until(status, (now) => now !== undefined, PATIENCE_MS);
      const { present = "", stretches = [] } = history.state.current ?? {};
      if (!stretches.some(({ id }) => id === moment.stretch)) {
        throw new Error(`the world does not remember it any more (${text})`);
      }
      if (present === moment.stretch && status.current?.timeNs === moment.timeNs) return;
      const isOther = ({ isSelf, isConnected, world }: Person): boolean =>
        !isSelf && isConnected && world === namespace;
      if (!session.presence.people.current.some(isOther)) return go(moment);
      notices.show({
        kind: "info",
        text: `The link was made at ${text}. Others are in this world, and would be taken there too.`,
        stays: true,
        action: {
          title: "Go there",
          run: () => void go(moment).catch((error: unknown) => notices.failed("go to the moment of the link", error)),
        },
      });
    },
  };
}

function readMoment(value: unknown): Moment {
  const { stretch, timeNs } = (typeof value === "object" && value !== null ? value : {}) as Partial<Moment>;
  const isMoment = typeof stretch === "string" && Number.isSafeInteger(timeNs) && timeNs! >= 0;
  if (!isMoment) throw new Error("it names no moment");
  return { stretch, timeNs: timeNs! };
}
