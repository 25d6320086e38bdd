import type { Counters } from "../counters.ts";
import type { Role } from "@orrery/sim";
import type { ListedWorld } from "@orrery/sim/host";
import type { Figures, WorldReport } from "../world-figures.ts";

/** What a server reports about itself to operators. */
export interface ServerState {
  readonly version: string;
  readonly worlds: readonly WorldReport[];
  readonly uptimeSeconds: number;
  readonly memoryBytes: number;
  readonly sessions: readonly { readonly name: string; readonly role: Role; readonly links: number }[];
  readonly connections: number;
  /** Number of sockets that are not clients. */
  readonly strangers: number;
  readonly unfinishedBytes: number;
  readonly unsentBytes: number;
  readonly topics: number;
  readonly subscriptions: number;
  readonly services: number;
  /** Messages that slow subscribers have lost, on the topics that exist now. */
  readonly dropped: number;
  readonly counters: Counters;
}

/** Formats the state as text for Prometheus. */
export function prometheusText(state: ServerState): string {
  const { counters, worlds } = state;
  const lines: string[] = [];
  const metric = (name: string, type: "gauge" | "counter", help: string, ...samples: readonly Sample[]): void => {
    if (samples.length === 0) return;
    lines.push(`# HELP orrery_${name} ${help}`, `# TYPE orrery_${name} ${type}`);
    for (const { value, labels = {} } of samples) lines.push(`orrery_${name}${labelText(labels)} ${value}`);
  };
  metric("info", "gauge", "What runs.", { value: 1, labels: { version: state.version } });
  metric("up", "gauge", "Whether a world runs.", { value: worlds.some(isUp) ? 1 : 0 });
  metric("uptime_seconds", "gauge", "Since the server was started.", { value: state.uptimeSeconds });
  metric("memory_bytes", "gauge", "Resident memory of the process.", { value: state.memoryBytes });
  metric("sessions", "gauge", "Sessions with a connection, by role.", ...byRole(state));
  metric("connections", "gauge", "WebSockets that are open.", { value: state.connections });
  metric("strangers", "gauge", "Sockets that are not clients, or not yet.", { value: state.strangers });
  metric("unfinished_bytes", "gauge", "Parts of messages that are not complete yet.", { value: state.unfinishedBytes });
  metric("unsent_bytes", "gauge", "Waiting for clients to read them.", { value: state.unsentBytes });
  metric("topics", "gauge", "Topics that somebody publishes or subscribes to.", { value: state.topics });
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
    "Refused connections, by reason.",
    ...[...counters.refused].map(([reason, value]) => ({ value, labels: { reason } })),
  );
  metric("connections_closed_total", "counter", "Closed by the server, because of what clients did.", {
    value: counters.closed,
  });
  metric(
    "world_up",
    "gauge",
    "Whether each world runs.",
    ...worlds.map((world) => ({
      value: isUp(world) ? 1 : 0,
      labels: { ...labelsOf(world), engine: world.engine },
    })),
  );
  const each = (read: (figures: Figures) => number | undefined): Sample[] =>
    worlds.flatMap((world) => {
      const value = world.figures && read(world.figures);
      return value === undefined ? [] : [{ value, labels: labelsOf(world) }];
    });
  metric("sim_seconds", "gauge", "Simulated time.", ...each(({ simSeconds }) => simSeconds));
  metric("real_time_factor", "gauge", "Simulated seconds per second.", ...each(({ realTimeFactor }) => realTimeFactor));
  metric("steps_total", "counter", "Steps made.", ...each(({ steps }) => steps));
  metric("paused", "gauge", "Whether the world is paused.", ...each(({ paused }) => (paused ? 1 : 0)));
  metric("models", "gauge", "Models in the world.", ...each(({ models }) => models));
  metric("step_seconds", "gauge", "Time of all systems per step, averaged.", ...each(({ stepSeconds }) => stepSeconds));
  return `${lines.join("\n")}\n`;
}

function isUp({ state }: ListedWorld): boolean {
  return state === "RUNNING" || state === "PAUSED";
}

function labelsOf({ namespace, name }: ListedWorld): Record<string, string> {
  return { namespace, world: name };
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
