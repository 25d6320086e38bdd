import type { App } from "../../shell/app.ts";
import type { WorldEvent } from "../../shell/events.ts";
import type { Insertion } from "./insertion.ts";
import { InsertSession } from "./insert-session.ts";

/** Lets a thing held over the scene of one world move with the pointer into the scene of another world. */
export function carryHeld(app: App): Disposable {
  const carry = ({ view }: WorldEvent): void => {
    const to = view.services.find(InsertSession)?.insertion;
    for (const from of insertions(app)) {
      const held = from.held.current;
      if (from === to || held === undefined) continue;
      from.release();
      to?.hold(held.entry, held.how);
    }
  };
  const parts = new DisposableStack();
  // Runs before the listeners that place things: a drop may be the first event of a drag.
  for (const name of ["hover", "dragOver", "drop"] as const) parts.use(app.events.on(name, carry));
  return parts;
}

/** Releases whatever is held, in any world. */
export function releaseHeld(app: App): void {
  for (const insertion of insertions(app)) insertion.release();
}

function insertions({ worlds }: App): Insertion[] {
  return worlds.list.current.flatMap(({ services }) => services.find(InsertSession)?.insertion ?? []);
}
