/** How to show a tooltip: with the keys that do the same as its element, and with or without the full delay. */
export interface TipOptions {
  /** In the form of commands: `Ctrl+Z`; several are separated by spaces. */
  readonly keys?: string | undefined;
  /** For rows and fields that the pointer often just passes over: each of them has the full delay. */
  readonly isLate?: boolean;
}

/**
 * Returns the attributes that give an element a tooltip. Lines after the first are details; without a text there is
 * none.
 */
export function tip(text: string | undefined, { keys, isLate = false }: TipOptions = {}): TipAttributes {
  if (text === undefined || text === "") return {};
  return {
    "data-tip": text,
    ...(keys === undefined ? {} : { "data-tip-keys": keys }),
    ...(isLate ? { "data-tip-late": "" } : {}),
  };
}

export interface TipAttributes {
  readonly "data-tip"?: string;
  readonly "data-tip-keys"?: string;
  readonly "data-tip-late"?: string;
}

/** The words of a tooltip, read from its element. */
export interface TipWords {
  readonly title: string;
  readonly details: readonly string[];
  readonly keys: readonly string[];
}

export function tipWords(element: Element): TipWords | undefined {
  const text = element.getAttribute("data-tip");
  if (text === null) return undefined;
  const [title = "", ...details] = text.split("\n");
  return { title, details, keys: element.getAttribute("data-tip-keys")?.split(" ") ?? [] };
}

/** Returns the nearest element around a target that has a tooltip, if any. */
export function tipTarget(at: EventTarget | null): HTMLElement | undefined {
  return (at instanceof Element ? at.closest<HTMLElement>("[data-tip]") : null) ?? undefined;
}
