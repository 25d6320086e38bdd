import { tip } from "./tip.ts";

export interface SwitchProps {
  readonly label: string;
  /** `undefined` if several values differ; a click turns all of them on. */
  readonly isOn: boolean | undefined;
  readonly isDisabled?: boolean;
  readonly title?: string | undefined;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ label, isOn, isDisabled = false, title, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      // A switch has only two states.
      role={isOn === undefined ? "checkbox" : "switch"}
      aria-checked={isOn ?? "mixed"}
      aria-label={label}
      {...tip(title)}
      className="switch"
      disabled={isDisabled}
      onClick={() => onChange(isOn !== true)}
    >
      <span className="switch-knob" />
    </button>
  );
}
