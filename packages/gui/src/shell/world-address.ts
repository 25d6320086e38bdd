/**
 * Returns the namespace that the address of a page names, as in `?world=NAMESPACE/NAME`; `undefined` if it names no
 * world.
 */
export function namespaceInAddress(address: string): string | undefined {
  const world = new URL(address).searchParams.get("world");
  if (world === null) return undefined;
  const path = world.startsWith("/") ? world : `/${world}`;
  return path.slice(0, path.lastIndexOf("/"));
}
