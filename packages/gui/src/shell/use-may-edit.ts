import { whyNoControl, whyNoEditing } from "../client/may-edit.ts";
import { useValue, useWorld } from "./hooks.ts";

/** Returns why nothing in the world can be changed from this page; `undefined` if it can. */
export function useWhyNoEditing(): string | undefined {
  const view = useWorld();
  useValue(view.client);
  useValue(view.capabilities);
  useValue(view.history.log);
  useValue(view.session.presence.session);
  return whyNoEditing(view);
}

/** Returns why the world's time cannot be controlled from this page; `undefined` if it can. */
export function useWhyNoControl(): string | undefined {
  const view = useWorld();
  useValue(view.client);
  useValue(view.session.presence.session);
  return whyNoControl(view);
}

/** Returns whether this is a log being played back. */
export function useIsLog(): boolean {
  return useValue(useWorld().history.log) !== "";
}
