import { Switch } from "../../../ui/switch.tsx";
import { TextEntry } from "../../../ui/text-entry.tsx";
import { useHeld } from "../../../ui/use-held.ts";
import { fieldTitle } from "../field-title.ts";
import { CopyButton } from "./copy-button.tsx";
import { useFieldEdit } from "../edit-context.ts";
import { choosing } from "../fields/field-change.ts";
import type { Field } from "../fields/field.ts";
import { FieldRow } from "./field-row.tsx";

export interface RowProps<K extends Field["kind"]> {
  readonly field: Extract<Field, { kind: K }>;
  readonly title: string;
}

export function TextRow({ field: { label, path, text }, title }: RowProps<"text">) {
  const edit = useFieldEdit(path, label);
  return (
    <FieldRow label={label} title={title} path={path}>
      {edit !== undefined ? (
        <TextEntry
          label={label}
          text={text}
          title={text}
          problemOf={(value) => edit.problem({ kind: "set", path, value })}
          onEnter={(value) => edit.commit({ kind: "set", path, value })}
        />
      ) : text === undefined || text === "" ? (
        <span className="muted">{text === undefined ? "mixed" : "Empty"}</span>
      ) : (
        <CopyButton text={text} what="the text" label={label} />
      )}
    </FieldRow>
  );
}

export function ChoiceRow({ field: { label, path, text, options }, title }: RowProps<"choice">) {
  const edit = useFieldEdit(path, label);
  const [shown, hold] = useHeld(text);
  return (
    <FieldRow label={label} title={title} path={path}>
      {edit === undefined ? (
        <span className="field-text">{text === undefined ? "mixed" : fieldTitle(text)}</span>
      ) : (
        <select
          className="choice"
          aria-label={label}
          value={shown ?? ""}
          onChange={(event) => hold(event.target.value, edit.commit(choosing(path, event.target.value)))}
        >
          {shown === undefined && (
            <option value="" disabled>
              mixed
            </option>
          )}
          {options.map((option) => (
            <option key={option} value={option}>
              {fieldTitle(option)}
            </option>
          ))}
        </select>
      )}
    </FieldRow>
  );
}

export function FlagRow({ field: { label, path, isOn }, title }: RowProps<"flag">) {
  const edit = useFieldEdit(path, label);
  const [shown, hold] = useHeld(isOn);
  return (
    <FieldRow label={label} title={title} path={path}>
      {edit === undefined ? (
        <span className="field-text">{isOn === undefined ? "mixed" : isOn ? "Yes" : "No"}</span>
      ) : (
        <Switch
          label={label}
          isOn={shown}
          title={shown === undefined ? "mixed" : shown ? "Yes" : "No"}
          onChange={(value) => hold(value, edit.commit({ kind: "set", path, value }))}
        />
      )}
    </FieldRow>
  );
}
