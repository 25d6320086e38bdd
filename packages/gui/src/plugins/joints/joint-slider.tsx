import { useRef } from "react";
import { tip } from "../../ui/tip.ts";
import { shareOf, within, type Range } from "./axis-range.ts";
import { useSliderDrag } from "./slider-drag.ts";
import { useSliderKeys } from "./slider-keys.ts";

export interface JointSliderProps {
  readonly label: string;
  /** The position of the thumb. */
  readonly value: number;
  /** The present position of the joint: the track is filled up to here. */
  readonly present: number;
  readonly range: Range;
  /** The value as text with its unit. */
  readonly text: string;
  /** Why it cannot be moved; `undefined` if it can. */
  readonly obstacle: string | undefined;
  readonly onChange: (value: number, isFinal: boolean) => void;
  /** Called when a drag is cancelled. */
  readonly onCancel: () => void;
}

/** Shows the slider of one axis. The value of a drag, or of a held key, is final on release. */
export function JointSlider(props: JointSliderProps) {
  const { label, value, present, range, text, obstacle, onChange, onCancel } = props;
  const isDisabled = obstacle !== undefined;
  const track = useRef<HTMLDivElement>(null);
  const drag = useSliderDrag({ track, value, range, isDisabled, onChange, onCancel: cancel });
  const keys = useSliderKeys({ value, range, isDisabled, onChange, onCancel: cancel });
  function cancel(): void {
    drag.end();
    keys.forget();
    onCancel();
  }
  const [thumb, filled, zero] = [value, present, within(0, range)].map((at) => 100 * shareOf(at, range));
  return (
    <div
      className={`joint-slider${drag.isDragged ? " dragged" : ""}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={range.from}
      aria-valuemax={range.to}
      aria-valuenow={value}
      aria-valuetext={text}
      aria-disabled={isDisabled}
      {...tip(obstacle && `${label}\n${obstacle}`, { isLate: true })}
      {...keys.handlers}
      {...drag.handlers}
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
