import type { Entity } from "@orrery/sim";
import { Name } from "@orrery/sim/components";
import { useApp, useMirror } from "../../../shell/hooks.ts";
import { EntityIcon } from "../../../ui/entity-icon.tsx";
import { kindOf } from "../../../ui/entity-kind.ts";
import { FieldRow } from "./field-row.tsx";
import type { RowProps } from "./text-rows.tsx";
import { tip } from "../../../ui/tip.ts";

/** Shows an entity that a click selects. */
export function EntityRow({ field, title }: RowProps<"entity">) {
  const { selection } = useApp().view;
  const entity = (field.entity as Entity) || undefined;
  const name = useMirror(({ mirror }) => (entity && (mirror.world.get(entity, Name) || `#${entity}`)) ?? "world");
  const kind = useMirror(({ mirror }) =>
    entity !== undefined && mirror.world.exists(entity) ? kindOf(mirror.world, entity) : undefined,
  );
  return (
    <FieldRow label={field.label} title={title} path={field.path}>
      {entity === undefined || kind === undefined ? (
        <span className="field-text muted">{name}</span>
      ) : (
        <button
          type="button"
          className="plain entity-link"
          {...tip(`Select ${name}`)}
          onClick={() => selection.set([entity])}
          onPointerEnter={() => selection.hover(entity)}
          onPointerLeave={() => selection.hover(undefined)}
        >
          <EntityIcon kind={kind} />
          <span>{name}</span>
        </button>
      )}
    </FieldRow>
  );
}
