import { formatTime } from "@orrery/sim";
import type { WorldStatus } from "../client/world-client.ts";
import { element, setText } from "../ui/dom.ts";

/** Where the world is in time, as numbers. */
export class Figures {
  readonly element: HTMLElement;
  readonly #time = element("dd", { class: "large", id: "sim-time" }, NONE);
  readonly #factor = element("dd", { id: "real-time-factor" }, NONE);
  readonly #steps = element("dd", { id: "steps" }, NONE);
  readonly #stepSize = element("dd", { id: "step-size" }, NONE);
  readonly #models = element("dd", { id: "models" }, NONE);

  constructor() {
    const figure = (title: string, value: HTMLElement): HTMLElement =>
      element("div", { class: "figure" }, element("dt", {}, title), value);
    this.element = element(
      "dl",
      { class: "figures" },
      figure("Sim time", this.#time),
      figure("Real time factor", this.#factor),
      figure("Steps", this.#steps),
      figure("Step size", this.#stepSize),
      figure("Models", this.#models),
    );
  }

  show({ timeNs, stepNs, steps, paused, stepping, realTimeFactor, models }: WorldStatus): void {
    setText(this.#time, formatTime(timeNs));
    setText(this.#factor, paused ? "paused" : stepping ? "stepping" : `×${realTimeFactor.toFixed(2)}`);
    setText(this.#steps, count.format(steps));
    setText(this.#stepSize, `${milliseconds.format(stepNs / 1e6)} ms`);
    setText(this.#models, count.format(models));
  }
}

const NONE = "–";
const count = new Intl.NumberFormat("en");
const milliseconds = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });
