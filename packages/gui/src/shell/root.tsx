import { useEffect } from "react";
import type { App } from "./app.ts";
import { ConnectionBar } from "./connection-bar.tsx";
import { DockArea } from "./dock/dock.tsx";
import { FileDrops } from "./file-drops.tsx";
import { HelpOverlay } from "./commands/help-overlay.tsx";
import { OVERLAYS } from "../ui/popover.tsx";
import { Tooltips } from "../ui/tooltips.tsx";
import { FirstKeysContext } from "../ui/first-keys.ts";
import { NoticesContext } from "../ui/use-notices.ts";
import { AppContext, useValue } from "./hooks.ts";
import { NoticeList } from "./notice-list.tsx";
import { listenForKeys } from "./commands/page-keys.ts";
import { Palette } from "./commands/palette.tsx";
import { QuestionBox } from "./question-box.tsx";
import { Toolbar } from "./toolbar.tsx";

/** Shows the whole page. */
export function Root({ app }: { readonly app: App }) {
  const theme = useValue(app.settings.theme);
  const status = useValue(app.session.state);
  const focus = useValue(app.worlds.focus);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  useEffect(() => {
    const listening = listenForKeys(app);
    return () => listening[Symbol.dispose]();
  }, [app]);
  return (
    <AppContext value={app.inWorld(focus)}>
      <NoticesContext value={app.notices}>
        <FirstKeysContext value={app.keys}>
          <div className={status.kind === "connected" ? "shell" : "shell stale"}>
            <Toolbar />
            <ConnectionBar />
            <main>
              <DockArea />
            </main>
            {/* After the panels, because in small windows it is below them. */}
            <NoticeList />
          </div>
          {/* Popovers are put here too, so that everything above the page is in a landmark of its own. */}
          <aside id={OVERLAYS} aria-label="Above the page">
            <FileDrops />
            <Tooltips />
          </aside>
          <Palette />
          <HelpOverlay />
          <QuestionBox />
        </FirstKeysContext>
      </NoticesContext>
    </AppContext>
  );
}
