/** Returns a component's name for people: `gz_sim_components.WorldLinearVelocity` is "World linear velocity". */
export function titleOf(name: string): string {
  return sentenceOf(name.replace(/^(gz_sim_components|orrery)\./, ""));
}

/** Converts an identifier to words: `maxStepSize` is "Max step size". */
export function sentenceOf(name: string): string {
  const split = name
    .replace(/Cmd$/, "Command")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/([a-z])(\d)/g, "$1 $2")
    .replaceAll(/[-_.]/g, " ");
  const lower = split.replaceAll(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
