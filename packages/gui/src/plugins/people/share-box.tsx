import { Link2 } from "lucide-react";
import { useId, useState } from "react";
import { ownToken } from "../../client/own-session.ts";
import { useApp, useValue } from "../../shell/hooks.ts";
import { Switch } from "../../ui/switch.tsx";
import { kept } from "../../client/kept.ts";
import { copyLink } from "./copy-link.ts";
import { isOwnMachine, rolesToShare, type SharedRole } from "./share-link.ts";

/** Whether links show the moment, the camera and the plots too. */
const sharesView = kept("share.view", false, (value) => typeof value === "boolean");

/** Shows a link to share, with a choice of what its users may do. */
export function ShareBox({ role }: { readonly role: string }) {
  const app = useApp();
  const hasView = useValue(sharesView);
  const token = ownToken();
  const roles = rolesToShare({ role, token });
  // The lowest role that can be shared, unless the user chooses a higher one.
  const [chosen, setChosen] = useState<SharedRole | undefined>(roles[0]);
  const name = useId();
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
      {isOwnMachine(location.href) && app.session.kind !== "local" && (
        <p className="muted">
          This address leads others to their own machine. Open the page by this machine’s address in your network, with
          a server started with <code>--host 0.0.0.0</code>, and copy the link there.
        </p>
      )}
      <label className="share-view">
        <Switch
          label="With this view"
          isOn={hasView}
          title="The link then shows this moment, the camera and the plots"
          onChange={(isOn) => sharesView.set(isOn)}
        />
        With the moment, the camera and the plots
      </label>
      <button type="button" className="text" onClick={() => void copyLink(app, { role: chosen, hasView })}>
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
