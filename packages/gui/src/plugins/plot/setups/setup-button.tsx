import { FolderOpen } from "lucide-react";
import { useState } from "react";
import { commandItem } from "../../../shell/commands/command-item.tsx";
import { useApp, useValue } from "../../../shell/hooks.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";

/** Opens a menu that opens, saves and shares the plots as they are set up. */
export function SetupButton() {
  const { commands } = useApp();
  const all = useValue(commands.list);
  const [anchor, setAnchor] = useState<HTMLButtonElement>();
  const groups = [
    all.filter(({ id }) => FIXED.includes(id)).toSorted((a, b) => FIXED.indexOf(a.id) - FIXED.indexOf(b.id)),
    all.filter(({ id }) => id.startsWith("plots.use.")),
    all.filter(({ id }) => id.startsWith("plots.forget.")),
  ];
  const items = groups.flatMap((group) =>
    group.map((command, index) => ({ ...commandItem(command, commands), startsGroup: index === 0 })),
  );
  return (
    <>
      <IconButton
        icon={FolderOpen}
        title="Open, keep and share plots"
        opens="menu"
        isOpen={anchor !== undefined}
        isPlain
        onClick={({ currentTarget }) => setAnchor(anchor === undefined ? currentTarget : undefined)}
      />
      {anchor !== undefined && (
        <Menu label="Plots" items={items} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}

const FIXED = ["plots.open", "plots.keep", "plots.save-setup", "people.copy-view-link"];
