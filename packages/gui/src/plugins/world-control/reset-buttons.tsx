import { ChevronDown, RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
import { useApp } from "../../shell/hooks.ts";
import { useWhyNoControl } from "../../shell/use-may-edit.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { TimeButton } from "./time-button.tsx";
import { RESET_KEYS } from "./time-commands.ts";

/** Shows a button that resets everything; the arrow beside it opens a menu with partial resets. */
export function ResetButtons() {
  const { commands } = useApp();
  const obstacle = useWhyNoControl();
  const both = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const item = (id: string, title: string, keys: string) => ({ id, title, keys, run: () => commands.run(id) });
  return (
    <>
      <div className="split" ref={both}>
        <TimeButton icon={RotateCcw} title="Reset" keys={RESET_KEYS.all} command="world.reset" />
        <IconButton
          icon={ChevronDown}
          title="What to reset"
          opens="menu"
          isOpen={isOpen}
          obstacle={obstacle}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && both.current && (
        <Menu
          label="Reset"
          anchor={both.current}
          items={[
            item("world.reset", "Everything", RESET_KEYS.all),
            item("world.reset-time", "The time only", RESET_KEYS.time),
            item("world.reset-models", "The models only", RESET_KEYS.models),
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
