import { MoveUpRight } from "lucide-react";
import { useEffect } from "react";
import { useApp, useMirror, useSelected, useValue } from "../../shell/hooks.ts";
import { useWhyNoEditing } from "../../shell/use-may-edit.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { isTouch } from "../../ui/is-touch.ts";
import { PushFields } from "./push-fields.tsx";
import { showPreview } from "./push-preview.ts";
import { pushSessionOf, type PushSession } from "./push-session.ts";
import { PushSubmit } from "./push-submit.tsx";
import { placeWords } from "./push-words.ts";

/** Shows fields for a force and a torque, and pushes the selection with them. */
export function PushPanel() {
  const app = useApp();
  const session = pushSessionOf(app);
  const point = useValue(session.point);
  useSelected();
  useWhyNoEditing();
  const words = useMirror(() => targetWords(session));
  useEffect(() => {
    const shown = showPreview(app, session);
    return () => shown[Symbol.dispose]();
  }, [app, session]);
  const targets = session.targets();
  if ("reason" in targets) return <NothingToPush reason={targets.reason} />;
  return (
    <form
      className="panel-body push"
      onSubmit={(event) => {
        event.preventDefault();
        app.commands.run("push.now");
      }}
    >
      <p>
        <strong>{words}</strong> <span className="muted">{placeWords(targets.links.length, point !== undefined)}</span>
      </p>
      <PushFields session={session} />
      <PushSubmit session={session} />
      <p className="muted">
        Axes are those of the world.
        {!isTouch() && (
          <>
            {" "}
            Or drag from a body in the scene with <kbd>Ctrl</kbd> and the right button.
          </>
        )}
      </p>
    </form>
  );
}

function NothingToPush({ reason }: { readonly reason: string }) {
  return (
    <EmptyState icon={MoveUpRight} title={`Nothing to push: ${reason}`}>
      {isTouch()
        ? "Select a model or link."
        : "Select a model or link, or drag from a body in the scene with Ctrl and the right button: the longer the arrow, the stronger the push."}
    </EmptyState>
  );
}

function targetWords(session: PushSession): string {
  const targets = session.targets();
  if (!("links" in targets)) return "";
  return targets.links.length === 1 ? session.nameOf(targets.links[0]!) : `${targets.links.length} bodies`;
}
