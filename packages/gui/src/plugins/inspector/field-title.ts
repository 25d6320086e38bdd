import { sentenceOf } from "@orrery/sim/host";

/** Returns the title without the words that the group's title already says. */
export function titleInGroup(title: string, group: string): string {
  if (!title.startsWith(`${group} `)) return title;
  const rest = title.slice(group.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Returns a field's title: `maxStepSize` is "Max step size". */
export function fieldTitle(field: string): string {
  return FIELD_TITLES.get(field) ?? sentenceOf(field);
}

const FIELD_TITLES: ReadonlyMap<string, string> = new Map([
  ["timeNs", "Time"],
  ["innerXml", "Parameters"],
  ["mu", "Friction"],
  ["mu2", "Friction 2"],
  ["fdir1", "Friction direction"],
  ["fdir1In", "Direction in"],
  ["xyz", "Axis"],
  ["auto", "Automatic"],
  ["pbr", "PBR"],
  ["uri", "URI"],
]);
