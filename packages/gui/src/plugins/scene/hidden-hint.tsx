import { EyeOff } from "lucide-react";
import { useApp, useTold } from "../../shell/hooks.ts";
import { counted } from "../../ui/numbers/number-format.ts";
import { entityLooksOf } from "./entity-looks.ts";
import type { OpenScene } from "./scene-session.ts";

/** Shows that parts of the world are hidden, with a button to show them. */
export function HiddenHint({ scene }: { readonly scene: OpenScene }) {
  const app = useApp();
  const looks = entityLooksOf(app);
  // Objects are rebuilt when a look changes, and when entities come and go.
  const text = useTold(scene.view.objects.changes, () => {
    if (looks.isIsolating) return "The rest is hidden";
    const count = looks.hiddenCount();
    return count === 0 ? "" : `${counted(count, "thing is", "things are")} hidden`;
  });
  if (text === "") return null;
  return (
    <div className="hidden-hint" role="status">
      <EyeOff />
      <span>{text}</span>
      <button type="button" className="text" onClick={() => looks.showAll()}>
        Show all
      </button>
    </div>
  );
}
