import { Value } from "../../client/value.ts";
import type { WorldApp } from "../../shell/app.ts";
import { sceneSessionOf } from "../scene/api.ts";
import { drawnCanvas } from "./scene-frame.ts";

/** The recording of the scene in progress, if any. */
export class Video {
  /** When it began, by `performance.now()`. */
  readonly startedMs = new Value<number | undefined>(undefined);
  #recording: { readonly recorder: MediaRecorder; readonly pieces: Blob[] } | undefined;

  async start(app: WorldApp): Promise<void> {
    const type = VIDEO_TYPES.find((candidate) => MediaRecorder.isTypeSupported(candidate));
    if (type === undefined) throw new Error("this browser cannot record .webm videos");
    const canvas = await drawnCanvas(app);
    if (this.#recording !== undefined) return;
    const options = { mimeType: type, videoBitsPerSecond: BITS_PER_SECOND };
    const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), options);
    const pieces: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
    recorder.start(1000);
    this.#recording = { recorder, pieces };
    this.startedMs.set(performance.now());
    // A scene at rest is not drawn, so a recording would have no picture of it.
    sceneSessionOf(app).redraw();
  }

  /** Returns the recording; `undefined` when there is none. */
  async stop(): Promise<Blob | undefined> {
    const recording = this.#recording;
    this.#recording = undefined;
    this.startedMs.set(undefined);
    if (recording === undefined) return undefined;
    const { recorder, pieces } = recording;
    await new Promise((resolve) => {
      recorder.addEventListener("stop", resolve);
      recorder.stop();
    });
    for (const track of recorder.stream.getTracks()) track.stop();
    return new Blob(pieces, { type: "video/webm" });
  }
}

const VIDEO_TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 8_000_000;
