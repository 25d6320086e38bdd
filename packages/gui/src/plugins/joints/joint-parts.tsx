import { scopedName, type Entity } from "@orrery/sim";
import { type JointDrive } from "@orrery/sim/host";
import { JointLinks } from "@orrery/sim/components";
import { Crosshair, Gauge, MoveHorizontal, RefreshCw, Rotate3d, RotateCw, type LucideIcon } from "lucide-react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { CutName } from "../../ui/cut-name.tsx";
import { tip } from "../../ui/tip.ts";
import { angleUnit } from "../inspector/api.ts";
import type { Range } from "./axis-range.ts";
import { axisScale } from "./axis-words.ts";
import type { JointRow } from "./joint-rows.ts";
import type { AxisState } from "./use-axis.ts";

/** Shows the joint's name, which selects the joint; hovering over it highlights what the joint moves. */
export function JointName({ row: { name, type, joint } }: { readonly row: JointRow }) {
  const { view } = useApp();
  const { selection } = view;
  const { world } = view.mirror;
  const child = (): Entity | undefined => world.get(joint, JointLinks)?.child as Entity | undefined;
  return (
    <>
      <TypeMark type={type} />
      <button
        type="button"
        className="plain joint-name"
        aria-label={`Select ${name}`}
        {...tip(`${world.exists(joint) ? scopedName(world, joint) : name}\n${type} joint`, { isLate: true })}
        onClick={() => selection.set([joint])}
        onPointerEnter={() => selection.hover(child())}
        onPointerLeave={() => selection.hover(undefined)}
      >
        <CutName text={name} />
      </button>
      <span className="joint-type">{type}</span>
    </>
  );
}

/** Shows how the joint moves, as an icon. */
function TypeMark({ type }: { readonly type: string }) {
  const Icon = TYPE_ICONS[type] ?? Rotate3d;
  return <Icon className="lucide joint-mark" role="img" aria-label={type} {...tip(`${type} joint`)} />;
}

const TYPE_ICONS: Readonly<Record<string, LucideIcon>> = {
  revolute: RotateCw,
  continuous: RefreshCw,
  prismatic: MoveHorizontal,
};

/** Shows that a controller drives the joint, and on which topic. */
export function DriveMark({ drive: { topic, quantity } }: { readonly drive: JointDrive }) {
  const [Icon, words] = quantity === "position" ? [Crosshair, "Goes to a target"] : [Gauge, "Keeps a speed"];
  return (
    <Icon
      className="lucide joint-mark"
      role="img"
      aria-label={words}
      {...tip(`${words}\nIts controller listens to ${topic}`)}
    />
  );
}

interface ReadingProps {
  readonly what: "position" | "velocity";
  readonly row: JointRow;
  readonly state: AxisState;
}

/** Shows what the joint does at present. */
export function Reading({ what, row: { limits }, state }: ReadingProps) {
  const scale = axisScale(limits, what, useValue(angleUnit));
  return (
    <span className="joint-now figure" {...tip(`Present ${what}`, { isLate: true })}>
      {scale.digits(state[what])} {scale.unit}
    </span>
  );
}

interface LimitWordsProps {
  readonly row: JointRow;
  readonly quantity: "position" | "velocity";
  readonly range: Range;
  readonly words: (value: number) => string;
}

/** Shows the limits below the ends of the slider, or that there are none. */
export function LimitWords({ row: { limits }, quantity, range, words }: LimitWordsProps) {
  const { lower, upper } = quantity === "position" ? limits : { lower: -limits.speed, upper: limits.speed };
  const end = (limit: number, at: number) =>
    Number.isFinite(limit) ? (
      <span {...tip("Limit")}>{words(at)}</span>
    ) : (
      <span className="open" {...tip("No limit\nThe slider widens when it is dragged to its end")}>
        {words(at)}
      </span>
    );
  return (
    <div className="joint-limits" aria-hidden="true">
      {end(lower, range.from)}
      {end(upper, range.to)}
    </div>
  );
}
