import {
  curvesOf,
  readCsv,
  readMcap,
  readParquet,
  type ByteSource,
  type NamedSamples,
  type Table,
} from "@orrery/plots";

/** What was read of a file. */
export interface ReadCurves {
  readonly curves: readonly NamedSamples[];
  /** What is wrong with the file, and what of it was left out. */
  readonly problems: readonly string[];
}

/** Endings of the files with curves. */
export const TABLE_ENDINGS = [".csv", ".tsv", ".parquet", ".mcap"] as const;

/** More numbers than this do not fit into a page. */
const MAX_CELLS = 20e6;
const MAX_CURVES = 2000;

/** Reads the curves of a CSV, Parquet or MCAP file. `onProgress` gets how much is done, 0 to 1. */
export async function readFile(file: File, onProgress: (share: number) => void): Promise<ReadCurves> {
  const { table, problems, leftOut } = await read(file, onProgress);
  const all = curvesOf(table);
  const left = [...leftOut].map(([name, reason]) => `${name} was left out: ${reason}`);
  const more = all.length - MAX_CURVES;
  if (more > 0) left.unshift(`${more} of ${all.length} columns were left out`);
  return { curves: all.slice(0, MAX_CURVES), problems: [...problems, ...left] };
}

/** Returns the memory of the samples, which can be handed over instead of copied. */
export function memoryOf({ curves }: Pick<ReadCurves, "curves">): ArrayBuffer[] {
  const buffers = curves.flatMap(({ samples: { times, values } }) => [times.buffer, values.buffer]);
  return [...new Set(buffers)].filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer);
}

interface Read {
  readonly table: Table;
  readonly problems: readonly string[];
  readonly leftOut: ReadonlyMap<string, string>;
}

function read(file: File, onProgress: (share: number) => void): Promise<Read> {
  const name = file.name.toLowerCase();
  const source = fileSource(file, onProgress);
  if (name.endsWith(".parquet")) return readParquet(source, { mostCells: MAX_CELLS });
  if (name.endsWith(".mcap")) return readMcap(source, { mostCells: MAX_CELLS });
  return readCsv(source, { mostCells: MAX_CELLS });
}

/** Reads parts of a file as they are needed. How far into the file they are tells the progress. */
function fileSource(file: File, onProgress: (share: number) => void): ByteSource {
  let reported = 0;
  return {
    name: file.name,
    size: file.size,
    read: async (offset, length) => {
      const share = Math.min(0.99, (offset + length) / file.size);
      // The description of a file may stand at its end.
      if (share - reported >= 0.01 && share < 0.99) onProgress((reported = share));
      return new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
    },
  };
}
