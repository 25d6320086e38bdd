import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { KeyframeError, MAX_FILE_BYTES, openKeyframe } from "@orrery/sim/front";
import { isFolder, readLimited, reasonOf } from "../files/files.ts";
import { Failure, UsageError } from "./failure.ts";
import { note } from "./terminal.ts";

/** States of large worlds are larger than world files should be. */
const MAX_STATE_BYTES = 16 * MAX_FILE_BYTES;

export interface ReadState {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** The world's step count in the state. */
  readonly steps: number;
}

/**
 * Reads a file written by --save. Throws a Failure that names the file if it is cut off, damaged or of a different
 * version.
 */
export async function readState(file: string): Promise<ReadState> {
  const bytes = await readLimited(file, MAX_STATE_BYTES);
  try {
    return { file, bytes, steps: openKeyframe(bytes).header.steps };
  } catch (error) {
    if (error instanceof KeyframeError) throw new Failure(`${file}: error: ${error.message}`);
    throw error;
  }
}

/** Throws if the run never reaches the step, so that nothing would be saved. */
export function checkSaveAt({
  at,
  first,
  steps = Infinity,
}: {
  at: number | undefined;
  first: number;
  steps: number | undefined;
}): void {
  if (at === undefined || (at >= first && at <= first + steps)) return;
  const last = steps === Infinity ? "" : ` to ${first + steps}`;
  throw new UsageError(`--at ${at} is not within the run: its steps are ${first}${last}`);
}

/** Checks, before a long run rather than after it, that the file can be written. */
export async function checkSaveFile(file: string): Promise<void> {
  if (await isFolder(file)) throw new Failure(`${file}: error: this is a folder, not a file to write`);
  if (!(await isFolder(dirname(file)))) throw new Failure(`${file}: error: there is no folder ${dirname(file)}`);
}

/** The file of --save. It is written while the world runs, either completely or not at all. */
export class StateFile {
  readonly #file: string;
  #writing: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  write(bytes: Uint8Array, steps: number): void {
    this.#writing = this.#write(bytes, steps);
    // Reported by `written` at the end of the run.
    this.#writing.catch(() => undefined);
  }

  /** Waits until it is written. Throws if that failed, or if the run ended before its step. */
  async written(): Promise<void> {
    if (this.#writing === undefined)
      throw new Failure(`${this.#file}: error: not written: the run ended before the step of --at`);
    await this.#writing;
  }

  async #write(bytes: Uint8Array, steps: number): Promise<void> {
    const partial = `${this.#file}.${process.pid}.part`;
    try {
      await writeFile(partial, bytes);
      await rename(partial, this.#file);
    } catch (error) {
      await rm(partial, { force: true });
      throw new Failure(`${this.#file}: error: not written: ${reasonOf(error, this.#file)}`);
    }
    note(`saved step ${steps} to ${this.#file}`);
  }
}
