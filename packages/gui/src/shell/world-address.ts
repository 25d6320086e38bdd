/** Returns the namespace of the world that the address of a page names, `?world=NAMESPACE/NAME`; `undefined` when it names none. */
export function namespaceInAddress(address: string): string | undefined {
  const world = new URL(address).searchParams.get("world");
  if (world === null) return undefined;
  const path = world.startsWith("/") ? world : `/${world}`;
  return path.slice(0, path.lastIndexOf("/"));
}
