import { useEffect, useRef } from "react";
import { readToken } from "../../style/tokens.ts";
import { roundTop, type TimeSeries } from "./time-series.ts";

export interface GraphProps {
  readonly title: string;
  readonly series: TimeSeries;
  readonly text: (value: number) => string;
  /** A line to compare with. */
  readonly goal?: number | undefined;
  /** Whether the graph is visible, and so worth drawing. */
  readonly isOnScreen: boolean;
}

/** Shows the last minute of one value. */
export function Graph({ title, series, text, goal, isOnScreen }: GraphProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = useRef<HTMLSpanElement>(null);
  const now = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isOnScreen) return undefined;
    const draw = (): void => {
      const top = roundTop(Math.max(series.max, goal ?? 0));
      paint(canvas.current!, series, top, goal);
      // Set directly: React would render the whole panel for one number.
      scale.current!.textContent = text(top);
      now.current!.textContent = series.last === undefined ? "–" : text(series.last);
    };
    draw();
    const timer = setInterval(draw, REDRAW_MS);
    let frame = 0;
    // Delayed, because writing there may change sizes again.
    const resized = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    });
    resized.observe(canvas.current!);
    return () => {
      clearInterval(timer);
      cancelAnimationFrame(frame);
      resized.disconnect();
    };
  }, [series, text, goal, isOnScreen]);
  return (
    <figure className="graph">
      <figcaption>
        <span>{title}</span>
        <span ref={now} className="figure" />
        <span ref={scale} className="muted graph-scale" />
      </figcaption>
      <canvas ref={canvas} role="img" aria-label={`${title} over the last minute`} />
    </figure>
  );
}

const REDRAW_MS = 250;

function paint(canvas: HTMLCanvasElement, series: TimeSeries, top: number, goal: number | undefined): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  // A line every ten seconds and at every quarter of the height.
  context.strokeStyle = readToken("--line");
  context.lineWidth = 1;
  context.beginPath();
  for (let i = 1; i < 6; i++) vertical(context, Math.round((width * i) / 6) + 0.5, height);
  for (let i = 0; i <= 4; i++) horizontal(context, Math.min(height - 0.5, Math.round((height * i) / 4) + 0.5), width);
  context.stroke();
  if (goal !== undefined && goal > 0) {
    context.strokeStyle = readToken("--muted");
    context.setLineDash([4, 4]);
    context.beginPath();
    horizontal(context, height * (1 - goal / top), width);
    context.stroke();
    context.setLineDash([]);
  }
  context.lineWidth = 1.5;
  context.lineJoin = "round";
  for (const line of series.lines({ nowMs: performance.now(), top, width, height })) {
    area(context, line, height);
    context.fillStyle = readToken("--graph-soft");
    context.fill();
    context.strokeStyle = readToken("--axis-z");
    context.beginPath();
    for (const [x, y] of line) context.lineTo(x, y);
    context.stroke();
  }
}

function vertical(context: CanvasRenderingContext2D, x: number, height: number): void {
  context.moveTo(x, 0);
  context.lineTo(x, height);
}

function horizontal(context: CanvasRenderingContext2D, y: number, width: number): void {
  context.moveTo(0, y);
  context.lineTo(width, y);
}

function area(context: CanvasRenderingContext2D, line: readonly [x: number, y: number][], height: number): void {
  context.beginPath();
  context.moveTo(line[0]![0], height);
  for (const [x, y] of line) context.lineTo(x, y);
  context.lineTo(line.at(-1)![0], height);
  context.closePath();
}
