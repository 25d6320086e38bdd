/** A habit that costs readers a second reading, and what to write instead. */
export interface WordRule {
  readonly habit: RegExp;
  readonly instead: string;
  /** Applies only to the doc comments of functions and methods. */
  readonly functionsOnly?: boolean;
}

const COUNTED =
  "axis|body|client|connection|entity|file|frame|joint|link|message|model|pair|session|shape|step|thread|triangle|viewer|world";
/** Finds "one a world" and "one solid a triangle", but not "one of a pair". */
const ONE_PER = new RegExp(
  String.raw`\bone(?: (?!and\b|as\b|at\b|by\b|for\b|from\b|in\b|is\b|of\b|on\b|or\b|that\b|to\b|with\b)[a-z]+)? an? (?:${COUNTED})\b`,
  "i",
);

/** Finds "the world goes on" and "it goes on from there", but not "where it goes on the screen" and "let go on its way". */
const GOES_ON =
  /(?<!\blet )\b(?:go|goes|going|went) on(?= (?:after|again|alike|as|at|because|for|from|if|in|meanwhile|then|through|to|until|when|while|with|without)\b|[.,;:)]|$)/i;

/** Finds "is no more" and "can be undone no more", but not "holds no more than ten" and "there is no more room". */
const NO_MORE =
  /\b(?<!\bthere )(?:are|be|counts?|drawn|follows?|gets|grows?|has|have|is|of|redone|there|to|told|undone|was|were|(?!need)[a-z]{2,}ed) no more(?=[.,;:)]|$| \(| (?:after|and|are|as|because|but|from|if|is|once|or|when|while)\b)/i;

export const WORD_RULES: readonly WordRule[] = [
  {
    habit:
      /(?<!\bthere )\b(?:is|are|was|were) (?:another(?= one\b| now\b| since\b| than\b|[.,;:)]|$)|others(?= now\b| since\b|[.,;:)]|$))/i,
    instead: 'say "differs", "has changed" or "is a different one"',
  },
  {
    habit: /\b(?<!\b(?:not|ever|every|are|were) )so (?:many|long|often)\b(?! as\b| ago\b|[^.;:]{0,80} that\b)/i,
    instead: 'say "this many", "this long" or "this often", or give the number',
  },
  {
    habit: /^Tells (?:how|if|the time|what|when|where|whether|which)\b/,
    instead: 'say "Returns …"',
    functionsOnly: true,
  },
  {
    habit: /^Of /,
    instead: "begin with what the function does",
    functionsOnly: true,
  },
  {
    habit: /(?<=^|[.!?:] )Whether (?:it|that|there|they) (?:are|can|did|does|had|has|is|was|were|will)\./,
    instead: 'make it a sentence: "Returns whether it was done."',
  },
  { habit: /\banew\b/i, instead: 'say "again", "rebuilt", "recreated", "starts again" or "recompiled"' },
  { habit: NO_MORE, instead: 'say "no longer" or "not any more"' },
  { habit: GOES_ON, instead: 'say "continues", "resumes" or "keeps"' },
  { habit: ONE_PER, instead: 'say "per"' },
  { habit: /\bshall\b/i, instead: 'say "will", "must" or "should"' },
  { habit: /\bin vain\b/i, instead: 'say what was not achieved: "gave up after 3 s", "timed out"' },
  { habit: /\bfor ever\b/i, instead: 'say "forever", "without end" or "without limit"' },
  { habit: /\b(?<!as a )whole or not at all\b/i, instead: 'say "completely or not at all"' },
  { habit: /\bhears?\b/i, instead: 'say "subscribes to", "receives" or "is notified of"' },
];
