import { useUndoControl } from "./control-of.ts";

/** In the colour of who did it. */
export function AuthorDot({ author }: { readonly author: string }) {
  const { authors } = useUndoControl();
  return <span className="author-dot" style={{ background: `var(${authors.tokenOf(author)})` }} />;
}
