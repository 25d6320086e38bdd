/** Which topic the panel drives, and why. */
export interface TopicChoice {
  /** Empty when there is none. */
  readonly topic: string;
  readonly isByHand: boolean;
  /** The topic of what was selected when the choice was made: the same again chooses nothing. */
  readonly followed: string | undefined;
}

export interface DrivePossibilities {
  /** Topics that the world listens to. */
  readonly heard: readonly string[];
  readonly hasSelection: boolean;
  /** The topic that drives what is selected. */
  readonly selected: string | undefined;
}

export const NO_CHOICE: TopicChoice = { topic: "", isByHand: false, followed: undefined };

/** Chooses by what the person selected last. Without that it stays with a topic that is heard, and with one chosen by hand. */
export function chooseTopic(choice: TopicChoice, { heard, hasSelection, selected }: DrivePossibilities): TopicChoice {
  if (selected !== undefined && selected !== choice.followed) {
    return { topic: selected, isByHand: false, followed: selected };
  }
  const next = hasSelection || choice.followed === undefined ? choice : { ...choice, followed: undefined };
  const [first] = heard;
  if (first === undefined || next.isByHand || heard.includes(next.topic)) return next;
  return { ...next, topic: first };
}
