import type { WorldView } from "../client/world-view.ts";
import type { WorldEntry } from "../client/world-list.ts";
import type { App } from "./app.ts";
import { worldTitle } from "./dock/world-panels.ts";

/**
 * Opens the worlds that the page shows at first: the one that its address names, or else the running ones, as many as
 * there is room for. Afterwards closes those that end, and announces those that are opened.
 */
export function followWorlds(app: App, { isOne }: { readonly isOne: boolean }): Disposable {
  const { session, layout } = app;
  let known: readonly WorldEntry[] | undefined;
  const look = (entries: readonly WorldEntry[]): void => {
    const before = known;
    known = entries;
    if (before === undefined) openFirst(app, entries, isOne);
    else {
      for (const view of app.worlds.list.current) if (wasClosed(view, before)) leave(app, view, before);
      if (!isOne) for (const entry of entries) if (isNew(entry, before)) tellOf(app, entry);
    }
    layout.nameWorlds();
  };
  if (session.worlds.current.length > 0) look(session.worlds.current);
  return session.worlds.changes.on(look);
}

function openFirst({ worlds, layout }: App, entries: readonly WorldEntry[], isOne: boolean): void {
  if (!isOne) {
    for (const { namespace } of entries.slice(0, MAX_AT_FIRST)) worlds.open(namespace);
    // The server's first world was closed, and all others have namespaces.
    if (worlds.home.entry === undefined) worlds.close(worlds.home);
  }
  layout.worldsAreKnown();
}

function leave({ worlds, notices }: App, view: WorldView, before: readonly WorldEntry[]): void {
  const { name = "" } = before.find(({ namespace }) => namespace === view.namespace) ?? {};
  const text = `The world ${worldTitle({ name, namespace: view.namespace }, before)} was closed`;
  notices.show({ kind: "info", text });
  worlds.close(view);
}

function tellOf({ worlds, notices, layout, session }: App, entry: WorldEntry): void {
  const text = `The world ${worldTitle(entry, session.worlds.current)} was opened`;
  const run = (): void => {
    worlds.turnTo(worlds.open(entry.namespace));
    layout.showWorld();
  };
  notices.show({ kind: "info", text, action: { title: "Show it", run } });
}

function wasClosed({ namespace, entry }: WorldView, before: readonly WorldEntry[]): boolean {
  return entry === undefined && before.some((one) => one.namespace === namespace);
}

function isNew({ namespace }: WorldEntry, before: readonly WorldEntry[]): boolean {
  return !before.some((one) => one.namespace === namespace);
}

/** More scenes side by side would be too small, and too much for the graphics card. */
const MAX_AT_FIRST = 4;
