/** Which topic the panel drives, and why. */
export interface TopicChoice {
  /** Empty if there is none. */
  readonly topic: string;
  readonly isByHand: boolean;
  /** The topic of the selection when the choice was made: selecting the same again changes nothing. */
  readonly followed: string | undefined;
}

export interface DrivePossibilities {
  /** Topics that the world listens to. */
  readonly heard: readonly string[];
  readonly hasSelection: boolean;
  /** The topic that drives the selection. */
  readonly selected: string | undefined;
}

export const NO_CHOICE: TopicChoice = { topic: "", isByHand: false, followed: undefined };

/**
 * Chooses the topic of the last selection. Without one, keeps a topic that was chosen by hand or that the world still
 * listens to.
 */
export function chooseTopic(choice: TopicChoice, { heard, hasSelection, selected }: DrivePossibilities): TopicChoice {
  if (selected !== undefined && selected !== choice.followed) {
    return { topic: selected, isByHand: false, followed: selected };
  }
  const next = hasSelection || choice.followed === undefined ? choice : { ...choice, followed: undefined };
  const [first] = heard;
  if (first === undefined || next.isByHand || heard.includes(next.topic)) return next;
  return { ...next, topic: first };
}
