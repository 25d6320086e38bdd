import { toSecNsec } from "@orrery/sim";
import { Radio } from "lucide-react";
import { whyNoControl } from "../../client/may-edit.ts";
import { Refused } from "../../client/world-client.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import type { UndoControl } from "../undo/api.ts";

export const GO_LIVE = "playback.live";
export const GO_LIVE_ICON = Radio;
/** At most a minute of the run is simulated again, which may take long for many bodies. */
const TIMEOUT_MS = 180_000;

/** Continues live from the moment of a log that is shown, in a world of its own beside the log. */
export function goLiveCommand(app: WorldApp, control: UndoControl): Command {
  return {
    id: GO_LIVE,
    title: "Continue live from here",
    menu: "World",
    group: "live",
    icon: GO_LIVE_ICON,
    whyNot: () => whyNotLive(app),
    run: () => goLive(app, control),
  };
}

/** Closes a world that continues from a log. */
export function closeLiveCommand({ view, worlds }: WorldApp): Command {
  const name = "/orrery/worlds/close";
  return {
    id: "playback.close",
    title: "Close this world",
    menu: "World",
    group: "live",
    whyNot: () => {
      const isOffered = view.client.current?.node.services().some((service) => service.name === name) === true;
      if (!isOffered || view.namespace === "") return "only worlds that continue from a log can be closed";
      return whyNoControl(view);
    },
    run: async () => {
      const { node } = view.client.current!;
      const answer = await node.request(name, { data: view.namespace }, { response: "gz.msgs.Boolean" });
      if (answer.data !== true) throw new Refused(answer.header?.data?.[0]?.value?.[0]);
      worlds.close(view);
    },
  };
}

/** Returns why nobody can continue from here; `undefined` if the server lets this person. */
export function whyNotLive({ view }: WorldApp): string | undefined {
  const { client, history, session } = view;
  if (client.current === undefined) return "there is no connection";
  if (history.log.current === "") return "this is no log";
  if (session.kind === "local") return "this log is played by the page, without a server that could simulate";
  const { node, prefix } = client.current;
  if (!node.services().some(({ name }) => name === `${prefix}/playback/go_live`))
    return "the server that plays this log cannot continue from it";
  return whyNoControl(view);
}

async function goLive({ view, worlds, layout, notices }: WorldApp, { past }: UndoControl): Promise<void> {
  const { node, prefix } = view.client.current!;
  const time = toSecNsec(view.status.current?.timeNs ?? 0);
  const waiting = setTimeout(() => {
    notices.show({ kind: "info", text: "The recorded run is simulated again until this moment…" });
  }, PATIENCE_MS);
  try {
    const options = { response: "gz.msgs.Boolean", timeoutMs: TIMEOUT_MS } as const;
    const answer = await node.request(`${prefix}/playback/go_live`, { id: past?.present ?? "", time }, options);
    const told = (key: string): string => answer.header?.data?.find((one) => one.key === key)?.value?.[0] ?? "";
    if (answer.data !== true) throw new Refused(told("error"));
    worlds.turnTo(worlds.open(told("namespace")));
    layout.showWorld();
  } finally {
    clearTimeout(waiting);
  }
}

/** Nobody has to be told of something that is over at once. */
const PATIENCE_MS = 800;
