import type { Mirror } from "../client/mirror.ts";
import type { Notices } from "./notices.ts";

/** Tells when what is shown comes from another run than before: the world was started again, and its past is gone. */
export function tellRestart(mirror: Pick<Mirror, "changes" | "epoch">, notices: Notices): Disposable {
  let before = mirror.epoch;
  return mirror.changes.on(() => {
    const now = mirror.epoch;
    if (before !== 0 && now !== before) {
      notices.show({
        kind: "warning",
        text: "The world was started again: this is another run, and the past of the one before is gone",
        stays: true,
      });
    }
    before = now;
  });
}
