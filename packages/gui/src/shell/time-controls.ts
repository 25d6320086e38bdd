import type { WorldClient, WorldStatus } from "../client/world-client.ts";
import { element } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icon.ts";

export interface TimeControlsOptions {
  /** Why something the user asked for was not done. */
  readonly onRefused: (reason: string) => void;
}

/** Reset, run or pause, step: as buttons and as keys. */
export class TimeControls {
  readonly element: HTMLElement;
  readonly #options: TimeControlsOptions;
  readonly #reset = button("reset", "Reset", "Home");
  readonly #run = button("run", "Run", "Space");
  readonly #step = button("step", "Step", ".");
  #world: WorldClient | undefined;
  #paused = true;

  constructor(options: TimeControlsOptions) {
    this.#options = options;
    const all = [this.#reset, this.#run, this.#step];
    this.element = element("div", { class: "controls", role: "toolbar", "aria-label": "Time" }, ...all);
    this.#on(this.#reset, (world) => world.reset({ paused: this.#paused }));
    this.#on(this.#run, (world) => (this.#paused ? world.run() : world.pause()));
    this.#on(this.#step, (world) => world.step());
    document.addEventListener("keydown", (event) => this.#onKey(event));
    this.attach(undefined);
  }

  /** The world to control from here on; without one, nothing can be pressed. */
  attach(world: WorldClient | undefined): void {
    this.#world = world;
    for (const one of [this.#reset, this.#run, this.#step]) one.disabled = world === undefined;
  }

  show(status: WorldStatus): void {
    // While it makes a step too: the button would flicker, and a reset right after the step would let the world run.
    const paused = status.paused || status.stepping;
    if (paused === this.#paused) return;
    this.#paused = paused;
    label(this.#run, paused ? "run" : "pause", paused ? "Run" : "Pause", "Space");
  }

  #on(button: HTMLButtonElement, act: (world: WorldClient) => Promise<void>): void {
    button.addEventListener("click", () => {
      if (this.#world === undefined) return;
      act(this.#world).catch((error: unknown) => {
        this.#options.onRefused(error instanceof Error ? error.message : String(error));
      });
    });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const pressed = KEYS[event.key];
    if (pressed === undefined) return;
    // A focused button takes Space for itself.
    if (event.key === " " && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    const buttons = { run: this.#run, step: this.#step, reset: this.#reset };
    buttons[pressed].click();
  }
}

const KEYS: Readonly<Record<string, "run" | "step" | "reset">> = { " ": "run", ".": "step", Home: "reset" };

function button(name: IconName, text: string, key: string): HTMLButtonElement {
  const made = element("button", { type: "button", class: "tool" });
  label(made, name, text, key);
  return made;
}

function label(target: HTMLButtonElement, name: IconName, text: string, key: string): void {
  target.replaceChildren(icon(name));
  target.setAttribute("aria-label", text);
  target.title = `${text} (${key})`;
}
