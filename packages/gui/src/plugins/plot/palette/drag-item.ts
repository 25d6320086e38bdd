import { nameOf } from "../sources/source.ts";

/** The type of what is dragged from the palette, a tree or a field onto a plot. */
export const ITEM_DRAG = "application/x-orrery-item";

/** A number that is dragged. */
export interface DraggedItem {
  readonly key: string;
  readonly column: number;
}

/** What was dragged last. Browsers give access to the data only when it is dropped. */
let dragged: DraggedItem | undefined;

export function startDrag(transfer: DataTransfer, item: DraggedItem): void {
  dragged = item;
  transfer.effectAllowed = "copy";
  transfer.setData(ITEM_DRAG, JSON.stringify(item));
  transfer.setData("text/plain", nameOf(item.key));
}

/** Returns the item that is being dragged; `undefined` if something else is. */
export function draggedItem(transfer: DataTransfer | null): DraggedItem | undefined {
  return transfer?.types.includes(ITEM_DRAG) ? dragged : undefined;
}
