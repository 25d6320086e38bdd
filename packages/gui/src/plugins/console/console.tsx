import type { LogLevel } from "@orrery/sim";
import { ArrowDownToLine, Copy, ScrollText, Trash2 } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { copyText } from "../../ui/copy-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useOnScreen } from "../../ui/on-screen.ts";
import { gather } from "./gather.ts";
import { clockText, filterLines, LEVELS, LogLines, linesText, type LogLine } from "./log-lines.ts";
import { ServerLog } from "./server-log.ts";
import { tip } from "../../ui/tip.ts";

/** Shared by the whole page, and collected even while the panel is closed. */
const lines = new LogLines();
const serverLog = new ServerLog(lines);

/** Messages of the server, the world and this page. */
export default defineGuiPlugin({
  id: "console",
  title: "Console",
  summary: "Messages of the server, the world and this page",
  icon: ScrollText,
  dock: "bottom",
  View: Console,
  start: (app) => gather(app, lines, serverLog),
});

function Console() {
  const { notices } = useApp();
  const all = useValue(lines.list);
  const [level, setLevel] = useState<LogLevel>("info");
  const [text, setText] = useState("");
  const shown = useMemo(() => filterLines(all, level, text).slice(-MAX_SHOWN), [all, level, text]);
  const [onScreen, isOnScreen] = useOnScreen();
  const { list, isFollowing, follow, onScroll } = useFollowing(shown, isOnScreen);
  return (
    <>
      <div className="panel-bar" ref={onScreen}>
        <select aria-label="Lowest level" value={level} onChange={(event) => setLevel(event.target.value as LogLevel)}>
          {LEVELS.map((one) => (
            <option key={one} value={one}>
              {LEVEL_TITLES[one]}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label="Search the console"
          placeholder="Search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <IconButton
          icon={ArrowDownToLine}
          title="Follow the end"
          isPlain
          isOn={isFollowing}
          onClick={() => follow(!isFollowing)}
        />
        <IconButton
          icon={Copy}
          title="Copy what is shown"
          isPlain
          isDisabled={shown.length === 0}
          onClick={() => void copyText(linesText(shown), "the log", notices)}
        />
        <IconButton icon={Trash2} title="Clear" isPlain isDisabled={all.length === 0} onClick={() => lines.clear()} />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={ScrollText} title={all.length === 0 ? "No messages yet" : "Nothing matches"}>
          {all.length > 0 && `${all.length} lines are hidden by level and search.`}
        </EmptyState>
      ) : (
        <div
          ref={list}
          id="console"
          className="panel-body console"
          role="log"
          aria-label="Messages"
          tabIndex={0}
          onScroll={onScroll}
        >
          <ol>
            {shown.map((line) => (
              <ConsoleLine key={line.id} line={line} />
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

const MAX_SHOWN = 500;

const LEVEL_TITLES: Readonly<Record<LogLevel, string>> = {
  debug: "Everything",
  info: "Info and above",
  warn: "Warnings and errors",
  error: "Errors",
};

function ConsoleLine({ line: { timeMs, level, source, message, details, count } }: { readonly line: LogLine }) {
  return (
    <li className={`console-line ${level}`}>
      <time className="muted" dateTime={new Date(timeMs).toISOString()}>
        {clockText(timeMs)}
      </time>
      <span className="console-level">{level}</span>
      <div className="console-text">
        {source !== "" && <span className="muted">{source}: </span>}
        {message}
        {count > 1 && (
          <span className="console-count" {...tip(`${count} times`, { isLate: true })}>
            ×{count}
          </span>
        )}
        {details !== "" && (
          <details>
            <summary>Details</summary>
            <pre>{details}</pre>
          </details>
        )}
      </div>
    </li>
  );
}

/** Scrolls along with the end until the reader scrolls up, and again once the reader returns to the end. */
function useFollowing(shown: readonly LogLine[], isOnScreen: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const [isFollowing, follow] = useState(true);
  useEffect(() => {
    const element = list.current;
    if (isFollowing && element !== null) element.scrollTop = element.scrollHeight;
    // The browser scrolls a panel that comes to the front to its top.
  }, [shown, isFollowing, isOnScreen]);
  const onScroll = (): void => {
    if (!isOnScreen) return;
    const { scrollTop, clientHeight, scrollHeight } = list.current!;
    follow(scrollTop + clientHeight >= scrollHeight - NEAR_PX);
  };
  return { list, isFollowing, follow, onScroll };
}

const NEAR_PX = 24;
