import { kept } from "../../client/kept.ts";
import type { TreeOrder } from "./tree-items.ts";

export const treeOrder = kept<TreeOrder>("tree.order", "id", (value) => value === "id" || value === "name");

export function toggleTreeOrder(): void {
  treeOrder.set(treeOrder.current === "id" ? "name" : "id");
}
