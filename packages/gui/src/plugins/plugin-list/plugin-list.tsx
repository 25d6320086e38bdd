import { Blocks } from "lucide-react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { choicesOf, load, unload } from "./plugin-choice.ts";

/** The parts of the page; each can be unloaded and loaded while it runs. */
export default defineGuiPlugin({
  id: "plugin-list",
  title: "Plugins",
  summary: "Parts of the page: load and unload",
  icon: Blocks,
  dock: "right",
  shownAtFirst: false,
  View: PluginList,
});

function PluginList() {
  const app = useApp();
  const loaded = useValue(app.plugins.list);
  return (
    <ul className="panel-body plugin-list">
      {choicesOf(app).map(({ id, title, summary, origin }) => {
        const there = loaded.find(({ plugin }) => plugin.id === id);
        return (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={there !== undefined}
                disabled={id === "plugin-list"}
                onChange={(event) => (event.target.checked ? load(app, id) : unload(app, id))}
              />
              <span>{title}</span>
              <span className="muted">{there?.failure === undefined ? summary : "has failed"}</span>
            </label>
            {origin === "third-party" && <span className="tag">third party</span>}
          </li>
        );
      })}
    </ul>
  );
}
