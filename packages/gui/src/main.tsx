import type { Link } from "@orrery/sim/host";
import { createRoot } from "react-dom/client";
import { ownSession, ownWishes, socketUrl } from "./client/own-session.ts";
import { Session } from "./client/session.ts";
import { whyRefused, type Health } from "./client/why-refused.ts";
import { openWs } from "./client/ws-link.ts";
import { openLocal } from "./local/open-local.ts";
import { builtInPlugins } from "./plugins/index.ts";
import { createApp } from "./shell/app.ts";
import { followWorlds } from "./shell/follow-worlds.ts";
import { addPageCommands } from "./shell/commands/page-commands.ts";
import { fetchGuiConfig, type GuiConfig } from "./shell/plugins/gui-config.ts";
import { Root } from "./shell/root.tsx";
import { followLinks } from "./shell/sharing/open-link.ts";
import { loadThirdParty, offeredPlugins } from "./shell/plugins/third-party.ts";
import { namespaceInAddress } from "./shell/world-address.ts";

const local = new URLSearchParams(location.search).get("local");
const session = local === null ? serverSession() : localSession(local);
const named = local === null ? namespaceInAddress(location.href) : undefined;
const app = createApp(session, named);
addPageCommands(app);
followWorlds(app, { isOne: named !== undefined });
followLinks(app);
void session.connect();
const config: GuiConfig = await fetchGuiConfig().catch((error: unknown) => {
  app.notices.failed("use the server's GUI config file", error);
  return {};
});
const isWanted = (id: string): boolean => config.plugins?.includes(id) ?? true;
app.layout.configure(config);
if (config.theme !== undefined) app.settings.theme.setDefault(config.theme);
for (const plugin of builtInPlugins) if (isWanted(plugin.id)) app.plugins.load(plugin, "built-in");
createRoot(document.getElementById("page")!).render(<Root app={app} />);
for (const plugin of await offeredPlugins()) if (isWanted(plugin.name)) await loadThirdParty(app, plugin);

function serverSession(): Session {
  const own = ownSession();
  return new Session({
    kind: "server",
    place: location.host,
    // Reads the name and colour again for each connection.
    open: () => openServer(socketUrl(location.href, { ...own, ...ownWishes() }), own.token),
    retries: true,
    watch: { service: "/orrery/session", probe: () => isThere("/health"), network: window },
    assetUrl: (world, uri, from) => {
      const { token } = own;
      return `/assets?${new URLSearchParams({ uri, from, ...(world !== "" && { world }), ...(token !== "" && { token }) })}`;
    },
    logUrl: (file) => `/logs?${new URLSearchParams({ file, ...(own.token !== "" && { token: own.token }) })}`,
    ...storage(),
  });
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
