import { use } from "react";
import { useApp } from "../../../shell/hooks.ts";
import { startPlotDrag } from "../../../ui/plot-drag.ts";
import { tip } from "../../../ui/tip.ts";
import { ComponentContext, useFieldLock } from "../edit-context.ts";
import { LockHint } from "../lock-hint.tsx";
import { fieldAt, hasNumbers, plottableOf } from "../plottable-fields.ts";

export interface FieldLabelProps {
  readonly label: string;
  /** The field's full name. */
  readonly title: string;
  readonly path: string;
}

/** Shows the name of a field. Names of numbers can be dragged onto plots. */
export function FieldLabel({ label, title, path }: FieldLabelProps) {
  const { view } = useApp();
  const { name, fields } = use(ComponentContext);
  const lock = useFieldLock(path);
  const field = fieldAt(fields, path);
  const plottable = (): ReturnType<typeof plottableOf> =>
    field && plottableOf(view.mirror.world, view.selection.entities.at(-1), name, [field]);
  return (
    <span
      className="field-label"
      data-field={path}
      draggable={field !== undefined && hasNumbers(field)}
      onDragStart={({ dataTransfer }) => {
        const dragged = plottable();
        if (dragged !== undefined) startPlotDrag(dataTransfer, dragged);
      }}
      {...tip(title, { isLate: true })}
    >
      {label}
      {lock !== undefined && <LockHint reason={lock} />}
    </span>
  );
}
