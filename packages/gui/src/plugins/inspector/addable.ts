import { type Component } from "@orrery/sim";
import { knownComponents } from "@orrery/sim/host";
import type { FieldEditor } from "./fields/field-editor.ts";
import { inGroups } from "./groups.ts";

/** The components that may be given to what is chosen, in the order of the inspector: those that mean something by themselves. */
export function addableTo(editor: FieldEditor): readonly Component[] {
  const offered = knownComponents().filter(({ facts }) => facts.edit?.presence === "offered");
  return inGroups(offered, ({ facts }) => facts).filter(({ name }) => {
    const planned = editor.planPresence(name, true, "");
    return planned.ok && planned.plan.edits.length > 0;
  });
}
