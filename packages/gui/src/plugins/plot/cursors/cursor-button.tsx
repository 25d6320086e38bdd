import { MoveHorizontal } from "lucide-react";
import { useApp, useValue } from "../../../shell/hooks.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { knownRange, shownRange } from "../canvas/shown-time.ts";
import type { PlotSession } from "../plot-session.ts";
import { plotsOf } from "../world-plots.ts";
import { placeCursors } from "./cursor-marks.ts";

/** Puts two cursors into the shown range, or removes them. */
export function CursorButton({ session, isDisabled }: { readonly session: PlotSession; readonly isDisabled: boolean }) {
  const { view } = useApp();
  const { cursors } = plotsOf(view);
  const now = useValue(cursors);
  const toggle = (): void => {
    const timeNs = view.status.current?.timeNs;
    const { state, sources } = session;
    const range = shownRange({
      state: state.current,
      sources,
      now: timeNs === undefined ? undefined : timeNs / 1e9,
    });
    cursors.set(now === undefined ? placeCursors(range, knownRange(state.current, sources)) : undefined);
  };
  return (
    <IconButton
      icon={MoveHorizontal}
      title="Two cursors"
      isOn={now !== undefined}
      isDisabled={isDisabled}
      isPlain
      onClick={toggle}
    />
  );
}
