/**
 * Returns the items that contain all letters of the text in order: those that begin with it first, then those that
 * contain it as a whole.
 */
export function ranked<T extends { readonly title: string }>(all: readonly T[], text: string): readonly T[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return all;
  const scored = all.flatMap((finding) => {
    const title = finding.title.toLowerCase();
    const place = title.indexOf(wanted);
    const score = place === 0 ? 0 : place > 0 ? 1 : hasInOrder(title, wanted) ? 2 : undefined;
    return score === undefined ? [] : [{ finding, score }];
  });
  return scored.sort((a, b) => a.score - b.score).map(({ finding }) => finding);
}

function hasInOrder(title: string, wanted: string): boolean {
  let at = 0;
  for (const letter of title) if (letter === wanted[at]) at++;
  return at === wanted.length;
}
