import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, useId } from "react";
import { useValue } from "../../shell/hooks.ts";
import { titleInGroup } from "./component-title.ts";
import type { ShownComponent } from "./entity-reader.ts";
import { FieldView } from "./field-view.tsx";
import { foldedGroups } from "./inspector-settings.ts";

export interface ComponentGroupProps {
  readonly group: string;
  readonly components: readonly ShownComponent[];
}

export function ComponentGroup({ group, components }: ComponentGroupProps) {
  const folded = useValue(foldedGroups);
  const isFolded = folded.includes(group);
  const id = useId();
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <section className="component-group" aria-labelledby={id}>
      <h3>
        <button
          type="button"
          id={id}
          aria-expanded={!isFolded}
          onClick={() => foldedGroups.set(isFolded ? folded.filter((title) => title !== group) : [...folded, group])}
        >
          <Chevron />
          {group}
        </button>
      </h3>
      {!isFolded &&
        components.map((component) => <ComponentView key={component.name} component={component} group={group} />)}
    </section>
  );
}

/** A single field goes by the component's name; several stand below it. */
const ComponentView = memo(function ComponentView({
  component: { name, title, fields },
  group,
}: {
  readonly component: ShownComponent;
  readonly group: string;
}) {
  const [only] = fields;
  const isSingle = fields.length === 1 && only!.kind !== "group" && ["", title, "Axis 1"].includes(only!.label);
  const short = titleInGroup(title, group);
  return (
    <div className="component" data-component={name}>
      {isSingle ? (
        <FieldView field={{ ...only!, label: short }} title={name} />
      ) : (
        <>
          {title !== group && (
            <h4 className="component-title" title={name}>
              {short}
            </h4>
          )}
          {fields.map((field) => (
            <FieldView key={field.path} field={field} title={`${name}\n${field.path}`} />
          ))}
        </>
      )}
    </div>
  );
});
