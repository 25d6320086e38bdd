import { OpenWorlds } from "../client/open-worlds.ts";
import { Services } from "../client/services.ts";
import type { Session } from "../client/session.ts";
import type { WorldView } from "../client/world-view.ts";
import { FirstKeys } from "../ui/first-keys.ts";
import { Notices } from "../ui/notices.ts";
import { PageCommands, type Commands } from "./commands/commands.ts";
import { Layout } from "./dock/layout.ts";
import { Events } from "./events.ts";
import { PluginHost } from "./plugins/plugin-host.ts";
import { Offers } from "./offers.ts";
import { Questions } from "./questions.ts";
import { Settings } from "./settings.ts";
import { tellWorld } from "./tell-world.ts";
import { WorldNotices } from "./world-notices.ts";
import { ToolStack } from "./tools/tool-stack.ts";

/** The page: its session with a server, the worlds that it shows, and their surroundings. */
export interface App {
  readonly session: Session;
  readonly worlds: OpenWorlds;
  readonly events: Events;
  readonly commands: Commands;
  /** Gives keys first to whatever has something in hand. */
  readonly keys: FirstKeys;
  readonly notices: Notices;
  readonly questions: Questions;
  readonly settings: Settings;
  readonly layout: Layout;
  readonly plugins: PluginHost;
  /** What else the page can show. */
  readonly stages: Stages;
  /** Services that plugins provide for the page. */
  readonly services: Services;
  /** Returns the page as the parts of one of its worlds see it. */
  inWorld(view: WorldView): WorldApp;
}

/**
 * The page as the parts of one world see it. Its events are those of that world. Commands added here can be run while
 * that world has the focus, and notices shown here say which world they are about.
 */
export interface WorldApp extends App {
  readonly view: WorldView;
  /** Whether keys apply to this world. */
  readonly hasFocus: boolean;
  /** The tools of this world's scene: the pointer is offered to those in hand, then to these. */
  readonly tools: ToolStack;
  /** What comes to this world from outside the page: dropped files, pasted text. */
  readonly offers: Offers;
}

/** Shows something else in the place of the session's worlds. */
export interface Stages {
  /** Shows a log that the user has chosen, without a server. */
  openLog(file: File): void;
  /** Returns to what was shown before a log; undefined if no log is shown. */
  readonly leaveLog: (() => void) | undefined;
}

const noStages: Stages = { openLog: () => {}, leaveLog: undefined };

/** Creates the page. `namespace` is that of the world to open first. */
export function createApp(session: Session, namespace?: string, stages: Stages = noStages): App {
  const notices = new Notices();
  const events = new Events();
  const worlds = new OpenWorlds(session, namespace);
  const commands = new PageCommands(
    ({ title }, error) => notices.failed(lowered(title), error),
    ({ title }, reason) => void notices.show({ kind: "info", text: `Cannot ${lowered(title)}: ${reason}` }),
  );
  const views = new Map<WorldView, WorldApp>();
  const app: App = {
    session,
    worlds,
    events,
    commands,
    keys: new FirstKeys(),
    notices,
    questions: new Questions(),
    settings: new Settings(),
    layout: new Layout(),
    plugins: new PluginHost(() => app),
    stages,
    services: new Services(),
    inWorld: (view) => {
      const known = views.get(view);
      if (known !== undefined) return known;
      const made: WorldApp = {
        ...app,
        view,
        notices: new WorldNotices(notices, view, worlds),
        events: events.of(view),
        commands: commands.of(view),
        tools: new ToolStack(),
        offers: new Offers(),
        get hasFocus() {
          return worlds.focus.current === view;
        },
      };
      // Nothing is kept for a closed world.
      if (worlds.list.current.includes(view)) views.set(view, made);
      return made;
    },
  };
  worlds.focus.changes.on((view) => commands.turnTo(view));
  commands.turnTo(worlds.focus.current);
  worlds.each((view) => {
    const parts = new DisposableStack();
    parts.defer(() => views.delete(view));
    parts.use(view.selection.changes.on((entities) => events.emit("selection", { view, entities })));
    parts.use(tellWorld({ view, notices: app.inWorld(view).notices }));
    return parts;
  });
  return app;
}

function lowered(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1).replace(/…$/, "");
}
