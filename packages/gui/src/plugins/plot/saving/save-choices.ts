import { kept, type Kept } from "../../../client/kept.ts";
import { TABLE_FORMATS, type TableFormat } from "./table-file.ts";

export const PICTURE_FORMATS = ["png", "svg", "pdf"] as const;

export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** How large a saved picture is, and how it looks. */
export interface PictureChoice {
  readonly format: PictureFormat;
  /** A column of a journal, the width of a page, or as large as the panel. */
  readonly size: "column" | "page" | "panel";
  /** White paper, or the colours of the page. */
  readonly look: "paper" | "page";
}

/** Which numbers are saved. */
export interface DataChoice {
  readonly format: TableFormat;
  readonly range: "shown" | "all";
  /** Rows per second; 0 means every sample. */
  readonly rateHz: number;
}

/** As they were chosen last. */
export const pictureChoice: Kept<PictureChoice> = kept<PictureChoice>(
  "plots.picture",
  { format: "pdf", size: "column", look: "paper" },
  (value) =>
    hasOneOf(value, "format", PICTURE_FORMATS) &&
    hasOneOf(value, "size", ["column", "page", "panel"]) &&
    hasOneOf(value, "look", ["paper", "page"]),
);

export const dataChoice: Kept<DataChoice> = kept<DataChoice>(
  "plots.data",
  { format: "csv", range: "all", rateHz: 0 },
  (value) =>
    hasOneOf(value, "format", TABLE_FORMATS) &&
    hasOneOf(value, "range", ["shown", "all"]) &&
    typeof fieldOf(value, "rateHz") === "number",
);

function hasOneOf(value: unknown, field: string, all: readonly string[]): boolean {
  return all.includes(fieldOf(value, field) as string);
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
}
