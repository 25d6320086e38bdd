import type { orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { element } from "../ui/dom.ts";
import { Panel } from "../ui/panel.ts";

export function systemsPanel(): Panel<orrery.SystemInfo> {
  return new Panel({
    id: "systems",
    title: "Systems",
    empty: "What runs in the world, such as physics, is listed here once there is a connection",
    row: ({ name = "", entity = 0, state, micros_per_step = 0 }) => {
      const stopped = state === "STOPPED";
      const cost = stopped ? "stopped" : `${duration(micros_per_step)} a step`;
      const where = element("span", { class: "muted" }, `entity ${entity}`);
      return element("li", stopped ? { class: "stopped" } : {}, name, where, element("span", { class: "value" }, cost));
    },
  });
}

export function topicsPanel(): Panel<ReturnType<Node["topics"]>[number]> {
  return new Panel({
    id: "topics",
    title: "Topics",
    empty: "What the world publishes is listed here once there is a connection",
    row: ({ name, type }) => element("li", {}, element("code", {}, name), typeName(type)),
  });
}

export function servicesPanel(): Panel<ReturnType<Node["services"]>[number]> {
  return new Panel({
    id: "services",
    title: "Services",
    empty: "What the world can be asked is listed here once there is a connection",
    row: ({ name, requestType, responseType }) => {
      const types = element("span", { class: "types" }, typeName(requestType), "→", typeName(responseType));
      return element("li", {}, element("code", {}, name), types);
    },
  });
}

function duration(micros: number): string {
  return micros < 1000 ? `${micros.toFixed(1)} µs` : `${(micros / 1000).toFixed(1)} ms`;
}

function typeName(type: string): HTMLElement {
  return element("code", { class: "muted" }, type === "" ? "no type yet" : type);
}
