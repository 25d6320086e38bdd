import { Plus } from "lucide-react";
import { useState } from "react";
import { Menu } from "../../ui/menu.tsx";
import type { PopoverAnchor } from "../../ui/popover.tsx";
import type { FieldEditor } from "./fields/field-editor.ts";
import { addableTo } from "./addable.ts";

/** Offers components that the selection may have but lacks. */
export function AddComponent({ editor }: { readonly editor: FieldEditor }) {
  const [anchor, setAnchor] = useState<PopoverAnchor>();
  const components = addableTo(editor);
  if (components.length === 0) return null;
  return (
    <div className="add-component">
      <button
        type="button"
        className="text plain"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Plus /> Add a component
      </button>
      {anchor !== undefined && (
        <Menu
          label="Add a component"
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          items={components.map(({ name, facts: { title } }) => ({
            id: name,
            title,
            run: () => void editor.setPresence(name, true, `Add ${lowered(title)}`),
          }))}
        />
      )}
    </div>
  );
}

function lowered(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}
