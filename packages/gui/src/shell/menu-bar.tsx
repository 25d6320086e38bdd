import { useCallback, useRef, useState } from "react";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { commandItem } from "./commands/command-item.tsx";
import { menuNames, type Command, type Commands, type MenuName } from "./commands/commands.ts";
import { useApp, useValue } from "./hooks.ts";

/** Shows the menus File, Edit, View, … with every command and its keys. */
export function MenuBar() {
  const { commands } = useApp();
  const list = useValue(commands.list);
  const [open, setOpen] = useState<MenuName>();
  const bar = useRef<HTMLElement>(null);
  const shown = menuNames.filter((menu) => list.some((command) => command.menu === menu));
  const close = useCallback(() => setOpen(undefined), []);
  const buttonOf = (menu: MenuName) => bar.current?.querySelector<HTMLButtonElement>(`[data-menu="${menu}"]`);
  const anchor = open === undefined ? undefined : buttonOf(open);
  return (
    <nav ref={bar} className="menu-bar" aria-label="Menus">
      {shown.map((menu) => (
        <button
          key={menu}
          type="button"
          data-menu={menu}
          className="menu-button"
          aria-haspopup="menu"
          aria-expanded={open === menu}
          onClick={() => setOpen(open === menu ? undefined : menu)}
          onPointerEnter={() => open !== undefined && setOpen(menu)}
        >
          {menu}
        </button>
      ))}
      {open !== undefined && anchor && (
        <Menu
          key={open}
          label={open}
          anchor={anchor}
          items={itemsOf(list, open, commands)}
          onClose={close}
          onSide={(step) => setOpen(shown.at((shown.indexOf(open) + step) % shown.length))}
        />
      )}
    </nav>
  );
}

/** Returns commands as items of a menu, group by group. */
function itemsOf(list: readonly Command[], menu: MenuName, commands: Commands): MenuItem[] {
  const groups = Map.groupBy(
    list.filter((command) => command.menu === menu),
    ({ group = "" }) => group,
  );
  return [...groups.values()].flatMap((group) =>
    group.map((command, i) => ({ ...commandItem(command, commands), startsGroup: i === 0 })),
  );
}
