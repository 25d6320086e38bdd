import { Link2 } from "lucide-react";
import { useId, useState } from "react";
import { ownToken } from "../../client/own-session.ts";
import { useApp } from "../../shell/hooks.ts";
import { copyText } from "../../ui/copy-text.ts";
import { isOwnMachine, rolesToShare, sharedLink, type SharedRole } from "./share-link.ts";

/** Shows a link to share, with a choice of what its users may do. */
export function ShareBox({ role }: { readonly role: string }) {
  const { notices, session } = useApp();
  const token = ownToken();
  const roles = rolesToShare({ role, token });
  // The lowest role that can be shared, unless the user chooses a higher one.
  const [chosen, setChosen] = useState<SharedRole | undefined>(roles[0]);
  const name = useId();
  const tokenFor = async (wanted: SharedRole): Promise<string> => {
    const node = session.node.current;
    if (node === undefined) throw new Error("there is no connection");
    return (
      (await node.request("/orrery/server/share_token", { data: wanted }, { response: "gz.msgs.StringMsg" })).data ?? ""
    );
  };
  const copy = (): void => {
    const link = sharedLink(location.href, chosen, { role, token, tokenFor });
    void copyText(link, "the link to this world", notices);
  };
  return (
    <footer>
      {roles.length > 1 && (
        <fieldset className="share-roles">
          <legend>Whoever opens the link may</legend>
          {roles.map((each) => (
            <label key={each}>
              <input type="radio" name={name} checked={chosen === each} onChange={() => setChosen(each)} />
              {MAY[each]} <span className="muted">{each}</span>
            </label>
          ))}
        </fieldset>
      )}
      {roles.length === 1 && <p className="muted">Whoever opens the link comes in as {roles[0]}, like you.</p>}
      {isOwnMachine(location.href) && session.kind !== "local" && (
        <p className="muted">
          This address leads others to their own machine. Open the page by this machine’s address in your network, with
          a server started with <code>--host 0.0.0.0</code>, and copy the link there.
        </p>
      )}
      <button type="button" className="text" onClick={copy}>
        <Link2 /> Copy the link
      </button>
    </footer>
  );
}

const MAY: Readonly<Record<SharedRole, string>> = {
  viewer: "view the world",
  operator: "run and edit the world",
  admin: "do everything",
};
