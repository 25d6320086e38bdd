import { X } from "lucide-react";
import { useApp, useValue } from "./hooks.ts";

/** Shows notices over the lower right of the scene; in small windows, below the panels. */
export function NoticeList() {
  const { notices } = useApp();
  const list = useValue(notices.list);
  return (
    <aside className="notices" aria-label="Notices" aria-live="polite">
      {list.map(({ id, kind, text, details, action }) => (
        <div key={id} className={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"}>
          <div className="notice-text">
            {text}
            {details !== undefined && (
              <details>
                <summary>Details</summary>
                <pre>{details}</pre>
              </details>
            )}
          </div>
          {action !== undefined && (
            <button
              type="button"
              className="text"
              onClick={() => {
                action.run();
                notices.close(id);
              }}
            >
              {action.title}
            </button>
          )}
          <button type="button" className="tool plain" aria-label="Close notice" onClick={() => notices.close(id)}>
            <X />
          </button>
        </div>
      ))}
    </aside>
  );
}
