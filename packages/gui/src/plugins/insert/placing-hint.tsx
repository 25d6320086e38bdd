import { useApp, useValue } from "../../shell/hooks.ts";
import { isTouch } from "../../ui/is-touch.ts";
import { insertSessionOf } from "./insert-session.ts";
import { insertWords } from "./palette-entry.ts";

/** Says, in the scene, how to put down the held thing. */
export function PlacingHint() {
  const { insertion } = insertSessionOf(useApp());
  const held = useValue(insertion.held);
  if (held === undefined) return null;
  return (
    <p className="scene-hint" role="status">
      {held.how === "drag" ? (
        <>{insertWords(held.entry)}: drop it on a surface</>
      ) : isTouch() ? (
        <>{insertWords(held.entry)}: tap where to place it</>
      ) : (
        <>
          {insertWords(held.entry)}: click to place, <kbd>Shift</kbd>+click for more, <kbd>Esc</kbd> cancels
        </>
      )}
    </p>
  );
}
