import type { orrery } from "@orrery/msgs";
import { ListChecks } from "lucide-react";
import type { WorldApp } from "../../shell/app.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { sceneSessionOf } from "../scene/api.ts";
import { conflictNotices, ConflictWatch } from "./conflict-watch.ts";
import { GhostLayer } from "./ghost-layer.ts";
import { missedNotice, outcomeNotice } from "./outcome-notice.ts";
import { QueueBar } from "./queue-bar.tsx";
import { QueueList } from "./queue-list.tsx";
import { withdrawOwnCommand } from "./withdraw-own.ts";

/** Edits that wait for a paused world to resume: as a list, in the bar, and, for those of others, in the scene. */
export default defineGuiPlugin({
  id: "queue",
  title: "Waiting edits",
  summary: "What you and others change while the world is paused, until it resumes",
  icon: ListChecks,
  dock: "left",
  View: QueueList,
  shownAtFirst: false,
  Bar: QueueBar,
  barSide: "centre",
  startWorld(app) {
    const parts = new DisposableStack();
    tellOutcomes(app, parts);
    tellConflicts(app, parts);
    drawGhosts(app, parts);
    parts.use(app.commands.add(withdrawOwnCommand(app.view.editing)));
    return parts;
  },
});

function tellOutcomes(
  {
    notices,
    view: {
      editing,
      session: { presence },
    },
  }: WorldApp,
  parts: DisposableStack,
): void {
  const { people, session } = presence;
  const nameOf = (id: string): string => people.current.find((person) => person.id === id)?.name ?? "Somebody";
  parts.use(
    editing.queue.outcomes.on((outcome) => {
      const words = outcomeNotice(outcome, session.current?.id ?? "", nameOf);
      if (words !== undefined) notices.show(words);
    }),
  );
  parts.use(editing.queue.missed.on((commands) => void notices.show(missedNotice(commands))));
  parts.use(editing.failures.on(({ doing, error }) => notices.failed(doing, error)));
}

/** Notifies of conflicts that appear from now on: somebody who opens the page sees the earlier ones in the bar. */
function tellConflicts({ notices, view, session: { presence } }: WorldApp, parts: DisposableStack): void {
  const { conflicts } = view.services.of(ConflictWatch, () => new ConflictWatch(view));
  parts.defer(() => view.services.end(ConflictWatch));
  const nameOf = ({ author, author_name = "" }: orrery.Command): string =>
    (presence.people.current.find(({ id }) => id === author)?.name ?? author_name) || "Somebody";
  let before = conflicts.current;
  parts.use(
    conflicts.changes.on((now) => {
      const words = conflictNotices(view.editing.queue.entries.current, before, now, nameOf);
      before = now;
      for (const one of words) notices.show(one);
    }),
  );
}

function drawGhosts(app: WorldApp, parts: DisposableStack): void {
  const { open } = sceneSessionOf(app);
  let layer: GhostLayer | undefined;
  const follow = (): void => {
    layer?.[Symbol.dispose]();
    layer = open.current && new GhostLayer(app, open.current);
  };
  parts.use(open.changes.on(follow));
  parts.defer(() => layer?.[Symbol.dispose]());
  follow();
}
