/** A component's name for people: `gz_sim_components.WorldLinearVelocity` is "World linear velocity". */
export function componentTitle(name: string): string {
  return TITLES.get(name) ?? words(name.replace(/^(gz_sim_components|orrery)\./, ""));
}

/** Below the title of its group, which need not be said again. */
export function titleInGroup(title: string, group: string): string {
  if (!title.startsWith(`${group} `)) return title;
  const rest = title.slice(group.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** A field's: `maxStepSize` is "Max step size". */
export function fieldTitle(field: string): string {
  return FIELD_TITLES.get(field) ?? words(field);
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ["gz_sim_components.SystemPluginInfo", "Systems"],
  ["gz_sim_components.Scene", "Appearance"],
  ["gz_sim_components.Inertial", "Mass and inertia"],
  ["gz_sim_components.ExternalWorldWrenchCmd", "World wrench command"],
  ["orrery.DefaultPlugins", "Default systems"],
  ["orrery.Extra", "Other XML of the file"],
  ["orrery.Solid", "Mesh data"],
  ["orrery.SolidOf", "Mesh data"],
  ["orrery.SolidScale", "Mesh scale"],
  ["orrery.IsActor", "Actor"],
]);

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

function words(camel: string): string {
  const split = camel
    .replace(/Cmd$/, "Command")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/([a-z])(\d)/g, "$1 $2")
    .replaceAll(/[-_.]/g, " ");
  const lower = split.replaceAll(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
