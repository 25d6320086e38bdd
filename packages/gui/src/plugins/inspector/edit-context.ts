import { createContext, use } from "react";
import type { Field } from "./fields/field.ts";
import type { FieldChange } from "./fields/field-change.ts";
import type { FieldEditor } from "./fields/field-editor.ts";
import { componentLock, fieldLock } from "./locks.ts";

/** The editor that performs edits; `undefined` when editing is impossible now. */
export const EditContext = createContext<FieldEditor | undefined>(undefined);

/** The component whose fields are drawn. */
export const ComponentContext = createContext<{
  /** The full name. */
  readonly name: string;
  /** Why it cannot be edited, if its only field is to show that. */
  readonly fieldLock: string | undefined;
  readonly fields: readonly Field[];
}>({ name: "", fieldLock: undefined, fields: [] });

/** How a field is edited. */
export interface FieldEdit {
  problem(change: FieldChange): string | undefined;
  commit(change: FieldChange): Promise<boolean>;
  /** Shows a change while it is being dragged; `undefined` when the drag is over. */
  show(change: FieldChange | undefined): void;
}

/** Returns how to edit a field; `undefined` if it is read-only. `what` names it in lists of commands: "mass". */
export function useFieldEdit(path: string, what: string): FieldEdit | undefined {
  const editor = use(EditContext);
  const { name: component } = use(ComponentContext);
  if (editor === undefined || editor.lock(component) !== undefined || fieldLock(component, path) !== undefined)
    return undefined;
  const doing = `Edit ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  return {
    problem: (change) => editor.problem(component, change),
    commit: (change) => editor.commit(component, change, doing),
    show: (change) => editor.show(component, change),
  };
}

/** Returns why the component is read-only. */
export function useComponentLock(component: string): string | undefined {
  const editor = use(EditContext);
  return editor === undefined ? componentLock(component) : editor.lock(component);
}

/** Returns why a field is read-only, if the field itself is to show that. */
export function useFieldLock(path: string): string | undefined {
  const component = use(ComponentContext);
  return component.fieldLock ?? fieldLock(component.name, path);
}
