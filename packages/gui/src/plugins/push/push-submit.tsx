import { vec3 } from "@orrery/sim";
import { useValue } from "../../shell/hooks.ts";
import { tip } from "../../ui/tip.ts";
import type { PushSession } from "./push-session.ts";
import { shortFigure } from "./push-words.ts";

/** Shows the button that pushes, and why it cannot. */
export function PushSubmit({ session }: { readonly session: PushSession }) {
  const newtons = vec3.length(useValue(session.settings).force);
  const reason = session.whyNot();
  return (
    <>
      <button
        type="submit"
        className="text primary"
        disabled={reason !== undefined}
        {...tip(reason ?? "Push", { keys: reason === undefined ? "Shift+P" : undefined })}
      >
        {newtons === 0 ? "Twist" : `Push with ${shortFigure(newtons)} N`}
      </button>
      {reason !== undefined && <p className="muted">It cannot be pushed: {reason}.</p>}
    </>
  );
}
