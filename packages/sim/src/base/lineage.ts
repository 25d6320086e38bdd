/** Something that has at most one parent among others of its kind. */
export interface Child {
  /** `undefined`, or the id of none, for the first. */
  readonly parent: string | undefined;
}

/** Returns the nodes of a tree from the first one to the one with an id; nothing if that is not known. */
export function lineage<T extends Child>(id: string, nodes: ReadonlyMap<string, T>): T[] {
  const line: T[] = [];
  let at = nodes.get(id);
  while (at !== undefined) {
    line.push(at);
    at = at.parent === undefined ? undefined : nodes.get(at.parent);
  }
  return line.reverse();
}
