import { useApp } from "../../../shell/hooks.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { pressWord } from "../../../ui/is-touch.ts";
import { tip } from "../../../ui/tip.ts";

export interface CopyButtonProps {
  readonly text: string;
  /** A name for the value, such as "the id". */
  readonly what: string;
  readonly shown?: string;
  readonly label?: string;
}

/** Shows a value that a click copies. */
export function CopyButton({ text, what, shown = text, label }: CopyButtonProps) {
  const { notices } = useApp();
  return (
    <button
      type="button"
      className="plain copy-value"
      {...tip(`${text}\n${pressWord()} copies`)}
      onClick={() => void copyText(text, what, notices)}
    >
      {label !== undefined && <span className="visually-hidden">{label} </span>}
      {shown}
    </button>
  );
}
