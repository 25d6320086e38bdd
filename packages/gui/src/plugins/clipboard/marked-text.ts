/** Returns whether text of the page is selected, which Ctrl+C then copies. */
export function hasMarkedText(): boolean {
  const marked = getSelection();
  return marked !== null && !marked.isCollapsed && marked.toString().trim() !== "";
}
