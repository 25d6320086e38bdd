import { CircleDot, Download } from "lucide-react";
import { useRef, useState } from "react";
import { whyNoControl } from "../../client/may-edit.ts";
import type { WorldView } from "../../client/world-view.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import { useValue, useWorld } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { downloadFrom } from "../../ui/download.ts";
import { Popover } from "../../ui/popover.tsx";
import { tip } from "../../ui/tip.ts";
import { RecordBox } from "./record-box.tsx";
import { sizeText } from "./record-words.ts";
import { recordingOf, WorldRecording } from "./world-recording.ts";

/** Records the world to a log on its server: begins and ends it, and shows its state, size and file. */
export default defineGuiPlugin({
  id: "record",
  title: "Recording",
  summary: "Record everything that happens in the world to a log",
  icon: CircleDot,
  dock: "right",
  shownAtFirst: false,
  View: RecordBox,
  Bar: RecordBar,
  barSide: "right",
  startWorld(app) {
    const parts = new DisposableStack();
    recordingOf(app.view);
    parts.defer(() => app.view.services.end(WorldRecording));
    parts.use(app.commands.add(...recordCommands(app)));
    return parts;
  },
});

function recordCommands({ view, notices }: WorldApp): Command[] {
  const recording = recordingOf(view);
  const whyNot = (): string | undefined =>
    recording.status.current === undefined ? "this world cannot be recorded" : whyNoControl(view);
  return [
    {
      id: "record.switch",
      title: "Record to a log",
      menu: "World",
      group: "record",
      icon: CircleDot,
      keys: "Alt+Shift+R",
      isOn: () => recording.isRecording,
      whyNot,
      run: async () => {
        if (!recording.isRecording) return await recording.start({});
        const path = await recording.stop();
        notices.show({ kind: "good", text: `The recording is in ${path}`, details: `npx orrery play ${path}` });
      },
    },
    {
      id: "record.download",
      title: "Download the last log",
      menu: "World",
      group: "record",
      icon: Download,
      whyNot: () => (urlOf(view) === undefined ? "nothing has been recorded here" : undefined),
      run: () => downloadFrom(urlOf(view)!, recording.status.current?.file ?? ""),
    },
  ];
}

function urlOf(view: WorldView): string | undefined {
  const { file = "" } = recordingOf(view).status.current ?? {};
  return file === "" ? undefined : view.session.logUrl?.(file);
}

/** Shows in the bar whether the world is being recorded, and opens the rest. */
function RecordBar() {
  const status = useValue(recordingOf(useWorld()).status);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (status === undefined) return null;
  const isOn = status.recording === true;
  const title = isOn ? `Recording to ${status.file}` : "Record to a log…";
  return (
    <>
      <button
        ref={button}
        type="button"
        id="record"
        className={isOn ? "text recording" : "tool"}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={title}
        {...tip(title)}
        onClick={() => setOpen(!isOpen)}
      >
        {isOn ? <span className="recording-dot" /> : <CircleDot />}
        {isOn && <span className="figure">{sizeText(status)}</span>}
      </button>
      {isOpen && button.current && (
        <Popover anchor={button.current} onClose={() => setOpen(false)}>
          <div className="record-popover" role="dialog" aria-label="Recording">
            <RecordBox />
          </div>
        </Popover>
      )}
    </>
  );
}
