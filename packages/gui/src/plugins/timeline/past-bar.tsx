import { History } from "lucide-react";
import { useMemo } from "react";
import { useApp, useTold, useValue } from "../../shell/hooks.ts";
import { tip } from "../../ui/tip.ts";
import { useUndoControl } from "../undo/api.ts";
import { isBehind, layOutWhole, splitAtNow } from "./drawing/lines.ts";
import { goToMoment } from "./go-to-moment.ts";
import { pastBarText } from "./past-words.ts";

/**
 * Shows a bar over the scene while the world is at a moment of the past: which moment, what Run would do, and the way
 * back.
 */
export function PastBar() {
  const app = useApp();
  const control = useUndoControl();
  const past = useTold(control.changes, () => control.past);
  const obstacle = useTold(control.changes, () => control.whyNoGoing);
  const status = useValue(app.view.status);
  const ahead = past?.stretches.find(({ id }) => id === past.ahead);
  const whole = useMemo(
    () => (past === undefined || ahead === undefined ? undefined : layOutWhole(past)),
    [past, ahead],
  );
  if (past === undefined || whole === undefined || ahead === undefined) return null;
  if (past.log !== "" || status === undefined) return null;
  // At the very end of the line there is nothing to go back to: the timeline says "now" there.
  if (!isBehind(splitAtNow(whole, past, status.timeNs))) return null;
  const goBack = (): void =>
    app.commands.perform({
      id: "history.present",
      title: "Go back to the present",
      run: () => goToMoment(app.view, { id: ahead.id }),
    });
  return (
    <div className="past-bar" role="status">
      <History />
      <span>{pastBarText(status.timeNs, ahead.endNs)}</span>
      <button type="button" className="text" disabled={obstacle !== undefined} {...tip(obstacle)} onClick={goBack}>
        Back to the present
      </button>
    </div>
  );
}
