/** How large a picture is on paper or on a screen. */
export interface FileSize {
  readonly width: number;
  readonly height: number;
  readonly unit: "mm" | "px";
}

/** A column and a half of a journal, and the proportions of a film. */
export const PAPER_SIZE: FileSize = { width: 160, height: 100, unit: "mm" };

/** Returns a size in px, of which an inch has 96. Throws when nothing could be drawn. */
export function fileSize({ width, height, unit }: FileSize): { readonly width: number; readonly height: number } {
  const scale = unit === "mm" ? 96 / 25.4 : 1;
  const size = { width: width * scale, height: height * scale };
  const isUsable = (length: number) => length >= 16 && length <= 20_000;
  if (isUsable(size.width) && isUsable(size.height)) return size;
  throw new Error(`a picture cannot be ${width} × ${height} ${unit}: each side has to have 16 to 20000 px`);
}
