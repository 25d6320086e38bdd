import { FilePlay } from "lucide-react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { logName } from "../../shell/log-name.ts";
import { CutName } from "../../ui/cut-name.tsx";
import { GO_LIVE, GO_LIVE_ICON, whyNotLive } from "./go-live.ts";
import { logFigures } from "./log-words.ts";
import type { PagePast } from "../undo/api.ts";
import { tip } from "../../ui/tip.ts";

/** Shows which log is played, and what it contains. */
export function LogCaption({ past }: { readonly past: PagePast }) {
  const app = useApp();
  useValue(app.view.client);
  useValue(app.view.capabilities);
  useValue(app.session.presence.session);
  const obstacle = whyNotLive(app);
  return (
    <p className="timeline-log muted" {...tip(past.log, { isLate: true })}>
      <FilePlay />
      <span className="timeline-log-name">
        <CutName text={logName(past.log)} />
      </span>
      <span>{logFigures(past)}</span>
      <button
        type="button"
        className="text"
        disabled={obstacle !== undefined}
        {...tip(obstacle ?? "Continue live from this moment\nIn a world of its own, beside the log")}
        onClick={() => app.commands.run(GO_LIVE)}
      >
        <GO_LIVE_ICON /> Go live
      </button>
    </p>
  );
}
