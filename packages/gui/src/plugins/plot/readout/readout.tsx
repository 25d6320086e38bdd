import { timeText, timeDecimals, type PictureLayout } from "@orrery/plots";
import { CutName } from "../../../ui/cut-name.tsx";
import { CurveSwatch } from "../legend/curve-swatch.tsx";
import type { Pointed } from "../world-plots.ts";
import type { Reading } from "./readings.ts";

/** The distance between the pointer and the readout, in px. */
const GAP = 12;
const ROW_HEIGHT = 18;

export interface ReadoutProps {
  readonly pointed: Pointed;
  readonly readings: readonly Reading[];
  readonly layout: PictureLayout;
  /** The x of the moment that is pointed at, on the time axis. */
  readonly x: number | undefined;
}

/** Shows the time that is pointed at, and each visible curve with its value and unit. */
export function Readout({ pointed, readings, layout, x }: ReadoutProps) {
  const { width, height } = layout;
  const time = layout.plots.find(({ plot }) => plot.x === "time")?.x.scale;
  const perPixel = time === undefined ? 0 : (time.greatest - time.least) / (time.to - time.from);
  const at = pointed.at ?? { x: x ?? width / 2, y: layout.plots[0]?.frame.y ?? 0 };
  const most = Math.max(1, Math.floor((height - 2 * ROW_HEIGHT) / ROW_HEIGHT));
  const shown = readings.length <= most ? readings : readings.slice(0, most - 1);
  const rest = readings.length - shown.length;
  const nearest = nearestReading(readings, pointed.at);
  const text = timeText(pointed.time, timeDecimals(perPixel));
  const place = {
    ...(at.x > width / 2 ? { right: width - at.x + GAP } : { left: at.x + GAP }),
    ...(at.y > height / 2 ? { bottom: Math.max(0, height - at.y - ROW_HEIGHT) } : { top: at.y }),
  };
  return (
    <>
      <div className="plot-readout" style={place} aria-hidden={pointed.at === undefined ? undefined : "true"}>
        <p className="plot-readout-time">{text}</p>
        {shown.map(({ curve, description, text: value }) => (
          <p key={curve.id} className="plot-readout-row" data-nearest={curve.id === nearest}>
            <CurveSwatch look={description} />
            <span className="plot-readout-name">
              <CutName text={description.name} />
            </span>
            <span className="plot-readout-value">{value}</span>
            <span className="plot-readout-unit">{description.unit}</span>
          </p>
        ))}
        {rest > 0 && <p className="muted">and {rest} more</p>}
        {readings.length === 0 && <p className="muted">No samples here</p>}
      </div>
      {pointed.at === undefined && (
        <p className="visually-hidden" role="status">
          {[
            text,
            ...readings.map(({ description, text: value }) => `${description.name} ${value} ${description.unit}`),
          ].join(", ")}
        </p>
      )}
    </>
  );
}

/** Returns the id of the curve that is closest to the pointer. */
function nearestReading(readings: readonly Reading[], to: Pointed["at"]): string | undefined {
  let [best, id] = [Infinity, undefined as string | undefined];
  for (const { at, curve } of to === undefined ? [] : readings) {
    const distance = at === undefined ? Infinity : Math.hypot(at.x - to!.x, at.y - to!.y);
    if (distance < best) [best, id] = [distance, curve.id];
  }
  return id;
}
