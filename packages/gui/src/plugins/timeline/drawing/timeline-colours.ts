import { readToken } from "../../../style/tokens.ts";

/** The colours of the timeline, from the page's tokens. */
export interface TimelineColours {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly panel: string;
  /** Colours of tracks: of the main track, and of all others. */
  readonly main: string;
  readonly side: string;
  /** Covers the part that can no longer be reached. */
  readonly veil: string;
  readonly font: string;
  readonly smallFont: string;
  /** Returns a colour by the name of its token. */
  readonly token: (name: string) => string;
}

export function readTimelineColours(): TimelineColours {
  const known = new Map<string, string>();
  const token = (name: string): string => {
    let value = known.get(name);
    if (value === undefined) known.set(name, (value = readToken(name)));
    return value;
  };
  return {
    text: token("--text"),
    muted: token("--muted"),
    line: token("--line"),
    panel: token("--panel"),
    main: token("--track-main"),
    side: token("--track-side"),
    veil: token("--veil"),
    font: `${token("--label-size")} ${token("--sans")}`,
    smallFont: `600 ${token("--badge-size")} ${token("--sans")}`,
    token,
  };
}
