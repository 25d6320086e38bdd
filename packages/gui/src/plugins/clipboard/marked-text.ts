/** Returns whether text of the page is selected, which Ctrl+C would then copy. */
export function hasMarkedText(): boolean {
  const marked = getSelection();
  return marked !== null && !marked.isCollapsed && marked.toString().trim() !== "";
}
