import type { ItemInfo, Probe } from "./item.ts";
import { columnsOf } from "./item-types.ts";
import type { Step } from "./watched-step.ts";

/** Where items come from. */
export interface ItemSource {
  /** Changes whenever an item may have come or gone. */
  readonly revision: number;
  find(name: string): ItemInfo | undefined;
  open(name: string): Probe | undefined;
  beginMoment(): void;
}

/** The items that filters watch now. Each is read once in a step, however many filters watch it. */
export class OpenItems {
  /** Increases whenever the description of an item has changed. */
  changes = 0;
  readonly #source: ItemSource;
  readonly #items = new Map<string, OpenItem>();
  #foundAt = -1;

  constructor(source: ItemSource) {
    this.#source = source;
  }

  /** Opens an item, or shares it if it is open already. Whoever calls this calls `release` later. */
  acquire(name: string): OpenItem {
    this.refresh();
    let item = this.#items.get(name);
    if (item === undefined) {
      item = new OpenItem(name);
      item.find(this.#source);
      this.#items.set(name, item);
    }
    item.users++;
    return item;
  }

  release(item: OpenItem): void {
    if (--item.users === 0) this.#items.delete(item.name);
  }

  /** Looks up all items again, if any may have come or gone. */
  refresh(): void {
    const { revision } = this.#source;
    if (revision === this.#foundAt) return;
    this.#foundAt = revision;
    for (const item of this.#items.values()) if (item.find(this.#source)) this.changes++;
  }

  /** Call before the filters of a step begin. */
  beginStep(): void {
    this.refresh();
    this.#source.beginMoment();
    for (const item of this.#items.values()) item.isFresh = item.hasBegun = false;
  }

  /** Call at the end of a step, before its filters sample. */
  endStep(): void {
    this.#source.beginMoment();
  }
}

/** One item as it was last looked up, with its values in this step. */
export class OpenItem {
  readonly name: string;
  users = 0;
  info: ItemInfo;
  values = new Float64Array(1);
  /** Whether `values` are those of this step. */
  isFresh = false;
  hasBegun = false;
  #probe: Probe | undefined;

  constructor(name: string) {
    this.name = name;
    this.info = goneOf(name, undefined);
  }

  /** Looks up the item. Returns whether its description has changed. */
  find(source: ItemSource): boolean {
    const before = this.info;
    const found = source.find(this.name);
    // Opened again even if it looks the same: another entity may have the name now.
    this.#probe = source.open(this.name);
    const info = found ?? goneOf(this.name, before);
    if (isSame(info, before)) return false;
    this.info = info;
    const { length } = columnsOf(info.type);
    if (length !== this.values.length) this.values = new Float64Array(length);
    return true;
  }

  begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.#probe?.begin?.();
  }

  read(step: Step): void {
    if (this.isFresh) return;
    this.isFresh = true;
    const { values } = this;
    // For so few numbers, fill() would take several times as long.
    for (let i = 0; i < values.length; i++) values[i] = NaN;
    this.#probe?.read(step, values, 0);
  }
}

/** Describes an item that does not exist now. It keeps its columns. */
function goneOf(name: string, before: ItemInfo | undefined): ItemInfo {
  const { type, units } = before ?? { type: "double", units: [] };
  return { name, type, units, unavailable: "there is no such item now" };
}

function isSame(a: ItemInfo, b: ItemInfo): boolean {
  return (
    a.type === b.type &&
    a.units.join("\n") === b.units.join("\n") &&
    a.unavailable === b.unavailable &&
    a.note === b.note &&
    a.isLive === b.isLive
  );
}
