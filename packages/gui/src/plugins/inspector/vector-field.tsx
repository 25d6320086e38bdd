import { useValue } from "../../shell/hooks.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { formatVector } from "../../ui/number-format.ts";
import { inAngles, rollPitchYaw } from "./angles.ts";
import { angleUnit, showsQuaternion } from "./inspector-settings.ts";

export interface VectorFieldProps {
  readonly label: string;
  readonly title: string;
  readonly values: readonly (number | undefined)[];
  readonly unit: string;
}

/** Numbers along x, y and z, in the colours of the axes. */
export function VectorField({ label, title, values, unit }: VectorFieldProps) {
  const angles = useValue(angleUnit);
  const shown = values.map((value) => (value === undefined ? undefined : inAngles(value, unit, angles).value));
  return (
    <Numbers
      label={label}
      title={title}
      values={shown}
      unit={inAngles(0, unit, angles).unit}
      letters={AXES}
      names={AXES}
    />
  );
}

/** Roll, pitch and yaw, about x, y and z; or the quaternion itself. */
export function RotationField({
  label,
  title,
  values,
}: {
  readonly label: string;
  readonly title: string;
  readonly values: readonly [number, number, number, number];
}) {
  const angles = useValue(angleUnit);
  const asQuaternion = useValue(showsQuaternion);
  const shown = asQuaternion
    ? { values, unit: "", letters: [...AXES, "w"], names: [...AXES, "w"] }
    : { values: rollPitchYaw(values, angles), unit: angles as string, letters: ["r", "p", "y"], names: TURNS };
  return (
    <Numbers label={label} title={title} {...shown}>
      <button
        type="button"
        className="plain rotation-form"
        aria-pressed={asQuaternion}
        title={asQuaternion ? "Show roll, pitch and yaw" : "Show the quaternion"}
        onClick={() => showsQuaternion.set(!asQuaternion)}
      >
        xyzw
      </button>
    </Numbers>
  );
}

const AXES = ["x", "y", "z"] as const;
const TURNS = ["roll", "pitch", "yaw"] as const;

function Numbers({
  label,
  title,
  values,
  unit,
  letters,
  names,
  children,
}: VectorFieldProps & {
  readonly letters: readonly string[];
  readonly names: readonly string[];
  readonly children?: React.ReactNode;
}) {
  const digits = formatVector(values, unit);
  return (
    <div className="field-vector" role="group" aria-label={label}>
      <div className="field-vector-head">
        <span className="field-label" title={title}>
          {label}
        </span>
        {children}
        <span className="unit">{unit}</span>
      </div>
      <div className="field-numbers" data-count={values.length}>
        {values.map((value, i) => (
          <NumberField
            key={i}
            label={`${label} ${names[i]}`}
            value={value}
            digits={digits[i]}
            unit={unit}
            showsUnit={false}
            letter={letters[i]}
            axis={AXES[i]}
          />
        ))}
      </div>
    </div>
  );
}
