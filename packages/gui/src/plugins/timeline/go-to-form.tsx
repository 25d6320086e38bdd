import { textOf } from "@orrery/sim/host";
import { useApp } from "../../shell/hooks.ts";
import { EntryForm } from "../../ui/entry-form.tsx";
import { useUndoControl } from "../undo/api.ts";
import { goToMoment } from "./go-to-moment.ts";
import { parseMoment } from "./moment-entry.ts";

/** Shows a field for a time to go to, and the world's answer if it refuses. */
export function GoToForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const { isLog, whyNoGoing } = useUndoControl();
  return (
    <div className="time-popover" role="dialog" aria-label="Go to time">
      <div className="time-form">
        <h3>Go to time</h3>
        <EntryForm
          label="Time"
          placeholder="12.5, 200ms or 1:02"
          verb="Go"
          isDisabled={whyNoGoing !== undefined}
          parse={parseMoment}
          onEnter={async (timeNs) => {
            await goToMoment(app.view, { timeNs }).catch((error: unknown) => {
              throw new Error(`Cannot go there: ${textOf(error)}`, { cause: error });
            });
            onDone();
          }}
        />
        <p className="muted">
          {whyNoGoing ?? (isLog ? "The first moment of the log with this time" : "On the line of the present")}
        </p>
      </div>
    </div>
  );
}
