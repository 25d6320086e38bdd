import type { ServerState } from "./metrics.ts";

/** The state for people: no script, so that it works where nothing else does. */
export function statusPage(state: ServerState): string {
  const { figures, counters, sessions } = state;
  const rows: (readonly [string, string])[] = [
    ["World", state.world === "" ? "none" : `${state.world} (${state.engine})`],
    ...(figures === undefined
      ? []
      : ([
          ["Simulated time", `${figures.simSeconds.toFixed(3)} s${figures.paused ? ", paused" : ""}`],
          ["Real time factor", figures.realTimeFactor.toFixed(3)],
          ["Steps", String(figures.steps)],
          ["Step time", figures.stepSeconds === undefined ? "?" : `${(figures.stepSeconds * 1e6).toFixed(1)} µs`],
          ["Models", String(figures.models)],
        ] as const)),
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
<title>Orrery: ${escaped(state.world || "no world")}</title>
<h1>Orrery</h1>
${table(rows)}
<h2>People and programs</h2>
${people.length === 0 ? "<p>Nobody is connected.</p>" : table(people)}
</html>
`;
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
