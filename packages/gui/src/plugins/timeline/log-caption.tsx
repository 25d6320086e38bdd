import { FilePlay } from "lucide-react";
import { logName } from "../../shell/log-name.ts";
import { CutName } from "../../ui/cut-name.tsx";
import { logFigures } from "./log-words.ts";
import type { PagePast } from "../undo/api.ts";
import { tip } from "../../ui/tip.ts";

/** Shows which log is played, and what it contains. */
export function LogCaption({ past }: { readonly past: PagePast }) {
  return (
    <p className="timeline-log muted" {...tip(past.log, { isLate: true })}>
      <FilePlay />
      <span className="timeline-log-name">
        <CutName text={logName(past.log)} />
      </span>
      <span>{logFigures(past)}</span>
    </p>
  );
}
