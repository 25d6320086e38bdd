import { Connection } from "./client/connection.ts";
import { openWs } from "./client/ws-link.ts";
import { openLocal } from "./local/open-local.ts";
import { Shell } from "./shell/shell.ts";

const local = new URLSearchParams(location.search).get("local");
const { connection, words } = local === null ? ofServer() : ofWorker(local);
document.body.replaceChildren(new Shell(connection, words).element);
void connection.connect();

function ofServer() {
  const url = new URL("/ws", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return {
    connection: new Connection({ open: () => openWs(url.href), retries: true }),
    words: {
      connecting: `Connecting to ${location.host}…`,
      connected: `Connected to ${location.host}`,
      lost: `No connection to ${location.host}`,
      retry: "Try now",
    },
  };
}

/** A world of the folder /worlds, by its file or bare name, run here: the same page, no server. */
function ofWorker(name: string) {
  const folder = new URL("/worlds/", location.href).href;
  const { href } = new URL(/\.[^/]*$/.test(name) ? name : `${name}.sdf`, folder);
  const open = () =>
    href.startsWith(folder)
      ? openLocal({ kind: "url", url: href })
      : Promise.reject(new Error(`"${name}" is not the name of a world in ${folder}`));
  return {
    connection: new Connection({ open, retries: false }),
    words: {
      connecting: `Loading ${name}…`,
      connected: "Runs in this page",
      lost: "No world",
      retry: "Load again",
    },
  };
}
