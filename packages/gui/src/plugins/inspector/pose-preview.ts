import type { App } from "../../shell/app.ts";
import { Preview } from "../transform/api.ts";

const previews = new WeakMap<App, Preview>();

/** Shows what fields are dragged to; lives as long as the page, so that what was sent is shown whatever is chosen next. */
export function posePreviewOf(app: App): Preview {
  let preview = previews.get(app);
  if (preview === undefined) previews.set(app, (preview = new Preview(app)));
  return preview;
}
