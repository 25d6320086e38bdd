import { Value } from "../client/value.ts";

export interface Question {
  readonly title: string;
  /** Of the field. */
  readonly label: string;
  readonly initial: string;
  /** On the button: "Save". */
  readonly action: string;
  /** What is wrong with an answer, if anything: shown below the field. */
  readonly problem: (text: string) => string | undefined;
  readonly answer: (text: string | undefined) => void;
}

/** Short questions to the user, one at a time. Only for what cannot be undone or needs a name. */
export class Questions {
  readonly open = new Value<Question | undefined>(undefined);

  /** `undefined` when the user does not want to. */
  ask(words: Pick<Question, "title" | "label" | "action"> & Partial<Question>): Promise<string | undefined> {
    this.open.current?.answer(undefined);
    return new Promise((resolve) => {
      this.open.set({
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
}
