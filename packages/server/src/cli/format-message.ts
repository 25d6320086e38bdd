/** Formats a message, given as JSON, for people: one field per line, nested ones indented. */
export function formatMessage(json: unknown): string {
  const lines = fieldLines(json, "");
  return lines.length === 0 ? "(all fields at their defaults)" : lines.join("\n");
}

function fieldLines(json: unknown, indent: string): string[] {
  return Object.entries(json as object).flatMap(([name, value]: [string, unknown]) => valueLines(name, value, indent));
}

function valueLines(name: string, value: unknown, indent: string): string[] {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object")) return [`${indent}${name}: [${value.map(scalar).join(", ")}]`];
    return value.flatMap((item: unknown, i) => valueLines(`${name}[${i}]`, item, indent));
  }
  if (typeof value !== "object" || value === null) return [`${indent}${name}: ${scalar(value)}`];
  const inside = fieldLines(value, `${indent}  `);
  return inside.length === 0 ? [`${indent}${name}: {}`] : [`${indent}${name}:`, ...inside];
}

/** Formats a scalar. Escape sequences are neutralised, because they could take over the terminal. */
function scalar(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
