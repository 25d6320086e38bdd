/** Keys with Ctrl that belong to whoever types into a field, not to the page: its undo is not the world's. */
export function isTextKey({
  key,
  ctrlKey,
  metaKey,
}: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): boolean {
  return (ctrlKey || metaKey) && /^[acvxyz]$/i.test(key);
}
