import { type Component } from "@orrery/sim";
import { knownComponents } from "@orrery/sim/host";
import type { FieldEditor } from "./fields/field-editor.ts";
import { inGroups } from "./groups.ts";

/**
 * Returns the components that can be added to the selection and are useful by themselves, in the order of the
 * inspector.
 */
export function addableTo(editor: FieldEditor): readonly Component[] {
  const offered = knownComponents().filter(({ facts }) => facts.edit?.presence === "offered");
  return inGroups(offered, ({ facts }) => facts).filter(({ name }) => {
    const planned = editor.planPresence(name, true, "");
    return planned.ok && planned.plan.edits.length > 0;
  });
}
