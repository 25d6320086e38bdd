import type { WorldView } from "../../client/world-view.ts";
import type { App } from "../../shell/app.ts";
import type { Insertion } from "./insertion.ts";
import { InsertSession } from "./insert-session.ts";

/** Lets a thing held on the pointer move with it from the scene of one world into that of another. */
export function carryHovering(app: App): Disposable {
  return app.events.on("hover", ({ view }) => carryHeld(app, view));
}

/** Moves what is held over the scene of any other world into the scene of this one. */
export function carryHeld(app: App, view: WorldView): void {
  const to = view.services.find(InsertSession)?.insertion;
  for (const from of insertions(app)) {
    const held = from.held.current;
    if (from === to || held === undefined) continue;
    from.release();
    to?.hold(held.entry, held.how);
  }
}

/** Releases whatever is held, in any world. */
export function releaseHeld(app: App): void {
  for (const insertion of insertions(app)) insertion.release();
}

function insertions({ worlds }: App): Insertion[] {
  return worlds.list.current.flatMap(({ services }) => services.find(InsertSession)?.insertion ?? []);
}
