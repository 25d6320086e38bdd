import { useEffect, useId, useRef, useState } from "react";
import { useApp, useValue } from "./hooks.ts";
import type { Confirmation, Question } from "./questions.ts";

/** Shows the open question, if any. */
export function QuestionBox() {
  const { questions } = useApp();
  const question = useValue(questions.open);
  if (question === undefined) return null;
  return question.kind === "text" ? (
    <Asking key={question.title} question={question} />
  ) : (
    <Confirming key={question.title} question={question} />
  );
}

function Asking({ question: { title, label, initial, action, problem, answer } }: { readonly question: Question }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(initial);
  const [isTouched, setTouched] = useState(false);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const wrong = problem(text);
  return (
    <dialog ref={dialog} className="question" aria-labelledby={`${id}-title`} onClose={() => answer(undefined)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wrong === undefined) answer(text.trim());
          else setTouched(true);
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          type="text"
          value={text}
          autoFocus
          aria-invalid={isTouched && wrong !== undefined}
          aria-describedby={`${id}-problem`}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${id}-problem`} className="problem">
          {isTouched ? wrong : ""}
        </p>
        <div className="question-buttons">
          <button type="button" className="text" onClick={() => answer(undefined)}>
            Cancel
          </button>
          <button type="submit" className="text primary">
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function Confirming({ question: { title, text, action, option, answer } }: { readonly question: Confirmation }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  const [isOptionOn, setOptionOn] = useState(false);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // By default a dialog focuses its first element, which is the checkbox.
    yes.current?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="question"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => answer(undefined)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          answer({ isOptionOn });
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        <p id={`${id}-text`}>{text}</p>
        <div className="question-buttons">
          {option !== undefined && (
            <label className="question-option">
              <input type="checkbox" checked={isOptionOn} onChange={(event) => setOptionOn(event.target.checked)} />
              {option}
            </label>
          )}
          <button type="button" className="text" onClick={() => answer(undefined)}>
            Cancel
          </button>
          <button ref={yes} type="submit" className="text primary">
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}
