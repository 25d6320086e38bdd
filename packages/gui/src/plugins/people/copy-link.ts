import { ownToken } from "../../client/own-session.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import { linkToView } from "../../shell/sharing/copy-link.ts";
import { copyText } from "../../ui/copy-text.ts";
import { Link2 } from "lucide-react";
import { rolesToShare, sharedLink, type SharedRole } from "./share-link.ts";

export interface LinkChoice {
  /** What those who open it may do; `undefined` if the server has no roles. */
  readonly role: SharedRole | undefined;
  /** Whether it shows the moment, the camera and the plots too. */
  readonly hasView: boolean;
}

/** Copies a link to the world. */
export function copyLink(app: WorldApp, { role, hasView }: LinkChoice): Promise<void> {
  const own = { role: app.session.presence.session.current?.role ?? "", token: ownToken() };
  const link = sharedLink(location.href, role, { ...own, tokenFor: (wanted) => tokenFor(app, wanted) });
  const whole = hasView ? link.then((page) => linkToView(app, page)) : link;
  return copyText(whole, hasView ? "the link to this view" : "the link to this world", app.notices);
}

/** Copies a link to the view for whoever may do the least. */
export function copyViewLinkCommand(app: WorldApp): Command {
  return {
    id: "people.copy-view-link",
    title: "Copy a link to this view",
    menu: "File",
    group: "share",
    icon: Link2,
    keys: "Alt+Shift+L",
    run: () => {
      const { role = "" } = app.session.presence.session.current ?? {};
      return copyLink(app, { role: rolesToShare({ role, token: ownToken() })[0], hasView: true });
    },
  };
}

async function tokenFor({ session }: WorldApp, role: SharedRole): Promise<string> {
  const node = session.node.current;
  if (node === undefined) throw new Error("there is no connection");
  const request = { data: role };
  return (await node.request("/orrery/server/share_token", request, { response: "gz.msgs.StringMsg" })).data ?? "";
}
