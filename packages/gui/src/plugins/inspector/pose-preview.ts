import type { WorldApp } from "../../shell/app.ts";
import { Preview } from "../transform/api.ts";

/** Shows what fields are dragged to; lives as long as the page has the world open, so that what was sent is shown whatever is chosen next. */
export function posePreviewOf(app: WorldApp): Preview {
  return app.view.services.of(Preview, () => new Preview(app));
}
