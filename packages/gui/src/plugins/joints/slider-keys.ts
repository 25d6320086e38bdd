import { useRef, type KeyboardEvent } from "react";
import { rangeStep, within, type Range } from "./axis-range.ts";

interface SliderKeysOptions {
  readonly value: number;
  readonly range: Range;
  readonly isDisabled: boolean;
  readonly onChange: (value: number, isFinal: boolean) => void;
  readonly onCancel: () => void;
}

/** Handles a slider's keys. The value that a held key reaches is final on release. */
export function useSliderKeys({ value, range, isDisabled, onChange, onCancel }: SliderKeysOptions) {
  /** The value reached by keys that are held. */
  const stepped = useRef<number | undefined>(undefined);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isDisabled || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && stepped.current !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      return onCancel();
    }
    const next = keyValue(event, stepped.current ?? value, range);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    stepped.current = next;
    onChange(next, false);
  };
  const finish = (): void => {
    if (stepped.current === undefined) return;
    const to = stepped.current;
    stepped.current = undefined;
    onChange(to, true);
  };
  return {
    handlers: { onKeyDown, onKeyUp: finish, onBlur: finish },
    /** Discards the value reached by held keys. */
    forget: (): void => {
      stepped.current = undefined;
    },
  };
}

/**
 * Returns the value that a key leads to: arrows step, ten times as far with Shift or as Page Up and Down; Home and End
 * go to the ends.
 */
function keyValue({ key, shiftKey }: KeyboardEvent, from: number, range: Range): number | undefined {
  const step = rangeStep(range);
  const by = (steps: number): number => {
    const digits = Math.min(15, Math.max(0, -Math.floor(Math.log10(step))));
    return within(Number((from + steps * step).toFixed(digits)), range);
  };
  const far = shiftKey ? 10 : 1;
  if (key === "ArrowRight" || key === "ArrowUp") return by(far);
  if (key === "ArrowLeft" || key === "ArrowDown") return by(-far);
  if (key === "PageUp") return by(10);
  if (key === "PageDown") return by(-10);
  if (key === "Home") return range.from;
  return key === "End" ? range.to : undefined;
}
