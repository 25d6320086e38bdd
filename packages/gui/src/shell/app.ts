import { Editing } from "../client/editing.ts";
import type { Source } from "../client/source.ts";
import { WorldHistory } from "../client/world-history.ts";
import { Commands } from "./commands/commands.ts";
import { Events } from "./events.ts";
import { keepChosen } from "./keep-chosen.ts";
import { Layout } from "./dock/layout.ts";
import { Notices } from "../ui/notices.ts";
import { PluginHost } from "./plugins/plugin-host.ts";
import { Questions } from "./questions.ts";
import { Selection } from "./selection.ts";
import { Settings } from "./settings.ts";
import { tellWorld } from "./tell-world.ts";

/** What every plugin gets: the world, and the page around it. */
export interface App {
  readonly source: Source;
  /** How the world is changed. */
  readonly editing: Editing;
  /** How it goes back in time. */
  readonly history: WorldHistory;
  readonly selection: Selection;
  readonly events: Events;
  readonly commands: Commands;
  readonly notices: Notices;
  readonly questions: Questions;
  readonly settings: Settings;
  readonly layout: Layout;
  readonly plugins: PluginHost;
}

export function createApp(source: Source): App {
  const notices = new Notices();
  const events = new Events();
  const selection = new Selection();
  selection.changes.on((entities) => events.emit("selection", entities));
  const commands = new Commands(
    ({ title }, error) => notices.failed(lowered(title), error),
    ({ title }, reason) => void notices.show({ kind: "info", text: `Cannot ${lowered(title)}: ${reason}` }),
  );
  const app: App = {
    source,
    editing: new Editing(source, pageStorage()),
    history: WorldHistory.of(source),
    selection,
    events,
    commands,
    notices,
    questions: new Questions(),
    settings: new Settings(),
    layout: new Layout(),
    plugins: new PluginHost(() => app),
  };
  keepChosen(selection, source.mirror);
  tellWorld(app);
  return app;
}

/** `undefined` where the browser has it switched off. */
function pageStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

function lowered(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1).replace(/…$/, "");
}
