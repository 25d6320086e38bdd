import { curveColour, dashLengths, THEMES, type CurveDescription, type MarkerShape } from "@orrery/plots";
import { useThemeName } from "../theme-name.ts";

export type CurveLook = Pick<CurveDescription, "colour" | "width" | "dash" | "marker" | "style">;

/** Shows how a curve is drawn: a piece of its line with its dashes and its marker. */
export function CurveSwatch({ look }: { readonly look: CurveLook }) {
  const { dash, marker, style } = look;
  const colour = curveColour(THEMES[useThemeName()], look.colour);
  const width = Math.min(4, Math.max(1, look.width));
  return (
    <svg className="plot-swatch" viewBox="0 0 24 12" aria-hidden="true">
      {style === "points" ? (
        marker === "none" && [4, 12, 20].map((x) => <circle key={x} cx={x} cy={6} r={width} fill={colour} />)
      ) : (
        <path
          d={style === "steps" ? "M1 9H12V3H23" : "M1 6H23"}
          fill="none"
          stroke={colour}
          strokeWidth={width}
          strokeDasharray={dashLengths(dash, width).join(" ")}
        />
      )}
      {marker !== "none" && <path d={SHAPES[marker]} className="plot-swatch-marker" fill={colour} stroke={colour} />}
    </svg>
  );
}

const SHAPES: Readonly<Record<Exclude<MarkerShape, "none">, string>> = {
  circle: "M15 6A3 3 0 1 1 9 6A3 3 0 1 1 15 6Z",
  square: "M9.5 3.5H14.5V8.5H9.5Z",
  triangle: "M12 2.5L15.5 8.5H8.5Z",
  diamond: "M12 2L16 6L12 10L8 6Z",
  cross: "M9.5 3.5L14.5 8.5M14.5 3.5L9.5 8.5",
  plus: "M12 2.5V9.5M8.5 6H15.5",
  "down-triangle": "M12 9.5L15.5 3.5H8.5Z",
  bar: "M12 2V10",
};
