import { scopedName, type Entity } from "@orrery/sim";
import { ChevronDown, ChevronRight, Eye, EyeOff } from "lucide-react";
import type { NodeRendererProps, RowRendererProps } from "react-arborist";
import { useApp, useTold, useValue } from "../../shell/hooks.ts";
import { CutName } from "../../ui/cut-name.tsx";
import { EntityIcon } from "../../ui/entity-icon.tsx";
import { counted, formatCount } from "../../ui/numbers/number-format.ts";
import { startPlotDrag } from "../../ui/plot-drag.ts";
import { entityLooksOf } from "../scene/api.ts";
import { modeOf } from "./choose.ts";
import { NameField } from "./name-field.tsx";
import { useTreeActions } from "./tree-context.ts";
import { labelOf } from "./tree-items.ts";
import type { TreeRow } from "./tree-rows.ts";
import { tip } from "../../ui/tip.ts";

/** Draws the box of a row, and handles clicks, keys and drags on it. */
export function TreeRowFrame({ node, attrs, innerRef, children }: RowRendererProps<TreeRow>) {
  const { selection, mirror } = useApp().view;
  const actions = useTreeActions();
  const { item, isOpen, isMatch } = node.data;
  const { entity } = item;
  const isSelected = useTold(selection.changes, () => selection.has(entity));
  const isHovered = useTold(selection.hovers, () => selection.hovered === entity);
  const isPrimary = useTold(selection.changes, () => selection.primary === entity);
  const state = [isHovered && "hovered", isPrimary && "primary", isMatch && "match"].filter(Boolean).join(" ");
  return (
    <div
      {...attrs}
      style={{ ...attrs.style, minWidth: 0 }}
      ref={innerRef}
      className={`tree-row ${state}`}
      aria-selected={isSelected}
      aria-expanded={isOpen}
      data-entity={entity}
      draggable={item.name !== ""}
      onDragStart={(event) => {
        // In the field for a new name, a drag selects text.
        if (event.target instanceof HTMLInputElement) return;
        startPlotDrag(event.dataTransfer, { kind: "thing", name: scopedName(mirror.world, entity) });
      }}
      onFocus={(event) => event.stopPropagation()}
      onClick={(event) => actions.choose(modeOf(event), entity)}
      onDoubleClick={() => actions.frame()}
      onPointerEnter={() => selection.hover(entity)}
    >
      {children}
    </div>
  );
}

/** Shows the contents of a row. */
export function TreeRowElement({ node }: NodeRendererProps<TreeRow>) {
  const { commands } = useApp();
  const { selection } = useApp().view;
  const { tree } = useTreeActions();
  const isRenamed = useValue(tree.renaming) === node.data.item.entity;
  const { item, isOpen, level } = node.data;
  const { entity, kind, name, children, size } = item;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="tree-cell">
      {Array.from({ length: level }, (_, i) => (
        <span key={i} className="tree-guide" />
      ))}
      {isOpen === undefined ? (
        <span className="tree-toggle" />
      ) : (
        <span
          className="tree-toggle"
          {...tip(isOpen ? "Fold" : "Unfold", { keys: isOpen ? "Left" : "Right", isLate: true })}
          onClick={(event) => {
            event.stopPropagation();
            if (event.altKey) tree.toggleAll(entity, !isOpen);
            else tree.toggle(entity, !isOpen);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <Chevron />
        </span>
      )}
      <EntityIcon kind={kind} />
      {isRenamed ? (
        <NameField item={item} />
      ) : (
        <span
          className={name === "" ? "tree-name muted" : "tree-name"}
          {...tip(`${labelOf(item)} · ${kind} #${entity}`, { isLate: true })}
          onDoubleClick={(event) => {
            event.stopPropagation();
            selection.set([entity]);
            commands.run("edit.rename");
          }}
        >
          <CutName text={labelOf(item)} />
        </span>
      )}
      <EyeToggle entity={entity} />
      {children.length > 1 && (
        <span className="tree-count" {...tip(`${counted(size - 1, "entity", "entities")} below`, { isLate: true })}>
          {formatCount(children.length)}
        </span>
      )}
    </div>
  );
}

/**
 * Shows an eye that hides and shows an entity: visible while the pointer is over its row, and always for hidden
 * entities. Its key is H.
 */
function EyeToggle({ entity }: { readonly entity: Entity }) {
  const app = useApp();
  const looks = entityLooksOf(app);
  const isHidden = useTold(looks.changes, () => looks.has(entity, "hidden"));
  const Icon = isHidden ? EyeOff : Eye;
  return (
    <span
      className={isHidden ? "tree-eye hidden" : "tree-eye"}
      aria-hidden="true"
      {...tip(isHidden ? "Show" : "Hide", { keys: "H", isLate: true })}
      onClick={(event) => {
        event.stopPropagation();
        if (looks.isIsolating) looks.isolate([]);
        else looks.toggle([entity], "hidden");
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Icon />
    </span>
  );
}
