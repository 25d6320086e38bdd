import { ChevronRight } from "lucide-react";
import type { Entity } from "@orrery/sim";
import { Name } from "@orrery/sim/components";
import { useApp, useMirror } from "../../shell/hooks.ts";
import { EntityIcon } from "../../ui/entity-icon.tsx";
import { entityKinds, kindOf, kindTitle, type EntityKind } from "../../ui/entity-kind.ts";
import { counted, formatCount } from "../../ui/numbers/number-format.ts";
import { CopyButton } from "./rows/copy-button.tsx";
import type { ShownComponent } from "./fields/entity-reader.ts";
import { tip } from "../../ui/tip.ts";

/** Shows what kind of entity it is, and its path from the world. */
export function EntityHeader({ entity, tags }: { readonly entity: Entity; readonly tags: readonly ShownComponent[] }) {
  const way = useMirror(({ mirror }) => wayTo(mirror.world, entity), isSameWay);
  const { selection } = useApp().view;
  const self = way.at(-1);
  if (self === undefined) return null;
  const others = tags.filter(({ title }) => title !== kindTitle(self.kind));
  return (
    <header className="inspector-header">
      {way.length > 1 && (
        <nav className="breadcrumb" aria-label="What it is part of">
          {way.slice(0, -1).map(({ entity: above, label, kind }, i) => (
            <span key={above} className="crumb">
              {i > 0 && <ChevronRight />}
              <button
                type="button"
                className="plain"
                {...tip(`Select ${kind} ${label}`)}
                onClick={() => selection.set([above])}
                onPointerEnter={() => selection.hover(above)}
                onPointerLeave={() => selection.hover(undefined)}
              >
                {label}
              </button>
            </span>
          ))}
        </nav>
      )}
      <div className="inspector-title">
        <EntityIcon kind={self.kind} />
        <h2 {...tip(self.label, { isLate: true })}>{self.label}</h2>
        <CopyButton text={String(entity)} what="the id" shown={`#${entity}`} />
      </div>
      <ul className="tags" aria-label="What it is">
        <li>{kindTitle(self.kind)}</li>
        {others.map(({ name, title }) => (
          <li key={name} {...tip(name, { isLate: true })}>
            {title}
          </li>
        ))}
      </ul>
    </header>
  );
}

/** Heads the inspector when several entities are selected. */
export function SelectionHeader({
  entities,
  compared,
}: {
  readonly entities: readonly Entity[];
  readonly compared: number;
}) {
  const kinds = useMirror(({ mirror }) => kindsOf(mirror.world, entities));
  return (
    <header className="inspector-header">
      <div className="inspector-title">
        <h2>{formatCount(entities.length)} selected</h2>
      </div>
      <p className="muted">{kinds}</p>
      {compared < entities.length && <p className="muted">The last {compared} of them are compared</p>}
    </header>
  );
}

interface Step {
  readonly entity: Entity;
  readonly label: string;
  readonly kind: EntityKind;
}

type WorldOf = Parameters<typeof kindOf>[0];

function wayTo(world: WorldOf, entity: Entity): readonly Step[] {
  const way: Step[] = [];
  for (let at = entity; at !== 0 && world.exists(at); at = world.parentOf(at)) {
    way.unshift({ entity: at, label: world.get(at, Name) || `#${at}`, kind: kindOf(world, at) });
  }
  return way;
}

function isSameWay(a: readonly Step[], b: readonly Step[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function kindsOf(world: WorldOf, entities: readonly Entity[]): string {
  const counts = new Map<EntityKind, number>();
  for (const entity of entities) {
    const kind = kindOf(world, entity);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return entityKinds
    .filter((kind) => counts.has(kind))
    .map((kind) => {
      const word = kindTitle(kind).toLowerCase();
      return counted(counts.get(kind)!, word, kind === "entity" ? "entities" : kind === "solid" ? word : `${word}s`);
    })
    .join(", ");
}
