import { counted } from "../../../ui/numbers/number-format.ts";
import { ColourRow } from "./colour-row.tsx";
import { EntityRow } from "./entity-row.tsx";
import { FieldRow } from "./field-row.tsx";
import type { Field } from "../fields/field.ts";
import { NumberRow } from "./number-row.tsx";
import { ChoiceRow, FlagRow, TextRow } from "./text-rows.tsx";
import { RotationRows, VectorRows } from "./vector-rows.tsx";
import { tip } from "../../../ui/tip.ts";

/** Shows any field. `title` is its full name. */
export function FieldView({ field, title }: { readonly field: Field; readonly title: string }) {
  switch (field.kind) {
    case "number":
      return <NumberRow field={field} title={title} />;
    case "vector":
      return <VectorRows field={field} title={title} />;
    case "rotation":
      return <RotationRows field={field} title={title} />;
    case "colour":
      return <ColourRow field={field} title={title} />;
    case "text":
      return <TextRow field={field} title={title} />;
    case "choice":
      return <ChoiceRow field={field} title={title} />;
    case "flag":
      return <FlagRow field={field} title={title} />;
    case "entity":
      return <EntityRow field={field} title={title} />;
    case "code":
      return (
        <details className="field-code">
          <summary {...tip(title)}>
            {field.label} <span className="muted">{counted(field.text.length, "character")}</span>
          </summary>
          <pre>{field.text}</pre>
        </details>
      );
    case "summary":
      return (
        <FieldRow label={field.label} title={title} path={field.path}>
          <span className="field-text muted" {...tip(field.text, { isLate: true })}>
            {field.text}
          </span>
        </FieldRow>
      );
    case "group":
      return (
        <div className="field-group">
          <p className="field-group-title" {...tip(title, { isLate: true })}>
            {field.label}
          </p>
          {field.fields.map((inner) => (
            <FieldView key={inner.path} field={inner} title={`${title}\n${inner.path}`} />
          ))}
        </div>
      );
    default:
      return (
        <FieldRow label={(field satisfies Extract<Field, { kind: "mixed" }>).label} title={title} path={field.path}>
          <span className="field-text muted">mixed</span>
        </FieldRow>
      );
  }
}
