import { useRef, useState, type DragEvent, type PointerEvent, type RefObject } from "react";
import { useEscape } from "../../ui/first-keys.ts";
import { rounded, shareOf, type Range } from "./axis-range.ts";

interface SliderDragOptions {
  readonly track: RefObject<HTMLElement | null>;
  readonly value: number;
  readonly range: Range;
  readonly isDisabled: boolean;
  readonly onChange: (value: number, isFinal: boolean) => void;
  readonly onCancel: () => void;
}

/** Drags a slider by its thumb or from anywhere on its track. Escape cancels the drag. */
export function useSliderDrag({ track, value, range, isDisabled, onChange, onCancel }: SliderDragOptions) {
  const [isDragged, setDragged] = useState(false);
  const grip = useRef<Grip>(NO_GRIP);
  useEscape(isDragged, onCancel);
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
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (isDisabled || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(true);
      const { left, width } = track.current!.getBoundingClientRect();
      const offThumb = event.clientX - left - shareOf(value, range) * width;
      const isOnThumb = Math.abs(offThumb) <= THUMB_PX;
      grip.current = { isOnThumb, offset: isOnThumb ? offThumb : 0, fromX: event.clientX, isMoved: false };
      // A finger may be about to scroll.
      if (!isOnThumb && event.pointerType !== "touch") move(event);
    },
    onPointerMove: (event: PointerEvent): void => {
      if (isDragged) move(event);
    },
    onPointerUp: (event: PointerEvent): void => {
      if (!isDragged) return;
      setDragged(false);
      const { isOnThumb, isMoved } = grip.current;
      if (isMoved || !isOnThumb) onChange(valueAt(event), true);
    },
    // Otherwise the browser may drag selected text around the slider.
    onDragStart: (event: DragEvent): void => event.preventDefault(),
    // The panel has begun to scroll under the finger.
    onPointerCancel: (): void => (isDragged ? onCancel() : undefined),
  };
  return { isDragged, handlers, end: (): void => setDragged(false) };
}

/** How the pointer holds the slider. Grabbing the thumb away from its middle must not move it. */
interface Grip {
  readonly isOnThumb: boolean;
  /** Distance of the pointer from the middle of the thumb, px. */
  readonly offset: number;
  readonly fromX: number;
  readonly isMoved: boolean;
}

const NO_GRIP: Grip = { isOnThumb: false, offset: 0, fromX: 0, isMoved: false };
/** Distance from its middle. */
const THUMB_PX = 8;
/** Less movement than this is a click. */
const SLACK_PX = 2;
