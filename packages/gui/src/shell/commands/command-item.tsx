import type { MenuItem } from "../../ui/menu.tsx";
import { canBeDone, type Command, type Commands } from "./commands.ts";

/** Returns a command as a menu shows it. */
export function commandItem(command: Command, commands: Commands): MenuItem {
  return {
    id: command.id,
    title: command.title,
    keys: firstKeys(command),
    icon: command.icon && <command.icon />,
    isOn: command.isOn?.(),
    isDisabled: !canBeDone(command),
    reason: command.whyNot?.(),
    run: () => commands.perform(command),
  };
}

/** Returns the command's first keys, which menus and tooltips show. */
export function firstKeys({ keys = [] }: Command): string | undefined {
  return [keys].flat()[0];
}
