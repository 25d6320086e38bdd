import type { LucideIcon } from "lucide-react";
import { Value } from "../../client/value.ts";
import { keysOf } from "../../ui/keys.ts";

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
  /** Shown, but left to the browser, which makes an event of them (`paste`): whoever added the command hears that. */
  readonly leavesKeys?: boolean;
  /** Default: always. */
  isEnabled?(): boolean;
  /** Why it cannot be done now, for people; `undefined` when it can. Whoever tries is told. */
  whyNot?(): string | undefined;
  /** Makes it a switch. */
  isOn?(): boolean;
}

export const menuNames = ["File", "Edit", "View", "World", "Panels", "Help"] as const;
export type MenuName = (typeof menuNames)[number];

/** All that can be done now. */
export class Commands {
  readonly list = new Value<readonly Command[]>([]);
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
    const reason = command.whyNot?.();
    if (reason !== undefined) return this.#onRefusal(command, reason);
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
    const meant = this.list.current.filter(
      (each) => [each.keys ?? []].flat().includes(pressed) && each.isEnabled?.() !== false,
    );
    const command = meant.findLast(canBeDone) ?? meant.at(-1);
    if (command === undefined || command.leavesKeys) return false;
    this.perform(command);
    return true;
  }
}

export function canBeDone(command: Command): boolean {
  return command.isEnabled?.() !== false && command.whyNot?.() === undefined;
}
