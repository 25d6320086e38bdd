import { messages, type UnknownMessage } from "@orrery/msgs";
import { Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { copyText } from "../../ui/copy-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { counted } from "../../ui/numbers/number-format.ts";
import { call, parseMessage, type Call, type CallTarget } from "./calls.ts";
import { jsonText } from "./message-branches.ts";
import { fieldsText, templateOf } from "./message-template.ts";
import { RepeatedPublisher } from "./repeated-publisher.ts";
import { MessageTree } from "./message-tree.tsx";
import { tip } from "../../ui/tip.ts";

export interface CallViewProps {
  readonly target: CallTarget;
  /** Latest first, of its kind. */
  readonly calls: readonly Call[];
  readonly onCalled: (call: Call) => void;
  readonly onClose: (() => void) | undefined;
}

/** Shows a request or a message to fill in and send, and the outcome of earlier ones. */
export function CallView({ target, calls, onCalled, onClose }: CallViewProps) {
  const client = useValue(useApp().view.client);
  const { kind, name, type } = target;
  const isKnown = messages.has(type);
  const [text, setText] = useState(() => (isKnown ? firstText(target) : "{}"));
  const [isWaiting, setWaiting] = useState(false);
  const send = (): void => {
    if (client === undefined) return;
    setWaiting(true);
    void call(client.node, messages, target, text).then((done) => {
      setWaiting(false);
      onCalled(done);
    });
  };
  return (
    <div className="call">
      <form
        className="call-request"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <header>
          <h3 className="mono" {...tip(type, { isLate: true })}>
            {name}
          </h3>
          <button type="submit" className="text primary" disabled={client === undefined || isWaiting || !isKnown}>
            {kind === "service" ? "Send" : "Publish"}
          </button>
          {kind === "topic" && isKnown && <Repeat target={target} text={text} />}
          {onClose !== undefined && <IconButton icon={X} title="Back to the messages" isPlain onClick={onClose} />}
        </header>
        {!isKnown && <p className="entry-problem">The page does not know the type {type}</p>}
        <textarea
          aria-label={`${type} as JSON`}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
          }}
        />
        {isKnown && (
          <details>
            <summary>Fields of {type}</summary>
            <pre>{fieldsText(type, messages)}</pre>
          </details>
        )}
      </form>
      <ol className="call-history" aria-label="Outcome" aria-live="polite">
        {isWaiting && <li className="muted">Waiting for the answer…</li>}
        {calls.length === 0 && !isWaiting && <li className="muted">Nothing was sent yet. Ctrl+Enter sends.</li>}
        {calls.map((done) => (
          <CallItem key={done.id} done={done} onReuse={done.name === name ? () => setText(done.request) : undefined} />
        ))}
      </ol>
    </div>
  );
}

/** Publishes at a rate, for receivers that stop when no messages come; ends when it is closed. */
function Repeat({ target: { name, type }, text }: { readonly target: CallTarget; readonly text: string }) {
  const { view, notices } = useApp();
  const client = useValue(view.client);
  const [publisher] = useState(() => new RepeatedPublisher());
  const count = useValue(publisher.count);
  const [hertz, setHertz] = useState(10);
  useEffect(() => () => publisher.stop(), [publisher, client, name]);
  const start = (): void => {
    try {
      publisher.start(client!.node, name, type, parseMessage(messages, type, text), hertz);
    } catch (error) {
      notices.failed(`publish on ${name}`, error);
    }
  };
  return (
    <>
      <button
        type="button"
        className="text"
        aria-pressed={count !== undefined}
        disabled={client === undefined}
        {...tip(count === undefined ? "Publish repeatedly" : `Published ${counted(count, "message")}`)}
        onClick={() => (count === undefined ? start() : publisher.stop())}
      >
        {count === undefined ? "Repeat" : "Stop"}
      </button>
      <select
        aria-label="Rate"
        value={hertz}
        disabled={count !== undefined}
        onChange={(event) => setHertz(Number(event.target.value))}
      >
        {REPEAT_HERTZ.map((each) => (
          <option key={each} value={each}>
            {each} Hz
          </option>
        ))}
      </select>
    </>
  );
}

const REPEAT_HERTZ = [1, 2, 5, 10, 20, 50];

function CallItem({ done, onReuse }: { readonly done: Call; readonly onReuse: (() => void) | undefined }) {
  const { notices } = useApp();
  const { name, result, ms } = done;
  return (
    <li className={`call-item ${result.kind}`}>
      <header>
        <span className="mono call-name">{name}</span>
        <span className="muted">{Math.round(ms)} ms</span>
        {onReuse !== undefined && (
          <button type="button" className="plain text" onClick={onReuse}>
            Use again
          </button>
        )}
        {result.kind === "answer" && (
          <IconButton
            icon={Copy}
            title="Copy the answer"
            isPlain
            onClick={() => void copyText(answerText(result), "the answer", notices)}
          />
        )}
      </header>
      {result.kind === "answer" && <MessageTree value={result.value} type={result.type} />}
      {result.kind === "sent" && <p className="muted">Published</p>}
      {(result.kind === "refused" || result.kind === "failed") && (
        <p className="entry-problem">
          {result.kind === "refused" ? "Refused: " : ""}
          {result.reason}
        </p>
      )}
    </li>
  );
}

function firstText({ kind, type }: CallTarget): string {
  return JSON.stringify(templateOf(type, messages, { nested: kind === "topic" ? "written" : "absent" }), undefined, 2);
}

function answerText({ type, value }: Call["result"] & { kind: "answer" }): string {
  return jsonText(messages.toJson(type, value as UnknownMessage), Infinity);
}
