import type { LucideIcon } from "lucide-react";
import { Value } from "../client/value.ts";
import { keysOf } from "./keys.ts";

/** Something the user can do: in menus, in the palette, by keys. */
export interface Command {
  /** `world.step`; a later one of the same id takes its place. */
  readonly id: string;
  /** What it does, as a menu says it: "Step". */
  readonly title: string;
  readonly menu?: MenuName;
  /** Commands of one group stand together in a menu; groups in the order of their first command. */
  readonly group?: string;
  readonly icon?: LucideIcon;
  /** `Ctrl+K`, `Shift+F`, `Space`; Ctrl is ⌘ on a Mac. Several do the same; the first is shown. */
  readonly keys?: string | readonly string[];
  run(): void | Promise<void>;
  /** Default: always. */
  isEnabled?(): boolean;
  /** Makes it a switch. */
  isOn?(): boolean;
}

export const menuNames = ["File", "Edit", "View", "World", "Panels", "Help"] as const;
export type MenuName = (typeof menuNames)[number];

/** All that can be done now. */
export class Commands {
  readonly list = new Value<readonly Command[]>([]);
  readonly #onFailure: (command: Command, error: unknown) => void;

  constructor(onFailure: (command: Command, error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  add(...commands: readonly Command[]): Disposable {
    const ids = new Set(commands.map(({ id }) => id));
    this.list.set([...this.list.current.filter(({ id }) => !ids.has(id)), ...commands]);
    return {
      [Symbol.dispose]: () => this.list.set(this.list.current.filter((command) => !commands.includes(command))),
    };
  }

  run(id: string): void {
    const command = this.list.current.find((candidate) => candidate.id === id);
    if (command !== undefined) this.perform(command);
  }

  perform(command: Command): void {
    if (command.isEnabled?.() === false) return;
    try {
      const running = command.run();
      if (running instanceof Promise) running.catch((error: unknown) => this.#onFailure(command, error));
    } catch (error) {
      this.#onFailure(command, error);
    }
  }

  /** Whether the key was some command's. */
  press(event: KeyboardEvent): boolean {
    const pressed = keysOf(event);
    const command = this.list.current.findLast(({ keys = [] }) => [keys].flat().includes(pressed));
    if (command === undefined || command.isEnabled?.() === false) return false;
    this.perform(command);
    return true;
  }
}
