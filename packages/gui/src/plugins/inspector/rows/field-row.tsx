import type { ReactNode } from "react";
import { FieldLabel } from "./field-label.tsx";

export interface FieldRowProps {
  readonly label: string;
  /** The field's full name. */
  readonly title: string;
  readonly path: string;
  readonly children: ReactNode;
}

/** Shows a label with a value beside it. */
export function FieldRow({ label, title, path, children }: FieldRowProps) {
  return (
    <div className="field-row">
      <FieldLabel label={label} title={title} path={path} />
      <div className="field-value">{children}</div>
    </div>
  );
}
