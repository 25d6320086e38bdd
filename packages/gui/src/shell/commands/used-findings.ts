import { kept } from "../../client/kept.ts";

/** Keys of chosen items, newest last; repeated choices are listed repeatedly. */
const chosen = kept<readonly string[]>("palette-used", [], (value) => Array.isArray(value));

/** Records a choice, for this visit and later ones. */
export function noteChosen(key: string): void {
  chosen.set([...chosen.current, key].slice(-REMEMBERED));
}

/**
 * Puts used items first: the last few, then the most frequent ones. Among the rest, items useful to newcomers come
 * first.
 */
export function usedFirst<T extends { readonly key: string }>(
  all: readonly T[],
  used: readonly string[] = chosen.current,
): { readonly used: readonly T[]; readonly others: readonly T[] } {
  const byKey = new Map(all.map((finding) => [finding.key, finding]));
  const recent = [...new Set(used.toReversed())].slice(0, RECENT);
  const counts = new Map<string, number>();
  for (const key of used) counts.set(key, (counts.get(key) ?? 0) + 1);
  const frequent = [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key);
  const keys = [...new Set([...recent, ...frequent])];
  const shown = keys.flatMap((key) => byKey.get(key) ?? []).slice(0, SHOWN);
  const isShown = new Set(shown);
  const starters = STARTERS.flatMap((key) => byKey.get(key) ?? []);
  const others = [...new Set([...starters, ...all])].filter((finding) => !isShown.has(finding));
  return { used: shown, others };
}

const STARTERS = [
  "command world.run",
  "command insert.find",
  "command scene.frame-all",
  "panel teleop",
  "panel joints",
  "command measure.toggle",
  "command history.go-to-time",
  "command help.keys",
];

const REMEMBERED = 100;
const RECENT = 3;
const SHOWN = 7;
