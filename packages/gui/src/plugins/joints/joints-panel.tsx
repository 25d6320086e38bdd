import { Crosshair, Lock, RotateCcw, SlidersVertical } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { scopedName, type Entity } from "@orrery/sim";
import { isSameList, useApp, useMirror, useSelected, useValue, useWorld } from "../../shell/hooks.ts";
import { useWhyNoEditing } from "../../shell/use-may-edit.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { counted } from "../../ui/numbers/number-format.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { tip } from "../../ui/tip.ts";
import { angleUnit } from "../inspector/api.ts";
import { JointControl } from "./joint-control.ts";
import { JointRowView } from "./joint-row.tsx";
import { foundRows, type JointRow, type ModelJoints } from "./joint-rows.ts";
import { JointsReader } from "./joints-reader.ts";
import { sendsTargets } from "./joints-settings.ts";
import { commandTopics } from "./topic-drives.ts";

/** Shows the joints of the model that contains the selection. */
export function JointsPanel() {
  const { view } = useApp();
  const selected = useSelected();
  const reader = useMemo(() => new JointsReader(view.mirror.world), [view]);
  const topics = useCommandTopics();
  const { model, joints, models } = useMirror(() => reader.read(selected.at(-1), topics));
  if (model === undefined) return <NoJoints models={models} hasSelection={selected.length > 0} />;
  return <Joints key={model} model={model} joints={joints} />;
}

function Joints({ model, joints }: { readonly model: Entity; readonly joints: ModelJoints }) {
  const app = useApp();
  const [text, setText] = useState("");
  const lock = useWhyNoEditing();
  const targets = useValue(sendsTargets);
  const control = useControl();
  const { world } = app.view.mirror;
  const found = foundRows(joints.rows, text);
  const hasDrives = joints.rows.some(({ drive }) => drive !== undefined);
  const reset = (): void => {
    control.resetAll(model, joints, targets).catch((error: unknown) => app.notices.failed("reset the joints", error));
  };
  return (
    <>
      <div className="panel-bar">
        <SearchField label="Find joints" placeholder="Find joints" text={text} onText={setText} />
        {hasDrives && (
          <IconButton
            icon={Crosshair}
            title="Send targets to controllers"
            isOn={targets}
            isPlain
            onClick={() => sendsTargets.set(!targets)}
          />
        )}
        <AngleSwitch />
        <IconButton icon={RotateCcw} title="Reset all joints" isPlain obstacle={lock} onClick={reset} />
      </div>
      {lock !== undefined && (
        <p className="inspector-lock" role="status">
          <Lock /> No joint can be moved: {lock}
        </p>
      )}
      {found.length === 0 ? (
        <EmptyState title={`No joint is called “${text}”`}>
          <button type="button" className="text" onClick={() => setText("")}>
            Show all joints
          </button>
        </EmptyState>
      ) : (
        <ul className="panel-body joints" aria-label={`Joints of ${scopedName(world, model)}`}>
          {found.map((row) => (
            <JointRowView
              key={`${row.key} ${targets}`}
              row={row}
              control={control}
              sendsTargets={targets}
              lock={lock}
            />
          ))}
        </ul>
      )}
      <div className="tree-status" role="status">
        <span className="joints-model">{scopedName(world, model)}</span>
        <span>{statusWords(joints, found)}</span>
      </div>
    </>
  );
}

function AngleSwitch() {
  const angles = useValue(angleUnit);
  const [now, other] = angles === "deg" ? ["degrees", "radians"] : ["radians", "degrees"];
  return (
    <button
      type="button"
      className="text"
      {...tip(`Angles are in ${now}\nSwitches to ${other}`)}
      onClick={() => angleUnit.set(angles === "deg" ? "rad" : "deg")}
    >
      <span className="visually-hidden">Angles in </span>
      {angles}
    </button>
  );
}

/** Says what the panel would show, and which models have joints. */
function NoJoints({ models, hasSelection }: { readonly models: readonly Entity[]; readonly hasSelection: boolean }) {
  const { view } = useApp();
  const { selection } = view;
  const { world } = view.mirror;
  if (models.length === 0) {
    return (
      <EmptyState icon={SlidersVertical} title="Nothing in this world has joints">
        Insert a robot from SDF or URDF to move its joints here.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={SlidersVertical} title={hasSelection ? "What is selected has no joints" : "No model is selected"}>
      <p>Show the joints of</p>
      <div className="joints-models">
        {models.slice(0, MAX_OFFERED).map((model) => (
          <button key={model} type="button" className="text" onClick={() => selection.set([model])}>
            {scopedName(world, model)}
          </button>
        ))}
      </div>
      {models.length > MAX_OFFERED && <p>or of one of {counted(models.length - MAX_OFFERED, "other model")}</p>}
    </EmptyState>
  );
}

function useCommandTopics(): readonly string[] {
  const view = useWorld();
  const client = useValue(view.client);
  const [topics, setTopics] = useState<readonly string[]>([]);
  useEffect(() => {
    if (client === undefined) return undefined;
    const { node } = client;
    const look = (): void => {
      const own = node.topics().flatMap((topic) => {
        const name = view.localName(topic.name);
        return name === undefined ? [] : [{ ...topic, name }];
      });
      const now = commandTopics(own);
      setTopics((before) => (isSameList(before, now) ? before : now));
    };
    look();
    const listening = node.bus.changes.on(look);
    return () => listening[Symbol.dispose]();
  }, [view, client]);
  return topics;
}

function useControl(): JointControl {
  const app = useApp();
  const control = useMemo(() => new JointControl(app), [app]);
  useEffect(() => () => control[Symbol.dispose](), [control]);
  return control;
}

function statusWords({ rows, leftOut }: ModelJoints, found: readonly JointRow[]): string {
  const [all, shown] = [rows, found].map((some) => new Set(some.map(({ joint }) => joint)).size) as [number, number];
  const words = shown === all ? counted(all, "joint") : `${shown} of ${counted(all, "joint")}`;
  return leftOut === 0 ? words : `${words} · ${leftOut} fixed not shown`;
}

const MAX_OFFERED = 12;
