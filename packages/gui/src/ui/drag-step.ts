/**
 * The value after its field was dragged that many pixels to the right: a hundredth of its size a pixel, at least a
 * hundredth of one; ten times finer with Shift, ten times coarser with Ctrl. Round numbers stay round.
 */
export function dragStep(
  from: number,
  pixels: number,
  { shiftKey, ctrlKey }: { readonly shiftKey: boolean; readonly ctrlKey: boolean },
): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(Math.abs(from), 1)));
  const step = (size / 100) * (shiftKey ? 0.1 : 1) * (ctrlKey ? 10 : 1);
  const digits = Math.max(0, -Math.round(Math.log10(step)));
  return Number((from + pixels * step).toFixed(Math.max(digits, decimalsOf(from))));
}

function decimalsOf(value: number): number {
  const [, decimals = ""] = String(value).split(".");
  return Math.min(decimals.length, 15);
}
