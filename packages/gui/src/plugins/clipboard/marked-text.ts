/** Returns whether some text of the page is marked: that is what Ctrl+C copies then. */
export function hasMarkedText(): boolean {
  const marked = getSelection();
  return marked !== null && !marked.isCollapsed && marked.toString().trim() !== "";
}
