import { textOf } from "@orrery/sim/host";
import { useId, useState, type FormEvent } from "react";

export interface EntryFormProps<T> {
  readonly label: string;
  readonly placeholder: string;
  /** The text on the button. */
  readonly verb: string;
  readonly isDisabled?: boolean;
  /** Parses the text; throws with what is wrong. */
  readonly parse: (text: string) => T;
  /** If it rejects, the reason is shown beside the value. */
  readonly onEnter: (value: T) => void | Promise<void>;
}

/** Shows a field for one value, which is checked and then sent. */
export function EntryForm<T>({ label, placeholder, verb, isDisabled, parse, onEnter }: EntryFormProps<T>) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    try {
      const value = parse(text);
      setProblem("");
      const entering = onEnter(value);
      if (entering instanceof Promise) entering.catch((error: unknown) => setProblem(textOf(error)));
    } catch (error) {
      setProblem(textOf(error));
    }
  };
  return (
    <form className="entry-form" onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        placeholder={placeholder}
        value={text}
        disabled={isDisabled}
        aria-invalid={problem !== ""}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="text" disabled={isDisabled}>
        {verb}
      </button>
      {problem !== "" && (
        <p className="entry-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
