import { drawPicture, pdfPicture, svgPicture, type ThemeName } from "@orrery/plots";
import { assertNever } from "@orrery/sim/host";
import { CanvasPen, canvasMeasure } from "../canvas/canvas-pen.ts";
import { PlotPainter, type ReadOptions, type ReadPicture } from "../canvas/plot-painter.ts";
import type { PlotState } from "../plot-state.ts";
import { themeName } from "../theme-name.ts";
import type { PictureChoice } from "./save-choices.ts";

/** What a picture is made of. */
export type PictureSource = Pick<ReadOptions, "state" | "sources" | "now" | "cursors">;

/** How large a picture is, in px; those for paper have 96 per inch. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const PX_PER_MM = 96 / 25.4;
/** A column, and the width of the text, of most journals. */
const WIDTH_MM = { column: 88, page: 180 } as const;
/** Of the first plot, and of each further one, as a share of the width. */
const FIRST_SHARE = { column: 0.62, page: 0.44 } as const;
const FURTHER_SHARE = { column: 0.5, page: 0.34 } as const;
/** The height of the text on a page, with room for a caption. */
const MAX_HEIGHT_MM = 220;
/** Of legends, in px. */
const ROW_HEIGHT = 16;
const NAME_WIDTH = 280;
const MAX_ROWS = 12;
/** A printer cannot show finer ones. */
const COLUMNS_PER_PX = 4;
/** Pixels of a PNG per px: 384 per inch on paper. */
const PNG_SCALE = 4;

/** Returns how large the picture of some plots is: its legends do not take the height of the curves. */
export function pictureSize(
  size: PictureChoice["size"],
  plots: readonly Pick<PlotState, "curves">[],
  panel: PictureSize,
): PictureSize {
  const width = size === "panel" ? panel.width : WIDTH_MM[size] * PX_PER_MM;
  const beside = Math.max(1, Math.floor(width / NAME_WIDTH));
  const rows = plots.map(({ curves }) => Math.ceil(curves.filter(({ isVisible }) => isVisible).length / beside));
  const legends = rows.reduce((sum, count) => sum + Math.min(MAX_ROWS, count) * ROW_HEIGHT, 0);
  if (size === "panel") return { width, height: panel.height + legends };
  const frames = width * (FIRST_SHARE[size] + (Math.max(1, plots.length) - 1) * FURTHER_SHARE[size]);
  return { width, height: Math.min(frames + legends, MAX_HEIGHT_MM * PX_PER_MM) };
}

/** Reads what a saved picture shows: everything that the panel does, with legends, and without the present moment. */
export function readPicture(source: PictureSource, size: PictureSize, theme: ThemeName): ReadPicture {
  const columns = Math.min(20_000, Math.round(size.width * COLUMNS_PER_PX));
  const { picture, data } = new PlotPainter().read({ ...source, theme, columns, height: Infinity, hasLegend: true });
  const { now: _, ...cursors } = picture.cursors;
  return { picture: { ...picture, cursors }, data };
}

/** Makes a file of the picture. `panel` is the size of the panel in px. */
export async function pictureFile(source: PictureSource, choice: PictureChoice, panel: PictureSize): Promise<Blob> {
  const size = pictureSize(choice.size, source.state.plots, panel);
  const theme = choice.look === "paper" ? "paper" : themeName();
  const { picture, data } = readPicture(source, size, theme);
  switch (choice.format) {
    case "svg":
      return new Blob([svgPicture(picture, data, fileSizeOf(size, choice))], { type: "image/svg+xml" });
    case "pdf":
      return new Blob([pdfPicture(picture, data, fileSizeOf(size, choice))], { type: "application/pdf" });
    case "png":
      return pngPicture({ picture, data }, size);
    default:
      return assertNever(choice.format);
  }
}

/** Draws the picture on a canvas that nobody sees. */
function pngPicture({ picture, data }: ReadPicture, { width, height }: PictureSize): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * PNG_SCALE);
  canvas.height = Math.round(height * PNG_SCALE);
  const context = canvas.getContext("2d")!;
  context.scale(PNG_SCALE, PNG_SCALE);
  const family = getComputedStyle(document.body).fontFamily;
  drawPicture(new CanvasPen(context, family), picture, data, {
    width,
    height,
    measure: canvasMeasure(context, family),
  });
  return new Promise((resolve, reject) => {
    const found = (blob: Blob | null): void =>
      blob === null ? reject(new Error("the picture is too large for this browser")) : resolve(blob);
    canvas.toBlob(found, "image/png");
  });
}

function fileSizeOf({ width, height }: PictureSize, { size }: PictureChoice) {
  if (size === "panel") return { width, height, unit: "px" as const };
  return { width: width / PX_PER_MM, height: height / PX_PER_MM, unit: "mm" as const };
}
