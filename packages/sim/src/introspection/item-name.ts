const LONGEST = 512;

/** Throws when a text cannot name an item. */
export function checkItemName(name: string): void {
  if (name === "") throw new Error("an item needs a name");
  if (name.length > LONGEST) throw new Error(`the name of an item has at most ${LONGEST} characters`);
  for (let i = 0; i < name.length; i++) {
    if (name.charCodeAt(i) < 32)
      throw new Error(`the name of an item has no control characters: ${JSON.stringify(name)}`);
  }
}

/**
 * Returns the name of the thing that an item belongs to: `vehicle::chassis` for `vehicle::chassis::pose`; empty for the
 * manager's own items.
 */
export function ownerOf(name: string): string {
  const end = name.lastIndexOf("::");
  return end < 0 ? "" : name.slice(0, end);
}
