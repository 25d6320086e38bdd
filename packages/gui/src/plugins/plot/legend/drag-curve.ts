/** The type of a curve that is dragged from the legend. */
const CURVE_DRAG = "application/x-orrery-curve";

/** What was dragged last. Browsers give access to the data only when it is dropped. */
let dragged: string | undefined;

export function startCurveDrag(transfer: DataTransfer, id: string, name: string): void {
  dragged = id;
  transfer.effectAllowed = "move";
  transfer.setData(CURVE_DRAG, id);
  transfer.setData("text/plain", name);
}

/** Returns the id of the curve that is being dragged; `undefined` if something else is. */
export function draggedCurve(transfer: DataTransfer | null): string | undefined {
  return transfer?.types.includes(CURVE_DRAG) ? dragged : undefined;
}
