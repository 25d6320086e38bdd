/** A number that can be plotted: a column of the thing with this key, as the sources of curves call it. */
export interface PlotNumber {
  readonly key: string;
  readonly column: number;
}

/** What can be dropped on a plot: numbers, or a thing of the world, whose items are then offered. */
export type Plottable =
  | { readonly kind: "numbers"; readonly numbers: readonly PlotNumber[]; readonly name: string }
  | { readonly kind: "thing"; readonly name: string };

/** The type of what is dragged from a list, a tree or a field onto a plot. */
const PLOT_DRAG = "application/x-orrery-plot";

/** What was dragged last. Browsers give access to the data only when it is dropped. */
let dragged: Plottable | undefined;

/** Begins a drag onto plots. Dropped elsewhere, it is the name as text. */
export function startPlotDrag(transfer: DataTransfer, plottable: Plottable): void {
  dragged = plottable;
  transfer.effectAllowed = "copy";
  transfer.setData(PLOT_DRAG, JSON.stringify(plottable));
  transfer.setData("text/plain", plottable.name);
}

/** Returns what is being dragged; `undefined` if it cannot be plotted. */
export function draggedPlottable(transfer: DataTransfer | null): Plottable | undefined {
  return transfer?.types.includes(PLOT_DRAG) ? dragged : undefined;
}

/** Returns the key of an item of the world, by its full name: `vehicle::chassis::pose`. */
export function itemKey(name: string): string {
  return `item:${name}`;
}
