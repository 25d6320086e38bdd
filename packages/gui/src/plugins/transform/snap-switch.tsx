import { ChevronUp, Magnet } from "lucide-react";
import { useState } from "react";
import { useValue } from "../../shell/hooks.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { NumberField } from "../../ui/numbers/number-field.tsx";
import { Popover, type PopoverAnchor } from "../../ui/popover.tsx";
import type { GizmoTool } from "./gizmo/handle.ts";
import { UNIT_OF } from "./snapping.ts";
import { optionKeys } from "./transform-commands.ts";
import type { TransformState } from "./transform-state.ts";

/** Switches snapping on and off, and shows the step sizes. */
export function SnapSwitch({ state: { settings, app } }: { readonly state: TransformState }) {
  const snaps = useValue(settings.snaps);
  const steps = useValue(settings.steps);
  const [anchor, setAnchor] = useState<PopoverAnchor>();
  const set = (tool: GizmoTool, value: number): void => {
    if (isStep(value)) settings.steps.set({ ...steps, [tool]: value });
  };
  return (
    <div className="snap-switch">
      <IconButton
        icon={Magnet}
        title={`Snap to steps: ${steps.translate} m, ${steps.rotate}°, ${steps.scale}; Ctrl does the opposite`}
        keys={optionKeys.snaps}
        isOn={snaps}
        isPlain
        onClick={() => app.commands.run("transform.snapping")}
      />
      <IconButton
        icon={ChevronUp}
        title="Steps"
        opens="dialog"
        isOpen={anchor !== undefined}
        isPlain
        onClick={({ currentTarget }) => setAnchor(anchor === undefined ? currentTarget : undefined)}
      />
      {anchor !== undefined && (
        <Popover anchor={anchor} onClose={() => setAnchor(undefined)}>
          <div className="step-box" role="dialog" aria-label="Steps">
            {STEPS.map(([tool, label]) => (
              <div key={tool} className="step-row">
                <span className="muted">{label}</span>
                <NumberField
                  label={`${label} step`}
                  value={steps[tool]}
                  unit={UNIT_OF[tool]}
                  problemOf={(value) => (isStep(value) ? undefined : "A step is above 0")}
                  onChange={(value) => set(tool, value)}
                />
              </div>
            ))}
          </div>
        </Popover>
      )}
    </div>
  );
}

const STEPS: readonly (readonly [GizmoTool, string])[] = [
  ["translate", "Translate"],
  ["rotate", "Rotate"],
  ["scale", "Scale"],
];

function isStep(value: number): boolean {
  return value > 0 && Number.isFinite(value);
}
