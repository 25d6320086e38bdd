import { createContext, use } from "react";
import type { FieldChange } from "./fields/field-change.ts";
import type { FieldEditor } from "./fields/field-editor.ts";
import { componentLock, fieldLock } from "./locks.ts";

/** Who carries out edits; `undefined` when nobody can edit now. */
export const EditContext = createContext<FieldEditor | undefined>(undefined);

/** The component whose fields are drawn. */
export const ComponentContext = createContext<{
  /** The full name. */
  readonly name: string;
  /** Why it cannot be edited, where its only field has to say so. */
  readonly fieldLock: string | undefined;
}>({ name: "", fieldLock: undefined });

/** How a field is edited. */
export interface FieldEdit {
  problem(change: FieldChange): string | undefined;
  commit(change: FieldChange): Promise<boolean>;
  /** While it is being dragged; `undefined`: it is not any more. */
  show(change: FieldChange | undefined): void;
}

/** `undefined` where it can only be looked at. `what` is what it is called in lists of commands: "mass". */
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

/** Why the component can only be looked at. */
export function useComponentLock(component: string): string | undefined {
  const editor = use(EditContext);
  return editor === undefined ? componentLock(component) : editor.lock(component);
}

/** Why a field can only be looked at, where that is to be said at it. */
export function useFieldLock(path: string): string | undefined {
  const component = use(ComponentContext);
  return component.fieldLock ?? fieldLock(component.name, path);
}
