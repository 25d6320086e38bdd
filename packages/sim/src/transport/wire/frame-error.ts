/** Thrown for bytes that are not a frame, or for a frame that exceeds a limit. */
export class FrameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FrameError";
  }
}
