/** What a panel shows: a plugin, and a world if each world has its own panel. */
export interface PanelName {
  readonly plugin: string;
  /**
   * The namespace of a world opened in addition to the page's first one; `undefined` for the first one, and for panels
   * that follow the focus.
   */
  readonly namespace: string | undefined;
}

/** Returns a panel's id in the dock and in saved layouts: `inspector`, `scene@/lab/run-3`. */
export function panelId(plugin: string, namespace?: string): string {
  return namespace === undefined ? plugin : `${plugin}@${namespace}`;
}

export function readPanelId(id: string): PanelName {
  const at = id.indexOf("@");
  return at < 0 ? { plugin: id, namespace: undefined } : { plugin: id.slice(0, at), namespace: id.slice(at + 1) };
}
