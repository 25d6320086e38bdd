import { Value } from "../client/value.ts";

export interface Question {
  readonly kind: "text";
  readonly title: string;
  /** The field's label. */
  readonly label: string;
  readonly initial: string;
  /** The text of the button: "Save". */
  readonly action: string;
  /** Returns what is wrong with an answer, if anything; shown below the field. */
  readonly problem: (text: string) => string | undefined;
  readonly answer: (text: string | undefined) => void;
}

/** Yes or no. */
export interface Confirmation {
  readonly kind: "confirmation";
  readonly title: string;
  readonly text: string;
  /** The text of the button that means yes. */
  readonly action: string;
  /** The text beside a checkbox: "Do not ask again". */
  readonly option?: string;
  readonly answer: (answer: Confirmed | undefined) => void;
}

export interface Confirmed {
  readonly isOptionOn: boolean;
}

/** Short questions to the user, one at a time. Use them only for actions that cannot be undone or need a name. */
export class Questions {
  readonly open = new Value<Question | Confirmation | undefined>(undefined);

  /** Asks for a text; `undefined` if the user cancels. */
  ask(
    words: Pick<Question, "title" | "label" | "action"> & Partial<Omit<Question, "kind">>,
  ): Promise<string | undefined> {
    this.open.current?.answer(undefined);
    return new Promise((resolve) => {
      this.open.set({
        kind: "text",
        initial: "",
        problem: (text) => (text.trim() === "" ? "This cannot be empty" : undefined),
        ...words,
        answer: (text) => {
          this.open.set(undefined);
          resolve(text);
        },
      });
    });
  }

  /** Asks for a confirmation; `undefined` means no. */
  confirm(words: Omit<Confirmation, "kind" | "answer">): Promise<Confirmed | undefined> {
    this.open.current?.answer(undefined);
    return new Promise((resolve) => {
      this.open.set({
        kind: "confirmation",
        ...words,
        answer: (answer) => {
          this.open.set(undefined);
          resolve(answer);
        },
      });
    });
  }
}
