import type { LucideIcon } from "lucide-react";
import { Value } from "../../client/value.ts";
import type { WorldView } from "../../client/world-view.ts";
import { keysOf } from "../../ui/keys.ts";

/** Something the user can do: in menus, in the palette, by keys. */
export interface Command {
  /** For example `world.step`; a later command with the same id replaces it. */
  readonly id: string;
  /** What it does, as shown in a menu: "Step". */
  readonly title: string;
  readonly menu?: MenuName;
  /** Commands of one group are next to each other in a menu; groups appear in the order of their first command. */
  readonly group?: string;
  readonly icon?: LucideIcon;
  /** For example `Ctrl+K`, `Shift+F`, `Space`; Ctrl is ⌘ on a Mac. With several, each works and the first is shown. */
  readonly keys?: string | readonly string[];
  run(): void | Promise<void>;
  /**
   * Whether the keys are only shown here, and left to the browser, which turns them into an event (such as `paste`)
   * that the owner of the command handles.
   */
  readonly leavesKeys?: boolean;
  /** Returns whether it is enabled. Default: always. */
  isEnabled?(): boolean;
  /** Returns why it cannot be run now, as text for users who try; `undefined` if it can. */
  whyNot?(): string | undefined;
  /** Returns whether it is on; a command with this method is a switch. */
  isOn?(): boolean;
}

export const menuNames = ["File", "Edit", "View", "World", "Panels", "Help"] as const;
export type MenuName = (typeof menuNames)[number];

/** All commands that are available now. */
export interface Commands {
  readonly list: Value<readonly Command[]>;
  /** Adds commands. A later command with the same id replaces an earlier one. */
  add(...commands: readonly Command[]): Disposable;
  run(id: string): void;
  perform(command: Command): void;
  /** Runs the command of a key. Returns whether there was one. */
  press(event: KeyboardEvent): boolean;
}

/** The commands of the page, and those of the world in focus. */
export class PageCommands implements Commands {
  readonly list = new Value<readonly Command[]>([]);
  #all: readonly Added[] = [];
  #focus: WorldView | undefined;
  readonly #onFailure: (command: Command, error: unknown) => void;
  readonly #onRefusal: (command: Command, reason: string) => void;

  constructor(
    onFailure: (command: Command, error: unknown) => void,
    onRefusal: (command: Command, reason: string) => void = () => {},
  ) {
    this.#onFailure = onFailure;
    this.#onRefusal = onRefusal;
  }

  add(...commands: readonly Command[]): Disposable {
    return this.#add(undefined, commands);
  }

  /**
   * Returns the commands as the parts of one world see them: commands added there can be run while that world has the
   * focus.
   */
  of(view: WorldView): Commands {
    return {
      list: this.list,
      add: (...commands) => this.#add(view, commands),
      run: (id) => this.run(id),
      perform: (command) => this.perform(command),
      press: (event) => this.press(event),
    };
  }

  turnTo(view: WorldView): void {
    this.#focus = view;
    this.#show();
  }

  run(id: string): void {
    const command = this.list.current.find((candidate) => candidate.id === id);
    if (command !== undefined) this.perform(command);
  }

  perform(command: Command): void {
    if (command.isEnabled?.() === false) return;
    const reason = command.whyNot?.();
    if (reason !== undefined) return this.#onRefusal(command, reason);
    try {
      const running = command.run();
      if (running instanceof Promise) running.catch((error: unknown) => this.#onFailure(command, error));
    } catch (error) {
      this.#onFailure(command, error);
    }
  }

  press(event: KeyboardEvent): boolean {
    const pressed = keysOf(event);
    const meant = this.list.current.filter(
      (each) => [each.keys ?? []].flat().includes(pressed) && each.isEnabled?.() !== false,
    );
    const command = meant.findLast(canBeDone) ?? meant.at(-1);
    if (command === undefined || command.leavesKeys) return false;
    this.perform(command);
    return true;
  }

  #add(view: WorldView | undefined, commands: readonly Command[]): Disposable {
    const ids = new Set(commands.map(({ id }) => id));
    const others = this.#all.filter((added) => added.view !== view || !ids.has(added.command.id));
    this.#all = [...others, ...commands.map((command) => ({ command, view }))];
    this.#show();
    return {
      [Symbol.dispose]: () => {
        this.#all = this.#all.filter(({ command }) => !commands.includes(command));
        this.#show();
      },
    };
  }

  #show(): void {
    const shown = this.#all.filter(({ view }) => view === undefined || view === this.#focus);
    this.list.set(shown.map(({ command }) => command));
  }
}

interface Added {
  readonly command: Command;
  /** The world that the command belongs to; `undefined` for commands of the page. */
  readonly view: WorldView | undefined;
}

export function canBeDone(command: Command): boolean {
  return command.isEnabled?.() !== false && command.whyNot?.() === undefined;
}
