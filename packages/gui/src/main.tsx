import type { Link } from "@orrery/sim/host";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { ownSession, ownWishes, socketUrl } from "./client/own-session.ts";
import { Session } from "./client/session.ts";
import { whyRefused, type Health } from "./client/why-refused.ts";
import { openWs } from "./client/ws-link.ts";
import { openLocal } from "./local/open-local.ts";
import { keepCode, openLog } from "./local/open-log.ts";
// oxlint-disable-next-line import/default -- Vite makes the address of the built worker the default export.
import logWorkerUrl from "./log-worker.ts?worker&url";
import { builtInPlugins } from "./plugins/index.ts";
import { createApp, type App } from "./shell/app.ts";
import { followWorlds } from "./shell/follow-worlds.ts";
import { addPageCommands } from "./shell/commands/page-commands.ts";
import { fetchGuiConfig, type GuiConfig } from "./shell/plugins/gui-config.ts";
import { Root } from "./shell/root.tsx";
import { followLinks } from "./shell/sharing/open-link.ts";
import { loadThirdParty, offeredPlugins } from "./shell/plugins/third-party.ts";
import { namespaceInAddress } from "./shell/world-address.ts";

const local = new URLSearchParams(location.search).get("local");
const config: Promise<GuiConfig> = fetchGuiConfig();
const thirdParty = offeredPlugins();
const root = createRoot(document.getElementById("page")!);
let shown: App | undefined;
/** Number of the session that is shown. */
let stage = 0;

if (local !== null) await show(localSession(local));
else {
  await show(serverSession(), { named: namespaceInAddress(location.href) });
  keepCode(logWorkerUrl);
}

interface ShowOptions {
  /** The namespace of the only world to show. */
  readonly named?: string | undefined;
  /** Returns to what was shown before. */
  readonly leaveLog?: () => void;
}

/** Shows the worlds of a session, in the place of those shown before. */
async function show(session: Session, { named, leaveLog }: ShowOptions = {}): Promise<void> {
  const isServer = session.kind === "server";
  const back = leaveLog ?? (() => void show(isServer ? serverSession() : localSession(local ?? ""), { named }));
  const stages = { openLog: (file: File) => void show(logSession(file), { leaveLog: back }), leaveLog };
  const app = createApp(session, named, stages);
  addPageCommands(app);
  followWorlds(app, { isOne: named !== undefined });
  if (leaveLog === undefined) followLinks(app);
  void session.connect();
  const given: GuiConfig = await config.catch((error: unknown) => {
    app.notices.failed("use the server's GUI config file", error);
    return {};
  });
  const isWanted = (id: string): boolean => given.plugins?.includes(id) ?? true;
  app.layout.configure(given);
  if (given.theme !== undefined) app.settings.theme.setDefault(given.theme);
  for (const plugin of builtInPlugins) if (isWanted(plugin.id)) app.plugins.load(plugin, "built-in");
  const before = shown;
  shown = app;
  flushSync(() => root.render(<Root key={++stage} app={app} />));
  if (before !== undefined) end(before);
  for (const plugin of await thirdParty) if (isWanted(plugin.name)) await loadThirdParty(app, plugin);
}

/** Ends a session that is no longer shown, with everything that was started for it. */
function end({ plugins, worlds, session }: App): void {
  for (const { plugin } of plugins.list.current) plugins.unload(plugin.id);
  worlds[Symbol.dispose]();
  session[Symbol.dispose]();
}

/** Plays a log that the user has chosen. Its meshes come from the server, if that is still there. */
function logSession(file: File): Session {
  const { token } = ownSession();
  return new Session({
    kind: "local",
    place: file.name,
    open: () => openLog(file, logWorkerUrl),
    retries: false,
    assetUrl: (world, uri, from) => assetUrl(token, { world, uri, from }),
    ...storage(),
  });
}

function serverSession(): Session {
  const own = ownSession();
  return new Session({
    kind: "server",
    place: location.host,
    // Reads the name and colour again for each connection.
    open: () => openServer(socketUrl(location.href, { ...own, ...ownWishes() }), own.token),
    retries: true,
    watch: { service: "/orrery/session", probe: () => isThere("/health"), network: window },
    assetUrl: (world, uri, from) => assetUrl(own.token, { world, uri, from }),
    logUrl: (file) => `/logs?${new URLSearchParams({ file, ...(own.token !== "" && { token: own.token }) })}`,
    ...storage(),
  });
}

/** Returns the address of a mesh or a picture on the server. */
function assetUrl(token: string, { world, uri, from }: Record<"world" | "uri" | "from", string>): string {
  return `/assets?${new URLSearchParams({ uri, from, ...(world !== "" && { world }), ...(token !== "" && { token }) })}`;
}

/** Returns the tab's storage; empty if the browser has it switched off. */
function storage(): { readonly storage?: Storage } {
  try {
    return { storage: sessionStorage };
  } catch {
    return {};
  }
}

/** Resolves to whether the server answers at a path, even with an error. */
function isThere(path: string): Promise<boolean> {
  return fetch(path, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );
}

/** Opens the WebSocket. If it is refused, asks for the reason over HTTP: a WebSocket does not give pages a reason. */
async function openServer(url: string, token: string): Promise<Link> {
  try {
    return await openWs(url);
  } catch (error) {
    const signal = AbortSignal.timeout(2000);
    const answer = await fetch(`/health?${new URLSearchParams({ token })}`, { signal }).catch(() => undefined);
    const health = (await answer?.json().catch(() => undefined)) as Health | undefined;
    throw whyRefused(health ?? {}, token) ?? error;
  }
}

/** Runs a world of the folder /worlds in this page, without a server, given its file or bare name. */
function localSession(name: string): Session {
  const folder = new URL("/worlds/", location.href).href;
  const { href } = new URL(/\.[^/]*$/.test(name) ? name : `${name}.sdf`, folder);
  return new Session({
    kind: "local",
    place: name,
    open: () =>
      href.startsWith(folder)
        ? openLocal({ kind: "url", url: href })
        : Promise.reject(new Error(`"${name}" is not the name of a world in ${folder}`)),
    retries: false,
    assetUrl: (_, uri, from) =>
      new URL(uri.replace(/^(model|package):\/\//, "models/").replace(/^file:\/\//, ""), new URL(from, folder)).href,
    ...storage(),
  });
}
