import { vec3, type Vec3 } from "@orrery/sim";
import { useValue } from "../../shell/hooks.ts";
import { NumberField } from "../../ui/numbers/number-field.tsx";
import type { PushSession } from "./push-session.ts";
import { shortFigure } from "./push-words.ts";

/** Shows the fields of a push: force, strength, torque and duration. */
export function PushFields({ session }: { readonly session: PushSession }) {
  const settings = useValue(session.settings);
  const newtons = vec3.length(settings.force);
  const change = (more: Partial<typeof settings>): void => session.settings.set({ ...settings, ...more });
  return (
    <>
      <VectorInput label="Force" unit="N" value={settings.force} onChange={(force) => change({ force })} />
      <div className="push-row">
        <span className="muted">Strength</span>
        <NumberField
          label="Strength"
          unit="N"
          value={newtons}
          digits={shortFigure(newtons)}
          onChange={(value) => change({ force: ofLength(settings.force, value) })}
        />
      </div>
      <VectorInput label="Torque" unit="N·m" value={settings.torque} onChange={(torque) => change({ torque })} />
      <DurationInput value={settings.seconds} onChange={(seconds) => change({ seconds })} />
    </>
  );
}

interface VectorInputProps {
  readonly label: string;
  readonly unit: string;
  readonly value: Vec3;
  readonly onChange: (value: Vec3) => void;
}

function VectorInput({ label, unit, value, onChange }: VectorInputProps) {
  return (
    <fieldset className="push-vector">
      <legend>
        <span className="muted">{label}</span> <span className="muted">{unit}</span>
      </legend>
      {(["x", "y", "z"] as const).map((axis) => (
        <NumberField
          key={axis}
          label={`${label} ${axis}`}
          unit={unit}
          letter={axis}
          axis={axis}
          showsUnit={false}
          value={value[axis]}
          onChange={(next) => onChange({ ...value, [axis]: next })}
        />
      ))}
    </fieldset>
  );
}

interface DurationInputProps {
  /** Seconds; 0 is one step. */
  readonly value: number;
  readonly onChange: (seconds: number) => void;
}

function DurationInput({ value, onChange }: DurationInputProps) {
  return (
    <div className="push-row">
      <span className="muted">For</span>
      <div className="chips" role="group" aria-label="Duration">
        {DURATIONS.map(({ title, seconds }) => (
          <button
            key={title}
            type="button"
            className="text"
            aria-pressed={value === seconds}
            onClick={() => onChange(seconds)}
          >
            {title}
          </button>
        ))}
      </div>
      <NumberField
        label="Duration"
        unit="s"
        value={value}
        onChange={(seconds) => onChange(Math.min(60, Math.max(0, seconds)))}
      />
    </div>
  );
}

const DURATIONS = [
  { title: "1 step", seconds: 0 },
  { title: "0.1 s", seconds: 0.1 },
  { title: "1 s", seconds: 1 },
] as const;

/** Scales the vector to a length; a zero vector becomes one along x. */
function ofLength(vector: Vec3, length: number): Vec3 {
  const size = vec3.length(vector);
  return size === 0 ? { x: length, y: 0, z: 0 } : vec3.scale(vector, length / size);
}
