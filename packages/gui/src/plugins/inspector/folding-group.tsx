import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useValue } from "../../shell/hooks.ts";
import { foldedGroups } from "./inspector-settings.ts";

/** Shows a part of the inspector under a title, which folds it. */
export function FoldingGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const folded = useValue(foldedGroups);
  const isFolded = folded.includes(title);
  const id = useId();
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <section className="component-group" aria-labelledby={id}>
      <h3>
        <button
          type="button"
          id={id}
          aria-expanded={!isFolded}
          onClick={() => foldedGroups.set(isFolded ? folded.filter((other) => other !== title) : [...folded, title])}
        >
          {title}
          <Chevron />
        </button>
      </h3>
      {!isFolded && children}
    </section>
  );
}
