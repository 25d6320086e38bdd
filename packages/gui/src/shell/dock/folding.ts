import type { DockviewApi, DockviewGroupPanel } from "dockview-react";
import { Value } from "../../client/value.ts";
import { readPixels } from "../../style/tokens.ts";
import { aroundAll, sideOf, type Side } from "./sides.ts";

/** The sizes of groups before they were folded, by group id; an arrangement stores them for a folded side. */
export type FoldedSizes = Readonly<Record<string, { readonly width: number; readonly height: number }>>;

/** The folded sides, as data. */
export type FoldedSides = Readonly<Partial<Record<Side, FoldedSizes>>>;

/**
 * Folds the panels at a side of the middle to a strip: of icons at the left and right, of tabs at the bottom. Unfolding
 * restores their size.
 */
export class Folding {
  /** The groups of panels at each side, topmost first. */
  readonly groups = new Value<ReadonlyMap<Side, readonly DockviewGroupPanel[]>>(new Map());
  readonly folded = new Value<FoldedSides>({});
  #dock: DockviewApi | undefined;
  #isCentre: (panel: string) => boolean = () => false;

  attach(dock: DockviewApi | undefined, isCentre: (panel: string) => boolean): void {
    this.#dock = dock;
    this.#isCentre = isCentre;
  }

  isFolded(side: Side): boolean {
    return this.folded.current[side] !== undefined;
  }

  /** Returns the side where a group of panels is; `undefined` for the middle. */
  sideOf(group: DockviewGroupPanel): Side | undefined {
    return [...this.groups.current].find(([, groups]) => groups.includes(group))?.[0];
  }

  toggle(side: Side): void {
    if (this.isFolded(side)) this.unfold(side);
    else this.fold(side);
  }

  fold(side: Side): void {
    const groups = this.groups.current.get(side) ?? [];
    if (groups.length === 0 || this.isFolded(side)) return;
    const sizes = groups.map(({ id, width, height }) => [id, { width, height }] as const);
    const widths = this.#widths();
    this.folded.set({ ...this.folded.current, [side]: Object.fromEntries(sizes) });
    this.#shut(side, groups);
    this.#keepWidths(widths);
  }

  unfold(side: Side): void {
    const { [side]: sizes, ...others } = this.folded.current;
    if (sizes === undefined) return;
    const widths = this.#widths();
    this.folded.set(others);
    const groups = this.#foldedGroups(sizes);
    for (const group of groups) {
      group.element.classList.remove("folded");
      group.api.setHeaderPosition("top");
      group.api.setConstraints({ maximumWidth: Infinity, maximumHeight: Infinity });
    }
    for (const { api } of groups) api.setConstraints({ minimumWidth: MIN_PX, minimumHeight: MIN_PX });
    const [first] = groups;
    if (first === undefined) return;
    const { width, height } = sizes[first.id]!;
    if (side === "bottom") first.api.setSize({ height });
    else this.#keepWidths({ ...widths, [side]: width });
    // All except the last, which gets the remaining room.
    if (side !== "bottom") for (const { id, api } of groups.slice(0, -1)) api.setSize({ height: sizes[id]!.height });
  }

  /** Applies the folded sides of a restored arrangement. */
  restore(sides: FoldedSides): void {
    this.folded.set(sides);
    for (const [side, sizes] of Object.entries(sides)) this.#shut(side as Side, this.#foldedGroups(sizes));
  }

  /** Changes the middle without affecting the sides: the middle provides any room that is needed. */
  keepSides(work: () => void): void {
    const widths = this.#widths();
    work();
    this.#keepWidths(widths);
  }

  /** Updates where panels are. Call it after panels were moved, opened or closed. */
  look(): void {
    const all = (this.#dock?.groups ?? []).filter(({ api }) => api.location.type === "grid");
    const isMiddle = ({ panels }: DockviewGroupPanel): boolean => panels.some(({ id }) => this.#isCentre(id));
    const middle = all.filter(isMiddle).map(({ element }) => element.getBoundingClientRect());
    const found = middle.length === 0 ? [] : all.filter((group) => !isMiddle(group));
    const around = found.flatMap((group) => {
      const side = sideOf(group.element.getBoundingClientRect(), aroundAll(middle));
      return side === undefined ? [] : [{ side, group }];
    });
    around.sort((a, b) => a.group.element.getBoundingClientRect().top - b.group.element.getBoundingClientRect().top);
    const next = new Map([...Map.groupBy(around, ({ side }) => side)].map(([side, of]) => [side, of.map(groupOf)]));
    if (!isSame(next, this.groups.current)) this.groups.set(next);
    this.#dropMoved(all);
  }

  /** Unfolds a folded side whose panels were all closed or dragged away. */
  #dropMoved(all: readonly DockviewGroupPanel[]): void {
    const ids = new Set(all.map(({ id }) => id));
    const left = Object.entries(this.folded.current).filter(([, sizes]) =>
      Object.keys(sizes).some((id) => ids.has(id)),
    );
    if (left.length !== Object.keys(this.folded.current).length) this.folded.set(Object.fromEntries(left));
  }

  #widths(): Widths {
    const found = ACROSS.map((side) => [side, this.groups.current.get(side)?.[0]?.width] as const);
    return Object.fromEntries(found.filter(([side]) => !this.isFolded(side)));
  }

  /** Takes the room that a side gains or loses from the middle; the dock alone would share it with the other side. */
  #keepWidths(widths: Widths): void {
    // The right side last, because changes of the left side affect it.
    for (const side of ACROSS) {
      const width = widths[side];
      if (width !== undefined && !this.isFolded(side)) this.groups.current.get(side)?.[0]?.api.setSize({ width });
    }
  }

  #foldedGroups(sizes: FoldedSizes): DockviewGroupPanel[] {
    return (this.#dock?.groups ?? []).filter(({ id }) => id in sizes);
  }

  #shut(side: Side, groups: readonly DockviewGroupPanel[]): void {
    const strip = stripSize();
    for (const { api, element } of groups) {
      element.classList.add("folded");
      if (side !== "bottom") api.setHeaderPosition(side);
      api.setConstraints(side === "bottom" ? { minimumHeight: strip } : { minimumWidth: strip, minimumHeight: strip });
    }
    // Groups above each other share one width, so the loop ends when none needs more.
    for (const { api } of groups) {
      api.setConstraints(side === "bottom" ? { maximumHeight: strip } : { maximumWidth: strip });
    }
    groups[0]?.api.setSize(side === "bottom" ? { height: strip } : { width: strip });
    // Icons of groups above each other are in one column, with the button that unfolds them at the top.
    if (side !== "bottom") {
      for (const [i, { api, panels }] of groups.slice(0, -1).entries()) {
        api.setSize({ height: strip * (panels.length + (i === 0 ? 1 : 0)) });
      }
    }
  }
}

const ACROSS = ["left", "right"] as const;
type Widths = Readonly<Partial<Record<(typeof ACROSS)[number], number | undefined>>>;

/** The least size that the dock gives a group. */
const MIN_PX = 100;

/** Returns the height of the row of tabs, which is larger for fingers. */
function stripSize(): number {
  return readPixels("--header-height");
}

function groupOf({ group }: { readonly group: DockviewGroupPanel }): DockviewGroupPanel {
  return group;
}

type Groups = ReadonlyMap<Side, readonly DockviewGroupPanel[]>;

function isSame(a: Groups, b: Groups): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([side, groups]) => {
    const others = b.get(side) ?? [];
    return groups.length === others.length && groups.every((group, i) => group === others[i]);
  });
}
