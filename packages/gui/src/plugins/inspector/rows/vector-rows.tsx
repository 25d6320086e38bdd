import { useValue } from "../../../shell/hooks.ts";
import { NumberField, type NumberFieldProps } from "../../../ui/numbers/number-field.tsx";
import { formatVector } from "../../../ui/numbers/number-format.ts";
import { fromAngles, inAngles } from "../fields/angles.ts";
import { useFieldEdit } from "../edit-context.ts";
import type { FieldChange } from "../fields/field-change.ts";
import type { RotationField, VectorField, VectorPart } from "../fields/field.ts";
import { angleUnit, showsQuaternion } from "../inspector-settings.ts";
import { FieldLabel } from "./field-label.tsx";
import { tip } from "../../../ui/tip.ts";

/** Shows the numbers of a vector, labelled x, y and z in the colours of the axes. */
export function VectorRows({ field, title }: { readonly field: VectorField; readonly title: string }) {
  const { label, path, values, unit, parts } = field;
  return (
    <Numbers
      label={label}
      title={title}
      path={path}
      values={values}
      unit={unit}
      parts={parts}
      names={parts.map(({ letter }) => letter)}
      changeOf={(i, value) => ({ kind: "set", path: parts[i]!.path, value })}
    />
  );
}

/** Shows roll, pitch and yaw, labelled x, y and z; or the quaternion itself. */
export function RotationRows({ field, title }: { readonly field: RotationField; readonly title: string }) {
  const { label, path, posePath, values, turns } = field;
  const asQuaternion = useValue(showsQuaternion);
  const shown = asQuaternion ? { values, unit: "", parts: QUATERNION } : { values: turns, unit: "rad", parts: TURNS };
  return (
    <Numbers
      label={label}
      title={title}
      path={path}
      {...shown}
      names={asQuaternion ? ["x", "y", "z", "w"] : ["roll", "pitch", "yaw"]}
      changeOf={(i, value) =>
        asQuaternion
          ? { kind: "quaternion", path: posePath, part: i as 0 | 1 | 2 | 3, value }
          : { kind: "turn", path: posePath, axis: i as 0 | 1 | 2, angle: value }
      }
    >
      <button
        type="button"
        className="plain rotation-form"
        aria-pressed={asQuaternion}
        {...tip(asQuaternion ? "Show roll, pitch and yaw" : "Show the quaternion")}
        onClick={() => showsQuaternion.set(!asQuaternion)}
      >
        xyzw
      </button>
    </Numbers>
  );
}

const part = (letter: string, axis?: VectorPart["axis"]): VectorPart => ({ path: "", letter, axis });
// Labelled with the axes of the rotations: a "y" for yaw would read as the axis y.
const TURNS = [part("x", "x"), part("y", "y"), part("z", "z")];
const QUATERNION = [part("x", "x"), part("y", "y"), part("z", "z"), part("w")];

interface NumbersProps {
  readonly label: string;
  readonly title: string;
  readonly path: string;
  readonly values: readonly (number | undefined)[];
  readonly unit: string;
  readonly parts: readonly VectorPart[];
  /** For screen readers. */
  readonly names: readonly string[];
  readonly changeOf: (index: number, value: number) => FieldChange;
  readonly children?: React.ReactNode;
}

function Numbers({ label, title, path, values, unit, parts, names, changeOf, children }: NumbersProps) {
  const angles = useValue(angleUnit);
  const edit = useFieldEdit(path, label);
  const shown = values.map((value) => (value === undefined ? undefined : inAngles(value, unit, angles).value));
  const shownUnit = inAngles(0, unit, angles).unit;
  const digits = formatVector(shown, shownUnit);
  const editing = (i: number): Pick<NumberFieldProps, "problemOf" | "onChange" | "onCancel" | "list"> => {
    if (edit === undefined) return {};
    const change = (entered: number, at = i): FieldChange => changeOf(at, fromAngles(entered, unit, angles));
    const changes = (entered: readonly number[]): FieldChange => ({
      kind: "all",
      changes: entered.map((each, k) => change(each, i + k)),
    });
    return {
      list: {
        most: values.length - i,
        problemOf: (entered) => edit.problem(changes(entered)),
        onEnter: (entered) => void edit.commit(changes(entered)),
      },
      problemOf: (entered) => edit.problem(change(entered)),
      onChange: (entered, isFinal) => (isFinal ? edit.commit(change(entered)) : edit.show(change(entered))),
      onCancel: () => edit.show(undefined),
    };
  };
  return (
    <div className="field-vector" role="group" aria-label={label}>
      <div className="field-vector-head">
        <FieldLabel label={label} title={title} path={path} />
        {children}
        <span className="unit">{shownUnit}</span>
      </div>
      <div className="field-numbers" data-count={values.length}>
        {shown.map((value, i) => (
          <NumberField
            key={i}
            label={`${label} ${names[i]}`}
            value={value}
            digits={digits[i]}
            unit={shownUnit}
            showsUnit={false}
            letter={parts[i]!.letter}
            axis={parts[i]!.axis}
            {...editing(i)}
          />
        ))}
      </div>
    </div>
  );
}
