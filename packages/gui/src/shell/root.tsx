import { useEffect } from "react";
import type { App } from "./app.ts";
import { ConnectionBar } from "./connection-bar.tsx";
import { DockArea } from "./dock.tsx";
import { HelpOverlay } from "./help-overlay.tsx";
import { AppContext, useValue } from "./hooks.ts";
import { isBehindDialog, isFieldsOwn, isTyping } from "./keys.ts";
import { NoticeList } from "./notice-list.tsx";
import { Palette } from "./palette.tsx";
import { QuestionBox } from "./question-box.tsx";
import { Toolbar } from "./toolbar.tsx";

/** The whole page. */
export function Root({ app }: { readonly app: App }) {
  const theme = useValue(app.settings.theme);
  const status = useValue(app.source.state);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isBehindDialog()) return;
      const isPagesKey = (event.ctrlKey || event.metaKey || event.key === "Escape") && !isFieldsOwn(event);
      if (event.defaultPrevented || (isTyping(event) && !isPagesKey)) return;
      // A focused button takes these for itself.
      if (event.target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter")) return;
      if (app.commands.press(event)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [app]);
  return (
    <AppContext value={app}>
      <div className={status.kind === "connected" ? "shell" : "shell stale"}>
        <Toolbar />
        <ConnectionBar />
        <main>
          <DockArea />
        </main>
      </div>
      <NoticeList />
      <Palette />
      <HelpOverlay />
      <QuestionBox />
    </AppContext>
  );
}
