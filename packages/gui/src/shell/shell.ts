import type { Connection, ConnectionState } from "../client/connection.ts";
import { WorldClient } from "../client/world-client.ts";
import { element, setText } from "../ui/dom.ts";
import { ConnectionBadge, type ConnectionWords } from "./connection-badge.ts";
import { Figures } from "./figures.ts";
import { Notice } from "./notice.ts";
import { servicesPanel, systemsPanel, topicsPanel } from "./panels.ts";
import { TimeControls } from "./time-controls.ts";

/** The whole page: what is known of the world stays on it, greyed, while the connection is lost. */
export class Shell {
  readonly element: HTMLElement;
  readonly #name = element("h1", { id: "world-name" });
  readonly #notice = new Notice();
  readonly #controls = new TimeControls({ onRefused: (reason) => this.#notice.show(reason) });
  readonly #figures = new Figures();
  readonly #systems = systemsPanel();
  readonly #topics = topicsPanel();
  readonly #services = servicesPanel();
  readonly #main: HTMLElement;
  #systemsTimer: ReturnType<typeof setInterval> | undefined;

  constructor(connection: Connection, words: ConnectionWords) {
    const badge = new ConnectionBadge(connection, words);
    const brand = element("div", { class: "brand" }, element("span", { class: "product" }, "Orrery"), this.#name);
    const panels = [this.#systems, this.#topics, this.#services].map((panel) => panel.element);
    this.#main = element("main", {}, this.#figures.element, ...panels);
    this.element = element(
      "div",
      { class: "shell" },
      element("header", { class: "toolbar" }, brand, this.#controls.element, badge.element),
      this.#notice.element,
      this.#main,
    );
    connection.changes.on((state) => this.#follow(state));
  }

  #follow(state: ConnectionState): void {
    clearInterval(this.#systemsTimer);
    this.#controls.attach(undefined);
    this.#main.classList.toggle("stale", state.kind !== "connected");
    if (state.kind === "lost") this.#notice.show(state.reason);
    if (state.kind !== "connected") return;
    this.#notice.clear();
    const { node } = state;
    WorldClient.open(node).then(
      (world) => this.#show(world),
      (error: unknown) => {
        // Closes the link too; the connection then tries again.
        node[Symbol.dispose]();
        this.#notice.show(error instanceof Error ? error.message : String(error));
      },
    );
  }

  #show(world: WorldClient): void {
    setText(this.#name, world.name);
    document.title = `${world.name} · Orrery`;
    world.statuses.on((status) => {
      this.#figures.show(status);
      this.#controls.show(status);
    });
    world.failures.on(({ name = "", phase = "", error = "" }) => {
      this.#notice.show(`System ${name} was stopped, it failed in ${phase}: ${error}`);
    });
    const list = (): void => {
      // The link has just ended: what was there stays on the page.
      if (world.node.bus.neighbours.size === 0) return;
      this.#topics.show(world.node.topics());
      this.#services.show(world.node.services());
    };
    world.node.bus.changes.on(list);
    list();
    const refresh = (): void => void world.systems().then((systems) => this.#systems.show(systems), ignore);
    this.#systemsTimer = setInterval(refresh, SYSTEMS_MS);
    refresh();
    this.#controls.attach(world);
  }
}

const SYSTEMS_MS = 1000;

/** The connection tells of its end itself, and the list is asked for again soon. */
function ignore(): void {}
