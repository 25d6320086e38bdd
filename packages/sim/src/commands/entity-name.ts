/** Throws for names that no file may give: the empty one, those of scopes and those that frames have by themselves. */
export function checkName(name: string, kind: string): void {
  const isFit =
    name !== "" && name !== "world" && !name.includes("::") && !/^__.*__$/s.test(name) && name.trim() === name;
  if (!isFit || !name.isWellFormed()) throw new Error(`"${name}" cannot be the name of ${kind}`);
  if (name.length > LONGEST) throw new Error(`a name has at most ${LONGEST} characters, not ${name.length}`);
}

const LONGEST = 255;

/** The name itself, or with a number that makes it another's than all of these. */
export function unusedName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 0; ; number++) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
}
