import { messages, type UnknownMessage } from "@orrery/msgs";
import { textOf } from "@orrery/sim/host";
import { Braces, Copy, ListTree, Pause, Play, Radio, X } from "lucide-react";
import { useEffect, useReducer, useState } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { copyText } from "../../ui/copy-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { bytesText } from "../../ui/numbers/figures.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { formatCount } from "../../ui/numbers/number-format.ts";
import type { Echo, Echoes } from "./echoes.ts";
import { jsonText } from "./message-branches.ts";
import { withDefaults } from "./message-fields.ts";
import { MessageTree } from "./message-tree.tsx";
import { heardText } from "./traffic-meter.ts";
import { tip } from "../../ui/tip.ts";

export interface EchoViewProps {
  readonly echoes: Echoes;
  readonly isOnScreen: boolean;
}

/** Shows the latest message of each chosen topic. */
export function EchoView({ echoes, isOnScreen }: EchoViewProps) {
  const list = useValue(echoes.list);
  const isPaused = useValue(echoes.isPaused);
  const rate = useValue(echoes.maxRateHz);
  const [isJson, setJson] = useState(false);
  useTick(isOnScreen && list.length > 0);
  if (list.length === 0) {
    return (
      <EmptyState icon={Radio} title="Choose a topic to see its messages">
        The boxes choose several.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="panel-bar">
        <IconButton
          icon={isPaused ? Play : Pause}
          title={isPaused ? "Resume" : "Freeze the display"}
          isPlain
          isOn={isPaused}
          onClick={() => echoes.isPaused.set(!isPaused)}
        />
        <IconButton
          icon={isJson ? ListTree : Braces}
          title={isJson ? "Show as a tree" : "Show as JSON"}
          isPlain
          onClick={() => setJson(!isJson)}
        />
        <label className="muted echo-rate">
          At most
          <select value={rate} onChange={(event) => echoes.maxRateHz.set(Number(event.target.value))}>
            {RATES.map((hertz) => (
              <option key={hertz} value={hertz}>
                {hertz === 0 ? "all" : `${hertz} Hz`}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="panel-body echoes">
        {list.map((echo) => (
          <EchoSection
            key={echo.topic}
            echo={echo}
            isJson={isJson}
            maxRateHz={rate}
            onClose={list.length > 1 ? () => echoes.toggle(echo.topic) : undefined}
          />
        ))}
      </div>
    </>
  );
}

const RATES = [1, 5, 10, 30, 0];

interface EchoSectionProps {
  readonly echo: Echo;
  readonly isJson: boolean;
  readonly maxRateHz: number;
  readonly onClose: (() => void) | undefined;
}

function EchoSection({ echo, isJson, maxRateHz, onClose }: EchoSectionProps) {
  const { notices } = useApp();
  const { topic, meter, last, problem } = echo;
  const now = performance.now();
  const shown = shownOf(echo);
  return (
    <section className="echo" aria-label={topic}>
      <header>
        <h3 className="mono" {...tip(last?.type, { isLate: true })}>
          {topic}
        </h3>
        <span className="muted">{formatCount(meter.count)}</span>
        <span className="figure">{heardText(meter.hertz(now), maxRateHz)}</span>
        <span className="figure">{bytesText(meter.bytesPerSecond(now))}/s</span>
        <IconButton
          icon={Copy}
          title="Copy as JSON"
          isPlain
          isDisabled={shown.kind !== "message"}
          onClick={() =>
            shown.kind === "message" && void copyText(jsonText(shown.json(), Infinity), "the message", notices)
          }
        />
        {onClose !== undefined && (
          <IconButton icon={X} title={`Stop listening to ${topic}`} isPlain onClick={onClose} />
        )}
      </header>
      {problem !== "" && <p className="entry-problem">{problem}</p>}
      {shown.kind === "nothing" && problem === "" && <p className="muted">No message yet</p>}
      {shown.kind === "undecodable" && <p className="entry-problem">{shown.reason}</p>}
      {shown.kind === "message" &&
        (isJson ? (
          <pre>{jsonText(withDefaults(shown.json(), shown.type, messages))}</pre>
        ) : (
          <MessageTree value={shown.value} type={shown.type} topic={topic} />
        ))}
    </section>
  );
}

type Shown =
  | { readonly kind: "nothing" }
  | { readonly kind: "undecodable"; readonly reason: string }
  | { readonly kind: "message"; readonly type: string; readonly value: object; readonly json: () => unknown };

function shownOf({ last }: Echo): Shown {
  if (last === undefined) return { kind: "nothing" };
  try {
    const { type, value } = last;
    return { kind: "message", type, value, json: () => messages.toJson(type, value as UnknownMessage) };
  } catch (error) {
    return { kind: "undecodable", reason: textOf(error) };
  }
}

/** Renders a few times per second, because messages may come a thousand times as often. */
function useTick(isRunning: boolean): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(tick, 200);
    return () => clearInterval(timer);
  }, [isRunning]);
}
