/** What a panel shows: a plugin, in its own world where each world has a panel of it. */
export interface PanelName {
  readonly plugin: string;
  /** Of a world that was opened beside the page's first one; `undefined` for that one, and for panels that follow the focus. */
  readonly namespace: string | undefined;
}

/** Names a panel in the dock and in saved layouts: `inspector`, `scene@/lab/run-3`. */
export function panelId(plugin: string, namespace?: string): string {
  return namespace === undefined ? plugin : `${plugin}@${namespace}`;
}

export function readPanelId(id: string): PanelName {
  const at = id.indexOf("@");
  return at < 0 ? { plugin: id, namespace: undefined } : { plugin: id.slice(0, at), namespace: id.slice(at + 1) };
}
