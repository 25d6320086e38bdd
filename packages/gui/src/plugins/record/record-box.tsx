import type { orrery } from "@orrery/msgs";
import { matchesTopic, patternProblem, textOf } from "@orrery/sim/host";
import { CircleDot, Copy, Download, Square } from "lucide-react";
import { useId, useState } from "react";
import { kept } from "../../client/kept.ts";
import { useApp, useValue, useWorld } from "../../shell/hooks.ts";
import { useWhyNoControl } from "../../shell/use-may-edit.ts";
import { downloadFrom } from "../../ui/download.ts";
import { copyText } from "../../ui/copy-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { tip } from "../../ui/tip.ts";
import { counted } from "../../ui/numbers/number-format.ts";
import { useGraph } from "../topics/api.ts";
import { patternsIn, sizeText } from "./record-words.ts";
import { recordingOf } from "./world-recording.ts";

/** Remembered, because people record the same topics again and again. */
const lastTopics = kept("record.topics", "", (value) => typeof value === "string");

/** Begins and ends the recording of a world, and shows where its log is. */
export function RecordBox() {
  const recording = recordingOf(useWorld());
  const status = useValue(recording.status);
  if (status === undefined) return <p className="record-box muted">This world cannot be recorded.</p>;
  return (
    <div className="record-box">
      {status.recording ? <Running status={status} /> : <Begin />}
      {!status.recording && status.file !== undefined && <Last status={status} />}
    </div>
  );
}

function Begin() {
  const view = useWorld();
  const recording = recordingOf(view);
  const whyNot = useWhyNoControl();
  const [file, setFile] = useState("");
  const topics = useValue(lastTopics);
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const patterns = patternsIn(topics);
  const problem = patterns.map(patternProblem).find((text) => text !== undefined) ?? failure;
  const begin = async (): Promise<void> => {
    setBusy(true);
    setFailure("");
    await recording.start({ file, topics: patterns }).catch((error: unknown) => setFailure(textOf(error)));
    setBusy(false);
  };
  const fileId = useId();
  const topicsId = useId();
  return (
    <form
      className="record-form"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <label htmlFor={fileId}>File</label>
      <input
        id={fileId}
        type="text"
        className="mono"
        spellCheck={false}
        placeholder={`${view.name}-….mcap`}
        value={file}
        onChange={(event) => setFile(event.target.value)}
      />
      <label htmlFor={topicsId}>Topics</label>
      <textarea
        id={topicsId}
        className="mono"
        rows={2}
        spellCheck={false}
        placeholder="none: cmd_vel, /model/**, …"
        value={topics}
        onChange={(event) => lastTopics.set(event.target.value)}
      />
      <p className="record-hint muted">
        {patterns.length === 0 ? (
          "States, commands and inputs are always recorded. * is any part of a topic’s name, ** any parts."
        ) : (
          <MatchCount patterns={patterns} />
        )}
      </p>
      {problem !== "" && (
        <p className="entry-problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="text primary" disabled={whyNot !== undefined || isBusy} {...tip(whyNot)}>
        <CircleDot /> Start recording
      </button>
    </form>
  );
}

/** Says how many of the world's topics match, because a pattern that matches none is likely a mistake. */
function MatchCount({ patterns }: { readonly patterns: readonly string[] }) {
  const view = useWorld();
  const { topics } = useGraph(true);
  const own = topics.flatMap(({ name }) => view.localName(name) ?? []);
  const matching = own.filter((name) => patterns.some((pattern) => matchesTopic(pattern, name)));
  if (matching.length === 0) return "No topic matches now; later ones may.";
  return <span {...tip(matching.slice(0, 20).join("\n"))}>Matches {counted(matching.length, "topic")} now</span>;
}

function Running({ status }: { readonly status: orrery.RecordStatus }) {
  const { notices, view } = useApp();
  const whyNot = useWhyNoControl();
  const stop = (): void => {
    recordingOf(view)
      .stop()
      .catch((error: unknown) => notices.failed("end the recording", error));
  };
  const { author_name: by = "", topics = [], dropped = 0, path = "", file = "", problem = "" } = status;
  return (
    <>
      <p className="record-now">
        <span className="recording-dot" />
        <span className="figure">{sizeText(status)}</span>
        {by !== "" && <span className="muted">begun by {by}</span>}
      </p>
      <FilePlace path={path} file={file} />
      {topics.length > 0 && <p className="muted mono record-topics">{topics.join(", ")}</p>}
      {dropped > 0 && <p className="record-dropped">{counted(dropped, "message")} of topics left out: too many</p>}
      {problem !== "" && <p className="entry-problem">The log ends early: {problem}</p>}
      <button type="button" className="text" disabled={whyNot !== undefined} {...tip(whyNot)} onClick={stop}>
        <Square /> Stop recording
      </button>
    </>
  );
}

function Last({ status }: { readonly status: orrery.RecordStatus }) {
  const { path = "", file = "", problem = "" } = status;
  return (
    <section className="record-last" aria-label="Last recording">
      <p className="muted">Last recording, {sizeText(status)}</p>
      <FilePlace path={path} file={file} />
      {problem !== "" && <p className="entry-problem">The log ends early: {problem}</p>}
    </section>
  );
}

function FilePlace({ path, file }: { readonly path: string; readonly file: string }) {
  const { notices, session } = useApp();
  const url = session.logUrl?.(file);
  return (
    <p className="record-file">
      <span className="mono" {...tip(path)}>
        {file}
      </span>
      <IconButton
        icon={Copy}
        title="Copy the path on the server"
        isPlain
        onClick={() => void copyText(path, "the path", notices)}
      />
      {url !== undefined && (
        <IconButton icon={Download} title="Download" isPlain onClick={() => downloadFrom(url, file)} />
      )}
    </p>
  );
}
