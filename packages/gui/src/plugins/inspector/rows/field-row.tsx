import type { ReactNode } from "react";
import { useFieldLock } from "../edit-context.ts";
import { LockHint } from "../lock-hint.tsx";
import { tip } from "../../../ui/tip.ts";

export interface FieldRowProps {
  readonly label: string;
  /** The field's full name. */
  readonly title: string;
  readonly path: string;
  readonly children: ReactNode;
}

/** Shows a label with a value beside it. */
export function FieldRow({ label, title, path, children }: FieldRowProps) {
  const lock = useFieldLock(path);
  return (
    <div className="field-row">
      <span className="field-label" {...tip(title, { isLate: true })}>
        {label}
        {lock !== undefined && <LockHint reason={lock} />}
      </span>
      <div className="field-value">{children}</div>
    </div>
  );
}
