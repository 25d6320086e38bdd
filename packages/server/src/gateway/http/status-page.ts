import type { ServerState } from "./metrics.ts";
import type { WorldReport } from "../world-figures.ts";

/** Renders the state for people, without a script, so that it works where nothing else does. */
export function statusPage(state: ServerState): string {
  const { worlds, counters, sessions } = state;
  const rows: (readonly [string, string])[] = [
    ["Connections", `${state.connections} open, ${counters.connections} in all`],
    ["Received, sent", `${megabytes(counters.bytesIn)}, ${megabytes(counters.bytesOut)}`],
    ["Messages dropped", String(state.dropped)],
    ["Connections refused", [...counters.refused].map(([why, count]) => `${why} ${count}`).join(", ") || "0"],
    ["Connections closed by the server", String(counters.closed)],
    ["Memory", megabytes(state.memoryBytes)],
    ["Up", `${Math.floor(state.uptimeSeconds)} s`],
    ["Version", state.version],
  ];
  const people = sessions.map(({ name, role, links }) => [name, links > 0 ? role : `${role}, away`] as const);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>Orrery: ${escaped(worlds.map(titleOf).join(", ") || "no world")}</title>
<h1>Orrery</h1>
${table(rows)}
${worlds.map(worldPart).join("\n")}
<h2>People and programs</h2>
${people.length === 0 ? "<p>Nobody is connected.</p>" : table(people)}
</html>
`;
}

/** Returns a world's name, or its namespace while the name is unknown. */
function titleOf({ name, namespace }: WorldReport): string {
  return name || namespace || "a world";
}

function worldPart(world: WorldReport): string {
  const { namespace, engine, state, reason, figures } = world;
  const rows: (readonly [string, string])[] = [
    ["Namespace", namespace || "none"],
    ["State", reason === "" ? state.toLowerCase() : `${state.toLowerCase()}: ${reason}`],
    ["Physics", engine],
  ];
  if (figures !== undefined) {
    const { simSeconds, realTimeFactor, steps, stepSeconds, models, paused } = figures;
    rows.push(
      ["Simulated time", `${simSeconds.toFixed(3)} s${paused ? ", paused" : ""}`],
      ["Real time factor", realTimeFactor.toFixed(3)],
      ["Steps", String(steps)],
      ["Step time", stepSeconds === undefined ? "?" : `${(stepSeconds * 1e6).toFixed(1)} µs`],
      ["Models", String(models)],
    );
  }
  return `<h2>World ${escaped(titleOf(world))}</h2>\n${table(rows)}`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([name, value]) => `<tr><th align="left">${escaped(name)}<td>${escaped(value)}`);
  return `<table cellpadding="4">\n${lines.join("\n")}\n</table>`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
