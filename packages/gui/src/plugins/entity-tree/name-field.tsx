import { useRef, useState } from "react";
import { useApp } from "../../shell/hooks.ts";
import { rename } from "../clipboard/rename.ts";
import { nameProblem } from "../clipboard/rename-rules.ts";
import { useTreeActions } from "./tree-context.ts";
import type { TreeItem } from "./tree-items.ts";

/** A row's name while it is typed anew: Enter takes it, Escape leaves it. */
export function NameField({ item: { entity, name } }: { readonly item: TreeItem }) {
  const app = useApp();
  const { tree, move } = useTreeActions();
  const [text, setText] = useState(name);
  const problem = nameProblem(app.source.mirror.world, entity, text);
  // A field that is taken away loses the focus, too.
  const isOver = useRef(false);
  const close = ({ takes }: { readonly takes: boolean }): void => {
    if (isOver.current) return;
    isOver.current = true;
    tree.renaming.set(undefined);
    if (takes && problem === undefined)
      rename(app, entity, text).catch((error: unknown) => app.notices.failed(`rename ${name}`, error));
  };
  return (
    <input
      type="text"
      className="tree-input"
      aria-label={`Name of ${name}`}
      aria-invalid={problem !== undefined}
      title={problem}
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
  );
}
