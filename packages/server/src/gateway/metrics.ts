import type { Counters } from "./counters.ts";
import type { Role } from "@orrery/sim";
import type { Figures } from "./world-figures.ts";

/** What a server tells operators of itself. */
export interface ServerState {
  readonly version: string;
  /** Empty while there is none. */
  readonly world: string;
  readonly engine: string;
  readonly figures: Figures | undefined;
  readonly uptimeSeconds: number;
  readonly memoryBytes: number;
  readonly sessions: readonly { readonly name: string; readonly role: Role; readonly links: number }[];
  readonly connections: number;
  /** Sockets that are not clients. */
  readonly strangers: number;
  readonly unfinishedBytes: number;
  readonly unsentBytes: number;
  readonly topics: number;
  readonly subscriptions: number;
  readonly services: number;
  /** Messages that slow subscribers lost, of the topics that are there now. */
  readonly dropped: number;
  readonly counters: Counters;
}

/** The state in the text format of Prometheus. */
export function prometheusText(state: ServerState): string {
  const { counters, figures } = state;
  const lines: string[] = [];
  const metric = (name: string, type: "gauge" | "counter", help: string, ...samples: readonly Sample[]): void => {
    if (samples.length === 0) return;
    lines.push(`# HELP orrery_${name} ${help}`, `# TYPE orrery_${name} ${type}`);
    for (const { value, labels = {} } of samples) lines.push(`orrery_${name}${labelText(labels)} ${value}`);
  };
  metric("info", "gauge", "What runs.", {
    value: 1,
    labels: { version: state.version, world: state.world, engine: state.engine },
  });
  metric("up", "gauge", "Whether a world is there.", { value: state.world === "" ? 0 : 1 });
  metric("uptime_seconds", "gauge", "Since the server was started.", { value: state.uptimeSeconds });
  metric("memory_bytes", "gauge", "Resident memory of the process.", { value: state.memoryBytes });
  metric("sessions", "gauge", "Sessions with a connection, by role.", ...byRole(state));
  metric("connections", "gauge", "WebSockets that are open.", { value: state.connections });
  metric("strangers", "gauge", "Sockets that are not clients, or not yet.", { value: state.strangers });
  metric("unfinished_bytes", "gauge", "Of messages of which a part has come.", { value: state.unfinishedBytes });
  metric("unsent_bytes", "gauge", "Waiting for clients to read them.", { value: state.unsentBytes });
  metric("topics", "gauge", "Topics that somebody publishes or wants.", { value: state.topics });
  metric("subscriptions", "gauge", "Subscriptions of clients.", { value: state.subscriptions });
  metric("services", "gauge", "Services that somebody offers.", { value: state.services });
  metric("connections_total", "counter", "WebSockets that were opened.", { value: counters.connections });
  metric("bytes_received_total", "counter", "From clients, by WebSocket.", { value: counters.bytesIn });
  metric("bytes_sent_total", "counter", "To clients, by WebSocket.", { value: counters.bytesOut });
  metric("frames_received_total", "counter", "From clients.", { value: counters.framesIn });
  metric("messages_dropped_total", "counter", "Lost by slow subscribers.", { value: state.dropped });
  metric(
    "connections_refused_total",
    "counter",
    "By what was wrong.",
    ...[...counters.refused].map(([reason, value]) => ({ value, labels: { reason } })),
  );
  metric("connections_closed_total", "counter", "Ended by the server, for what clients did.", {
    value: counters.closed,
  });
  if (figures !== undefined) {
    const labels = { world: state.world };
    metric("sim_seconds", "gauge", "Simulated time.", { value: figures.simSeconds, labels });
    metric("real_time_factor", "gauge", "Simulated seconds per second.", { value: figures.realTimeFactor, labels });
    metric("steps_total", "counter", "Steps made.", { value: figures.steps, labels });
    metric("paused", "gauge", "Whether the world is paused.", { value: figures.paused ? 1 : 0, labels });
    metric("models", "gauge", "Models in the world.", { value: figures.models, labels });
    if (figures.stepSeconds !== undefined)
      metric("step_seconds", "gauge", "Time of all systems per step, averaged.", {
        value: figures.stepSeconds,
        labels,
      });
  }
  return `${lines.join("\n")}\n`;
}

interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

function byRole({ sessions }: ServerState): Sample[] {
  const counts: Record<Role, number> = { viewer: 0, operator: 0, admin: 0 };
  for (const { role, links } of sessions) if (links > 0) counts[role]++;
  return Object.entries(counts).map(([role, value]) => ({ value, labels: { role } }));
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
