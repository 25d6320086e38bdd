import { CircleStop, Download } from "lucide-react";
import { useState } from "react";
import { useApp, useValue } from "../../../shell/hooks.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { tip } from "../../../ui/tip.ts";
import type { PlotSession } from "../plot-session.ts";
import { savingOf } from "./plot-saving.ts";
import { SaveDialog } from "./save-dialog.tsx";
import type { TableJob } from "../files/table-job.ts";

/** Opens the dialog that saves what is plotted, and shows the progress of a file that is being written. */
export function SaveButton({ session, isDisabled }: { readonly session: PlotSession; readonly isDisabled: boolean }) {
  const saving = savingOf(useApp());
  const isOpen = useValue(saving.dialog) === session;
  const jobs = useValue(saving.jobs.list);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const close = (): void => saving.dialog.set(undefined);
  return (
    <>
      {jobs.map((job, index) => (
        <Progress key={index} job={job} />
      ))}
      <button
        ref={setButton}
        type="button"
        className="tool plain"
        aria-label="Save plots…"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={isDisabled}
        {...tip("Save plots…", { keys: "Ctrl+Shift+E" })}
        onClick={() => saving.dialog.set(isOpen ? undefined : session)}
      >
        <Download />
      </button>
      {isOpen && button !== null && (
        <Popover anchor={button} onClose={close}>
          <SaveDialog saving={saving} onClose={close} />
        </Popover>
      )}
    </>
  );
}

function Progress({ job }: { readonly job: TableJob }) {
  return (
    <>
      <progress className="plot-job" value={useValue(job.progress)} aria-label={job.title} />
      <IconButton icon={CircleStop} title={`Stop: ${job.title.toLowerCase()}`} isPlain onClick={() => job.cancel()} />
    </>
  );
}
