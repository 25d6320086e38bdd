/** How a tooltip is shown: the keys that do the same as its element, and whether it waits until the pointer rests. */
export interface TipOptions {
  /** In the form of commands: `Ctrl+Z`. Several are separated by spaces. */
  readonly keys?: string | undefined;
  /** For rows and fields that the pointer often just passes over: each waits for the full delay. */
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

/** What a tooltip says, read from the element that has it. */
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
