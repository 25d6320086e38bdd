import type { WorldView } from "../../client/world-view.ts";
import { until } from "../../client/until.ts";
import type { App } from "../app.ts";
import { sharedMoment } from "./shared-moment.ts";
import { sharedViewOf } from "./shared-view.ts";
import { hasView, readLink } from "./view-link.ts";

/** Why a part could not be shown, for people. */
const PARTS: Readonly<Record<string, string>> = {
  moment: "go to the moment of the link",
  camera: "show the camera of the link",
  plots: "show the plots of the link",
};
/** How long a server may take to name its worlds. */
const PATIENCE_MS = 30_000;

/** Shows what links bring: the one that the page was opened with, and later ones that are opened in this tab. */
export function followLinks(app: App): void {
  app.worlds.each((view) => {
    const parts = new DisposableStack();
    const shared = sharedViewOf({ view });
    parts.use(shared.add("moment", sharedMoment(app.inWorld(view))));
    parts.use(
      shared.failures.on(({ part, error }) =>
        app.inWorld(view).notices.failed(PARTS[part] ?? "show a part of the link", error),
      ),
    );
    return parts;
  });
  const open = (): void => {
    if (hasView(location.href)) void openLink(app, takeAddress());
  };
  addEventListener("hashchange", open);
  open();
}

/** Returns the page's address, and removes the view from it: a reload, or a link copied later, is not about it. */
function takeAddress(): string {
  const { href } = location;
  const url = new URL(href);
  url.hash = "";
  history.replaceState(history.state, "", url.href.replace(/#$/, ""));
  return href;
}

async function openLink({ worlds, notices }: App, address: string): Promise<void> {
  try {
    const { world, content } = await readLink(address);
    const view: WorldView = worlds.focus.current;
    await until(view.client, (client) => client !== undefined, PATIENCE_MS);
    if (world !== "" && world !== view.name)
      throw new Error(`it is about the world ${world}, and this is ${view.name}`);
    await sharedViewOf({ view }).show(content);
  } catch (error) {
    notices.failed("open the link", error);
  }
}
