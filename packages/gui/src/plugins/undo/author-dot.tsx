import { useUndoControl } from "./control-of.ts";

/** Shows a dot in the colour of the author. */
export function AuthorDot({ author }: { readonly author: string }) {
  const { authors } = useUndoControl();
  return <span className="author-dot" style={{ background: `var(${authors.tokenOf(author)})` }} />;
}
