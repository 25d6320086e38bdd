import { EllipsisVertical } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { useOpensMenus } from "../../ui/menu-requests.ts";
import type { PopoverAnchor } from "../../ui/popover.tsx";
import { ComponentMenu } from "./component-menu.tsx";
import { titleInGroup } from "./field-title.ts";
import { ComponentContext, useComponentLock } from "./edit-context.ts";
import type { ShownComponent } from "./fields/entity-reader.ts";
import { FieldView } from "./rows/field-view.tsx";
import { FoldingGroup } from "./folding-group.tsx";
import { LockHint } from "./lock-hint.tsx";
import { tip } from "../../ui/tip.ts";

export interface ComponentGroupProps {
  readonly group: string;
  readonly components: readonly ShownComponent[];
}

export function ComponentGroup({ group, components }: ComponentGroupProps) {
  return (
    <FoldingGroup title={group}>
      {components.map((component) => (
        <ComponentView key={component.name} component={component} group={group} />
      ))}
    </FoldingGroup>
  );
}

/** Shows a component: a single field carries the component's name, several are listed below it. */
const ComponentView = memo(function ComponentView({
  component,
  group,
}: {
  readonly component: ShownComponent;
  readonly group: string;
}) {
  const { name, title, fields } = component;
  const [anchor, setAnchor] = useState<PopoverAnchor>();
  /** The field that the menu was opened on; undefined for the component. */
  const [path, setPath] = useState<string>();
  const [only] = fields;
  const isSingle = fields.length === 1 && only!.kind !== "group" && ["", title, "Axis 1"].includes(only!.label);
  const short = titleInGroup(title, group);
  const lock = useComponentLock(name);
  const context = useMemo(
    () => ({ name, fieldLock: isSingle ? lock : undefined, fields }),
    [name, isSingle, lock, fields],
  );
  const opensMenu = useOpensMenus(({ target, x, y, isByKey }) => {
    // A text field with the focus has the browser's own menu.
    if (target instanceof HTMLInputElement) return false;
    setAnchor(isByKey ? (target as HTMLElement) : { x, y });
    setPath(target.closest(".field-row, .field-vector")?.querySelector<HTMLElement>("[data-field]")?.dataset["field"]);
    return true;
  });
  return (
    <ComponentContext value={context}>
      <div className={isSingle ? "component single" : "component"} data-component={name} ref={opensMenu}>
        {isSingle ? (
          <FieldView field={{ ...only!, label: short }} title={name} />
        ) : (
          <>
            {title !== group ? (
              <h4 className="component-title" {...tip(name, { isLate: true })}>
                {short}
                {lock !== undefined && <LockHint reason={lock} />}
              </h4>
            ) : (
              lock !== undefined && <p className="component-lock">{lock}</p>
            )}
            {fields.map((field) => (
              <FieldView key={field.path} field={field} title={`${name}\n${field.path}`} />
            ))}
          </>
        )}
        <button
          type="button"
          className="plain component-more"
          // The menu key opens the same menu from each of its fields.
          tabIndex={-1}
          aria-label={`More of ${title}`}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          {...tip("Copy, paste, reset", { keys: "Menu" })}
          onClick={(event) => {
            setAnchor(event.currentTarget);
            setPath(undefined);
          }}
        >
          <EllipsisVertical />
        </button>
        {anchor !== undefined && (
          <ComponentMenu component={component} path={path} anchor={anchor} onClose={() => setAnchor(undefined)} />
        )}
      </div>
    </ComponentContext>
  );
});
