import { Axis3d, CircleDot, Globe, Target } from "lucide-react";
import { useRef } from "react";
import { type Pose } from "@orrery/sim";
import { nameThings } from "@orrery/sim/host";
import { useTold, useValue } from "../../shell/hooks.ts";
import { NumberField } from "../../ui/numbers/number-field.tsx";
import { NOT_BLOCKED } from "./gizmo/blocked-axes.ts";
import type { Tool } from "./gizmo/handle.ts";
import { isSamePose } from "./gizmo/motion.ts";
import { barDigits, commonField, isTurn, poseFields, withField, type PoseField } from "./pose-entry.ts";
import { SnapSwitch } from "./snap-switch.tsx";
import { partNote } from "./targets.ts";
import { optionKeys } from "./transform-commands.ts";
import type { TransformState } from "./transform-state.ts";
import { pressWord } from "../../ui/is-touch.ts";
import { tip } from "../../ui/tip.ts";

/** Shows the position of the selection, to be typed or dragged, and how the chosen tool works. */
export function PoseBar({ state }: { readonly state: TransformState }) {
  const tool = useValue(state.settings.tool);
  return tool === "select" ? null : <ShownPose state={state} tool={tool} />;
}

function ShownPose({ state, tool }: { readonly state: TransformState; readonly tool: Tool }) {
  const { app } = state;
  const poses = usePoses(state);
  const snapsFrom = useValue(state.snapsFrom);
  const note = partNote(app.view.mirror.world, app.view.selection.entities);
  const title = nameThings(app.view.mirror.world, state.targets);
  const hint =
    tool === "snap" ? snapHint(snapsFrom) : poses.length === 0 ? `${pressWord()} a model or a light` : undefined;
  const blocked = tool === "scale" ? state.blocked(tool) : NOT_BLOCKED;
  if (hint !== undefined) {
    return (
      <div className="pose-bar" role="status">
        <span className="pose-hint">{hint}</span>
      </div>
    );
  }
  return (
    <div className="pose-bar" role="group" aria-label="Pose of the selection">
      {note !== undefined && (
        <span className="pose-name" {...tip(note, { isLate: true })}>
          {title}
          <span className="muted"> · whole model</span>
        </span>
      )}
      <PoseNumbers state={state} poses={poses} fields={poseFields.slice(0, 3)} unit="m" />
      <PoseNumbers state={state} poses={poses} fields={poseFields.slice(3)} unit="deg" />
      {blocked.note !== undefined && (
        <span className="pose-note" {...tip(blocked.reason, { isLate: true })}>
          {blocked.note}
        </span>
      )}
      <div className="pose-switches">
        {tool !== "scale" && <AxesSwitch state={state} />}
        {poses.length > 1 && <PivotSwitch state={state} />}
        <SnapSwitch state={state} />
      </div>
    </div>
  );
}

function snapHint(from: string | undefined): string {
  return from === undefined
    ? `${pressWord()} the face to put somewhere`
    : `${pressWord()} where to put that face of ${from}`;
}

function PoseNumbers({
  state,
  poses,
  fields,
  unit,
}: {
  readonly state: TransformState;
  readonly poses: readonly Pose[];
  readonly fields: readonly PoseField[];
  readonly unit: "m" | "deg";
}) {
  const values = fields.map((field) => commonField(poses, field));
  const digits = values.map((value) => barDigits(value, unit));
  const change = (field: PoseField, value: number, isFinal: boolean): Promise<boolean> | void => {
    const things = state.settledThings();
    const placements = things.map(({ entity, pose }) => ({ entity, pose: withField(pose, field, value) }));
    if (isFinal) return state.perform(isTurn(field) ? "Rotate" : "Move", things, placements);
    state.inHand.show(placements);
  };
  return (
    <div className="pose-numbers">
      {fields.map((field, i) => (
        <NumberField
          key={field}
          label={isTurn(field) ? FULL_NAMES[field]! : `Position ${field}`}
          value={values[i]}
          digits={digits[i]}
          unit={unit}
          showsUnit={false}
          letter={AXES[i]}
          axis={AXES[i]}
          onChange={(value, isFinal) => change(field, value, isFinal)}
          onCancel={() => state.inHand.show([])}
        />
      ))}
      <span className="unit">{unit}</span>
    </div>
  );
}

const AXES = ["x", "y", "z"] as const;
const FULL_NAMES: Readonly<Partial<Record<PoseField, string>>> = { roll: "Roll", pitch: "Pitch", yaw: "Yaw" };

function AxesSwitch({ state: { settings, app } }: { readonly state: TransformState }) {
  const isLocal = useValue(settings.axes) === "local";
  const title = `Along the axes of ${isLocal ? "the selection" : "the world"}`;
  return (
    <button
      type="button"
      className="text plain bar-switch"
      {...tip(title, { keys: optionKeys.axes })}
      onClick={() => app.commands.run("transform.local-axes")}
    >
      {isLocal ? <Axis3d /> : <Globe />}
      {isLocal ? "Local" : "World"}
    </button>
  );
}

function PivotSwitch({ state: { settings, app } }: { readonly state: TransformState }) {
  const isOwn = useValue(settings.pivot) === "own";
  const title = `About ${isOwn ? "each its own origin" : "their middle"}`;
  return (
    <button
      type="button"
      className="text plain bar-switch"
      {...tip(title, { keys: optionKeys.pivot })}
      onClick={() => app.commands.run("transform.own-pivots")}
    >
      {isOwn ? <CircleDot /> : <Target />}
      {isOwn ? "Own" : "Centre"}
    </button>
  );
}

/** Returns where things are, or where they are shown during a drag. */
function usePoses(state: TransformState): readonly Pose[] {
  const last = useRef<readonly Pose[]>([]);
  return useTold(state.changes, () => {
    const now = state.settledThings().map(({ entity, pose }) => state.inHand.of(entity)?.pose ?? pose);
    const isSame = now.length === last.current.length && now.every((pose, i) => isSamePose(pose, last.current[i]!));
    if (!isSame) last.current = now;
    return last.current;
  });
}
