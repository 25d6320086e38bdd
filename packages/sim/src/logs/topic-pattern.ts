/** Most characters of a pattern, and most patterns of a recording. */
export const MAX_PATTERN = 512;
export const MAX_PATTERNS = 64;

/**
 * Returns whether a topic's name matches a pattern: `*` stands for any characters within one part of a name, `**` for
 * any characters at all. A pattern without a leading slash matches at the end of a name: `cmd_vel` is `**` + `/cmd_vel`.
 */
export function matchesTopic(pattern: string, topic: string): boolean {
  const whole = pattern.startsWith("/") || pattern.startsWith("*") ? pattern : `**/${pattern}`;
  return matches(whole, topic);
}

/** Returns why a pattern is refused; `undefined` if it can be used. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === "") return "a topic pattern is empty";
  if (pattern.length > MAX_PATTERN) return `a topic pattern has more than ${MAX_PATTERN} characters`;
  if (/[\s@~]/.test(pattern)) return `the topic pattern "${pattern}" has a character that no topic can have`;
  return undefined;
}

/**
 * Matches with at most `pattern.length` × `topic.length` comparisons, because a client may choose both. `reached[i]` is
 * whether the first `i` characters of the pattern match what has been read.
 */
function matches(pattern: string, topic: string): boolean {
  const tokens = pattern.match(/\*{2,}|[^]/g) ?? [];
  let reached = closure(new Uint8Array(tokens.length + 1).fill(1, 0, 1), tokens);
  for (const letter of topic) {
    const next = new Uint8Array(tokens.length + 1);
    for (const [i, token] of tokens.entries()) {
      if (reached[i] === 0) continue;
      if (token.length > 1 || (token === "*" && letter !== "/")) next[i] = 1;
      else if (token === letter) next[i + 1] = 1;
    }
    reached = closure(next, tokens);
  }
  return reached[tokens.length] === 1;
}

/** Marks also what is reached by letting a star stand for nothing. */
function closure(reached: Uint8Array, tokens: readonly string[]): Uint8Array {
  for (const [i, token] of tokens.entries()) if (reached[i] === 1 && token.startsWith("*")) reached[i + 1] = 1;
  return reached;
}
