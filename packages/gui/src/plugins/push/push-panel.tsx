import { vec3, type Vec3 } from "@orrery/sim";
import { MoveUpRight } from "lucide-react";
import { useEffect } from "react";
import { useApp, useMirror, useSelected, useValue } from "../../shell/hooks.ts";
import { useWhyNoEditing } from "../../shell/use-may-edit.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { showPreview } from "./push-preview.ts";
import { pushSessionOf, type PushSession } from "./push-session.ts";
import { placeWords, shortFigure } from "./push-words.ts";
import { isTouch } from "../../ui/is-touch.ts";
import { tip } from "../../ui/tip.ts";

/** A force and a torque, in numbers. */
export function PushPanel() {
  const app = useApp();
  const session = pushSessionOf(app);
  const settings = useValue(session.settings);
  const point = useValue(session.point);
  useSelected();
  useWhyNoEditing();
  const words = useMirror(() => targetWords(session));
  useEffect(() => {
    const shown = showPreview(app, session);
    return () => shown[Symbol.dispose]();
  }, [app, session]);
  const targets = session.targets();
  if ("reason" in targets) {
    return (
      <EmptyState icon={MoveUpRight} title={`Nothing to push: ${targets.reason}`}>
        {isTouch()
          ? "Choose a model or link."
          : "Choose a model or link, or drag from a body in the scene with Ctrl and the right button: the longer the arrow, the stronger the push."}
      </EmptyState>
    );
  }
  const reason = session.whyNot();
  const newtons = vec3.length(settings.force);
  const change = (more: Partial<typeof settings>): void => session.settings.set({ ...settings, ...more });
  return (
    <form
      className="panel-body push"
      onSubmit={(event) => {
        event.preventDefault();
        app.commands.run("push.now");
      }}
    >
      <p>
        <strong>{words}</strong> <span className="muted">{placeWords(targets.links.length, point !== undefined)}</span>
      </p>
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
      <div className="push-row">
        <span className="muted">For</span>
        <div className="chips" role="group" aria-label="Duration">
          {DURATIONS.map(({ title, seconds }) => (
            <button
              key={title}
              type="button"
              className="text"
              aria-pressed={settings.seconds === seconds}
              onClick={() => change({ seconds })}
            >
              {title}
            </button>
          ))}
        </div>
        <NumberField
          label="Duration"
          unit="s"
          value={settings.seconds}
          onChange={(seconds) => change({ seconds: Math.min(60, Math.max(0, seconds)) })}
        />
      </div>
      <button
        type="submit"
        className="text primary"
        disabled={reason !== undefined}
        {...tip(reason ?? "Push", { keys: reason === undefined ? "Shift+P" : undefined })}
      >
        {newtons === 0 ? "Twist" : `Push with ${shortFigure(newtons)} N`}
      </button>
      {reason !== undefined && <p className="muted">It cannot be pushed: {reason}.</p>}
      <p className="muted">
        Axes are those of the world.
        {!isTouch() && (
          <>
            {" "}
            Or drag from a body in the scene with <kbd>Ctrl</kbd> and the right button.
          </>
        )}
      </p>
    </form>
  );
}

const DURATIONS = [
  { title: "1 step", seconds: 0 },
  { title: "0.1 s", seconds: 0.1 },
  { title: "1 s", seconds: 1 },
] as const;

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

/** Along x where there was none. */
function ofLength(vector: Vec3, length: number): Vec3 {
  const size = vec3.length(vector);
  return size === 0 ? { x: length, y: 0, z: 0 } : vec3.scale(vector, length / size);
}

function targetWords(session: PushSession): string {
  const targets = session.targets();
  if (!("links" in targets)) return "";
  return targets.links.length === 1 ? session.nameOf(targets.links[0]!) : `${targets.links.length} bodies`;
}
