import { whyNoControl, whyNoEditing } from "../client/may-edit.ts";
import { Presence } from "../client/presence.ts";
import { useApp, useValue } from "./hooks.ts";

/** Why nothing of the world can be changed from this page; `undefined` when it can. */
export function useWhyNoEditing(): string | undefined {
  const { source, history } = useApp();
  useValue(source.world);
  useValue(source.capabilities);
  useValue(history.log);
  useValue(Presence.of(source).session);
  return whyNoEditing(source);
}

/** Why the world's time cannot be changed from this page; `undefined` when it can. */
export function useWhyNoControl(): string | undefined {
  const { source } = useApp();
  useValue(source.world);
  useValue(Presence.of(source).session);
  return whyNoControl(source);
}

/** Whether this is a log being played back. */
export function useIsLog(): boolean {
  return useValue(useApp().history.log) !== "";
}
