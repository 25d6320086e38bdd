import type { WorldApp } from "../app.ts";
import { sharedViewOf } from "./shared-view.ts";
import { linkTo } from "./view-link.ts";

/** Returns an address that shows what this person sees of a world now: the moment, the camera, the plots. */
export function linkToView(app: WorldApp, page = location.href): Promise<string> {
  const { view } = app;
  const url = new URL(page);
  // Where a server has several worlds, the page would open others too.
  if (view.session.worlds.current.length > 1) url.searchParams.set("world", `${view.namespace}/${view.name}`);
  return linkTo(url.href, { world: view.name, content: sharedViewOf(app).read() });
}
