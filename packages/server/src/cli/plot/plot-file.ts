import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { csvPieces, parquetPieces, pdfPicture, svgPicture, tableOf, type ThemeName } from "@orrery/plots";
import { reasonOf } from "../../files/files.ts";
import { Failure, UsageError } from "../failure.ts";
import type { CollectedCurves } from "./collected-curves.ts";
import { pictureOf } from "./plot-picture.ts";

export interface PlotFileOptions {
  readonly title: string;
  readonly timeTitle: string;
  readonly theme: ThemeName;
  /** In px. */
  readonly width: number;
  readonly height: number;
}

const ENDINGS = [".svg", ".pdf", ".csv", ".parquet"] as const;

type Ending = (typeof ENDINGS)[number];

/** Returns what a file is to be, by the end of its name. Throws a UsageError if it is nothing that can be written. */
export function endingOf(file: string): Ending {
  const found = ENDINGS.find((ending) => ending === extname(file).toLowerCase());
  if (found === undefined) throw new UsageError(`--out must end in ${ENDINGS.join(", ")}, which says what it will be`);
  return found;
}

/** Writes a picture of curves, or their samples, to a file. */
export async function writePlotFile(file: string, curves: CollectedCurves, options: PlotFileOptions): Promise<void> {
  const contents = contentsOf(endingOf(file), curves, options);
  await writeFile(file, contents).catch((error: unknown) => {
    throw new Failure(`${file}: error: ${reasonOf(error, file)}`);
  });
}

function contentsOf(ending: Ending, curves: CollectedCurves, options: PlotFileOptions): string | Uint8Array {
  switch (ending) {
    case ".csv":
      return Buffer.concat([...csvPieces(tableOf(curves.samples()))]);
    case ".parquet":
      return Buffer.concat([...parquetPieces(tableOf(curves.samples()), { pack: (bytes) => zstdCompressSync(bytes) })]);
    default: {
      const { width, height } = options;
      const { description, data } = pictureOf(curves.curves, { ...options, window: Infinity, columns: 2 * width });
      const size = { width, height, unit: "px" } as const;
      return ending === ".svg" ? svgPicture(description, data, size) : pdfPicture(description, data, size);
    }
  }
}
