import { useId, useRef, useState } from "react";
import { useApp } from "../../shell/hooks.ts";
import { FieldProblem } from "../../ui/field-problem.tsx";
import { rename } from "./rename.ts";
import { nameProblem, notRenamed } from "./rename-rules.ts";
import { useTreeActions } from "./tree-context.ts";
import type { TreeItem } from "./tree-items.ts";

/**
 * Shows a field for renaming a row: Enter or leaving the field accepts the name, Escape cancels. Shows why a name is
 * invalid.
 */
export function NameField({ item: { entity, name } }: { readonly item: TreeItem }) {
  const app = useApp();
  const { tree, move } = useTreeActions();
  const [text, setText] = useState(name);
  const id = useId();
  const problem = nameProblem(app.view.mirror.world, entity, text);
  // Removing a field also takes its focus away.
  const isOver = useRef(false);
  const close = ({ takes }: { readonly takes: boolean }): void => {
    if (isOver.current) return;
    isOver.current = true;
    tree.renaming.set(undefined);
    if (!takes) return;
    if (problem !== undefined) app.notices.show({ kind: "warning", text: notRenamed(name, text, problem) });
    else rename(app, entity, text).catch((error: unknown) => app.notices.failed(`rename ${name}`, error));
  };
  return (
    <span className="tree-entry">
      <input
        type="text"
        className="tree-input"
        aria-label={`Name of ${name}`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        value={text}
        autoFocus
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => close({ takes: true })}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onKeyDownCapture={(event) => {
          event.stopPropagation();
          if (event.key === "Enter" && problem !== undefined) return;
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          close({ takes: event.key === "Enter" });
          move(entity);
        }}
      />
      {problem !== undefined && <FieldProblem id={id} text={problem} />}
    </span>
  );
}
