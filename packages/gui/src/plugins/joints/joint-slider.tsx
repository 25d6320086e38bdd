import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { tip } from "../../ui/tip.ts";
import { rangeStep, rounded, shareOf, within, type Range } from "./axis-range.ts";

export interface JointSliderProps {
  readonly label: string;
  /** Where its thumb is. */
  readonly value: number;
  /** Where the joint is: the track is filled up to there. */
  readonly present: number;
  readonly range: Range;
  /** In words, with the unit. */
  readonly text: string;
  /** Why it cannot be moved; `undefined` when it can. */
  readonly obstacle: string | undefined;
  readonly onChange: (value: number, isFinal: boolean) => void;
  /** Nothing comes of a drag. */
  readonly onCancel: () => void;
}

/** A slider of one axis. What is dragged, or stepped by a key that is held, is final when it is let go. */
export function JointSlider(props: JointSliderProps) {
  const { label, value, present, range, text, obstacle, onChange, onCancel } = props;
  const isDisabled = obstacle !== undefined;
  const track = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const grip = useRef<Grip>(NO_GRIP);
  /** Where keys that are down have got to. */
  const stepped = useRef<number | undefined>(undefined);
  const cancel = (): void => {
    setDragged(false);
    stepped.current = undefined;
    onCancel();
  };
  const onEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  });
  useEffect(() => {
    if (!isDragged) return undefined;
    const onKey = (event: globalThis.KeyboardEvent): void => onEscape(event);
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [isDragged]);

  const valueAt = (event: PointerEvent): number => {
    const { left, width } = track.current!.getBoundingClientRect();
    const place = event.clientX - grip.current.offset - left;
    const share = width === 0 ? 0 : Math.min(1, Math.max(0, place / width));
    if (share === 0 || share === 1) return share === 0 ? range.from : range.to;
    return rounded(range.from + share * (range.to - range.from), range);
  };
  const move = (event: PointerEvent): void => {
    const { isOnThumb, fromX, isMoved } = grip.current;
    if (isOnThumb && !isMoved && Math.abs(event.clientX - fromX) < SLACK_PX) return;
    grip.current = { ...grip.current, isMoved: true };
    onChange(valueAt(event), false);
  };
  const finishKeys = (): void => {
    if (stepped.current === undefined) return;
    const to = stepped.current;
    stepped.current = undefined;
    onChange(to, true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isDisabled || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && stepped.current !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      return cancel();
    }
    const next = keyValue(event, stepped.current ?? value, range);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    stepped.current = next;
    onChange(next, false);
  };
  const onPointer = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>): void => {
      if (isDisabled || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(true);
      const { left, width } = track.current!.getBoundingClientRect();
      const offThumb = event.clientX - left - shareOf(value, range) * width;
      const isOnThumb = Math.abs(offThumb) <= THUMB_PX;
      grip.current = { isOnThumb, offset: isOnThumb ? offThumb : 0, fromX: event.clientX, isMoved: false };
      // A finger may only want to scroll.
      if (!isOnThumb && event.pointerType !== "touch") move(event);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>): void => {
      if (isDragged) move(event);
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>): void => {
      if (!isDragged) return;
      setDragged(false);
      const { isOnThumb, isMoved } = grip.current;
      if (isMoved || !isOnThumb) onChange(valueAt(event), true);
    },
    // The panel has begun to scroll under the finger.
    onPointerCancel: (): void => (isDragged ? cancel() : undefined),
  };
  const [thumb, filled, zero] = [value, present, within(0, range)].map((at) => 100 * shareOf(at, range));
  return (
    <div
      className={`joint-slider${isDragged ? " dragged" : ""}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={range.from}
      aria-valuemax={range.to}
      aria-valuenow={value}
      aria-valuetext={text}
      aria-disabled={isDisabled}
      {...tip(obstacle && `${label}\n${obstacle}`, { isLate: true })}
      onKeyDown={onKeyDown}
      onKeyUp={finishKeys}
      onBlur={finishKeys}
      {...onPointer}
    >
      <div className="joint-track" ref={track}>
        <div
          className="joint-fill"
          style={{ left: `${Math.min(filled!, zero!)}%`, width: `${Math.abs(filled! - zero!)}%` }}
        />
        <div className="joint-zero" style={{ left: `${zero}%` }} />
        <div className="joint-thumb" style={{ left: `${thumb}%` }} />
      </div>
    </div>
  );
}

/** How the pointer holds the slider. Who takes the thumb beside its middle does not mean to move it by that much. */
interface Grip {
  readonly isOnThumb: boolean;
  /** Distance of the pointer from the middle of the thumb, px. */
  readonly offset: number;
  readonly fromX: number;
  readonly isMoved: boolean;
}

const NO_GRIP: Grip = { isOnThumb: false, offset: 0, fromX: 0, isMoved: false };
/** From its middle. */
const THUMB_PX = 8;
/** A press that trembles is no drag. */
const SLACK_PX = 2;

/** Arrows step, ten times as far with Shift or as Page Up and Down; Home and End go to the ends. */
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
