import type { Entity } from "@orrery/sim";
import { Name } from "@orrery/sim/components";
import type { ReactNode } from "react";
import { useApp, useMirror, useValue } from "../../shell/hooks.ts";
import { EntityIcon } from "../../ui/entity-icon.tsx";
import { kindOf } from "../../ui/entity-kind.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { counted, formatNumber } from "../../ui/number-format.ts";
import { inAngles } from "./angles.ts";
import { CopyButton } from "./copy-button.tsx";
import type { Field } from "./field.ts";
import { angleUnit } from "./inspector-settings.ts";
import { RotationField, VectorField } from "./vector-field.tsx";

/** One field, whatever it is. `title` is its full name. */
export function FieldView({ field, title }: { readonly field: Field; readonly title: string }) {
  const { label } = field;
  switch (field.kind) {
    case "number":
      return <NumberRow field={field} title={title} />;
    case "vector":
      return <VectorField label={label} title={title} values={field.values} unit={field.unit} />;
    case "rotation":
      return <RotationField label={label} title={title} values={field.values} />;
    case "colour":
      return <ColourRow field={field} title={title} />;
    case "text":
      return (
        <Row label={label} title={title}>
          {field.text === "" ? (
            <span className="muted">Empty</span>
          ) : (
            <CopyButton text={field.text} what="the text" label={label} />
          )}
        </Row>
      );
    case "code":
      return (
        <details className="field-code">
          <summary title={title}>
            {label} <span className="muted">{counted(field.text.length, "character")}</span>
          </summary>
          <pre>{field.text}</pre>
        </details>
      );
    case "flag":
      return (
        <Row label={label} title={title}>
          <span className="field-text">{field.isOn ? "Yes" : "No"}</span>
        </Row>
      );
    case "entity":
      return <EntityRow field={field} title={title} />;
    case "summary":
      return (
        <Row label={label} title={title}>
          <span className="field-text muted" title={field.text}>
            {field.text}
          </span>
        </Row>
      );
    case "group":
      return (
        <div className="field-group">
          <h5 title={title}>{label}</h5>
          {field.fields.map((inner) => (
            <FieldView key={inner.path} field={inner} title={`${title}\n${inner.path}`} />
          ))}
        </div>
      );
    default:
      return (
        <Row label={(field satisfies Extract<Field, { kind: "mixed" }>).label} title={title}>
          <span className="field-text muted">mixed</span>
        </Row>
      );
  }
}

function Row({
  label,
  title,
  children,
}: {
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="field-row">
      <span className="field-label" title={title}>
        {label}
      </span>
      <div className="field-value">{children}</div>
    </div>
  );
}

function NumberRow({ field, title }: { readonly field: Extract<Field, { kind: "number" }>; readonly title: string }) {
  const angles = useValue(angleUnit);
  const shown = inAngles(field.value ?? 0, field.unit, angles);
  return (
    <Row label={field.label} title={title}>
      <NumberField label={field.label} value={field.value === undefined ? undefined : shown.value} unit={shown.unit} />
    </Row>
  );
}

function ColourRow({ field, title }: { readonly field: Extract<Field, { kind: "colour" }>; readonly title: string }) {
  const [r, g, b, a] = field.values;
  const channels = [r, g, b].map((channel) => Math.round(Math.min(Math.max(channel, 0), 1) * 255)).join(" ");
  return (
    <Row label={field.label} title={title}>
      <CopyButton
        text={field.values.join(" ")}
        what="the colour"
        label={field.label}
        shown={field.values.map((channel) => formatNumber(Number(channel.toFixed(3)))).join(" ")}
      />
      <span className="swatch" style={{ background: `rgb(${channels} / ${a})` }} />
    </Row>
  );
}

function EntityRow({ field, title }: { readonly field: Extract<Field, { kind: "entity" }>; readonly title: string }) {
  const { selection } = useApp();
  const entity = (field.entity as Entity) || undefined;
  const name = useMirror(
    ({ source }) => (entity && (source.mirror.world.get(entity, Name) || `#${entity}`)) ?? "world",
  );
  const kind = useMirror(({ source }) =>
    entity !== undefined && source.mirror.world.exists(entity) ? kindOf(source.mirror.world, entity) : undefined,
  );
  return (
    <Row label={field.label} title={title}>
      {entity === undefined || kind === undefined ? (
        <span className="field-text muted">{name}</span>
      ) : (
        <button
          type="button"
          className="plain entity-link"
          title={`Select ${name}`}
          onClick={() => selection.set([entity])}
          onPointerEnter={() => selection.hover(entity)}
          onPointerLeave={() => selection.hover(undefined)}
        >
          <EntityIcon kind={kind} />
          <span>{name}</span>
        </button>
      )}
    </Row>
  );
}
