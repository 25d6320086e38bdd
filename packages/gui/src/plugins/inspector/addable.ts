import type { Component } from "@orrery/sim";
import {
  AngularVelocityCmd,
  CollisionSettings,
  JointServo,
  JointVelocityCmd,
  LinearVelocityCmd,
  LinkSettings,
  Material,
  ModelSettings,
  Transparency,
  VelocityDecay,
  VisualSettings,
} from "@orrery/sim/components";
import type { FieldEditor } from "./fields/field-editor.ts";

/** The components that may be given to what is chosen, in the order of a menu. */
export function addableTo(editor: FieldEditor): readonly Component[] {
  return OPTIONAL.filter(({ name }) => {
    const planned = editor.planPresence(name, true, "");
    return planned.ok && planned.plan.edits.length > 0;
  });
}

/** Those that files and systems give to some, and that mean something by themselves. */
const OPTIONAL: readonly Component[] = [
  Material,
  Transparency,
  VelocityDecay,
  LinearVelocityCmd,
  AngularVelocityCmd,
  JointServo,
  JointVelocityCmd,
  CollisionSettings,
  VisualSettings,
  ModelSettings,
  LinkSettings,
];
