import { useValue } from "../../../shell/hooks.ts";
import { NumberField } from "../../../ui/numbers/number-field.tsx";
import { fromAngles, inAngles } from "../fields/angles.ts";
import { useFieldEdit } from "../edit-context.ts";
import type { NumberField as NumberOf } from "../fields/field.ts";
import { FieldRow } from "./field-row.tsx";
import { angleUnit } from "../inspector-settings.ts";

export function NumberRow({ field, title }: { readonly field: NumberOf; readonly title: string }) {
  const { path, label, value, unit } = field;
  const angles = useValue(angleUnit);
  const edit = useFieldEdit(path, label);
  const shown = inAngles(value ?? 0, unit, angles);
  const change = (entered: number) => ({ kind: "set", path, value: fromAngles(entered, unit, angles) }) as const;
  return (
    <FieldRow label={label} title={title} path={path}>
      <NumberField
        label={label}
        value={value === undefined ? undefined : shown.value}
        unit={shown.unit}
        problemOf={edit && ((entered) => edit.problem(change(entered)))}
        onChange={edit && ((entered, isFinal) => (isFinal ? edit.commit(change(entered)) : undefined))}
      />
    </FieldRow>
  );
}
