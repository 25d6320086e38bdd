import { useState } from "react";
import { useApp } from "../../shell/hooks.ts";
import { FieldProblem } from "../../ui/field-problem.tsx";
import { useEntry } from "../../ui/use-entry.ts";
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
  const problem = nameProblem(app.view.mirror.world, entity, text);
  const { id, field } = useEntry({
    isForTyping: true,
    problem,
    onText: setText,
    onEnd: ({ takes, byKey }) => {
      tree.renaming.set(undefined);
      if (takes && problem !== undefined) app.notices.show({ kind: "warning", text: notRenamed(name, text, problem) });
      else if (takes) rename(app, entity, text).catch((error: unknown) => app.notices.failed(`rename ${name}`, error));
      if (byKey) move(entity);
    },
  });
  return (
    <span className="tree-entry">
      <input
        {...field}
        className="tree-input"
        aria-label={`Name of ${name}`}
        value={text}
        autoFocus
        onFocus={(event) => event.target.select()}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onKeyDown={undefined}
        // The tree has keys of its own, none of which are meant here.
        onKeyDownCapture={(event) => {
          event.stopPropagation();
          field.onKeyDown(event);
        }}
      />
      {problem !== undefined && <FieldProblem id={id} text={problem} />}
    </span>
  );
}
