import type { Entity } from "../ecs/entities.ts";
import type { EditsSoFar } from "./checks/edits-so-far.ts";

/** Throws for names that no file may give: the empty one, scoped ones and those reserved for frames. */
export function checkName(name: string, kind: string): void {
  if (name.length > LONGEST) throw new Error(`a name has at most ${LONGEST} characters, not ${name.length}`);
  const isFit =
    name !== "" && name !== "world" && !name.includes("::") && !/^__.*__$/s.test(name) && name.trim() === name;
  if (!isFit || !name.isWellFormed()) throw new Error(`"${name}" cannot be the name of ${kind}`);
}

const LONGEST = 255;

/** Returns the name itself or, if something below `parent` has it already, the name with an unused number. */
export function unusedName(name: string, parent: Entity, soFar: EditsSoFar): string {
  if (!soFar.isTaken(parent, name)) return name;
  let number = soFar.firstNumber(name);
  while (soFar.isTaken(parent, `${name}_${number}`)) number++;
  soFar.noteNumber(name, number);
  return `${name}_${number}`;
}
