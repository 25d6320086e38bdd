/** Thrown for bytes that are no frame, or for a frame that breaks a limit. */
export class FrameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FrameError";
  }
}
