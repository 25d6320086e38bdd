import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignStartHorizontal,
  AlignStartVertical,
  type LucideIcon,
} from "lucide-react";
import { useEffect } from "react";
import { useTold, useValue } from "../../shell/hooks.ts";
import { Popover, type PopoverAnchor } from "../../ui/popover.tsx";
import type { SceneView } from "../scene/api.ts";
import { aligned, alignSides, type AlignSide } from "./align.ts";
import { axes, type Axis } from "./gizmo/handle.ts";
import type { Placement } from "./gizmo/motion.ts";
import { boxAt } from "./thing-box.ts";
import type { TransformState } from "./transform-state.ts";
import { tip } from "../../ui/tip.ts";

export interface AlignBoxProps {
  readonly state: TransformState;
  readonly view: SceneView;
  readonly anchor: PopoverAnchor;
  readonly onClose: () => void;
}

/** Shows sides and axes to choose from. Previews a choice while the pointer, or the focus, is on it. */
export function AlignBox({ state, view, anchor, onClose }: AlignBoxProps) {
  const { settings, inHand, app } = state;
  const to = useValue(settings.alignTo);
  const count = useTold(app.view.selection.changes, () => state.targets.length);
  useEffect(() => () => inHand.show([]), [inHand]);
  const things = state.settledThings();
  const fixed = to === "first" ? things[0] : things.at(-1);
  const placementsOf = (axis: Axis, side: AlignSide): readonly Placement[] => {
    // Without this, things rebuilt since the last picture would have no size.
    view.catchUp();
    const now = state.settledThings();
    const places = new Map(now.map(({ entity, pose }) => [entity, pose]));
    return aligned(now, (entity) => boxAt(view, entity, places.get(entity)!), { axis, side, to });
  };
  const choose = (axis: Axis, side: AlignSide): void =>
    void state.perform("Align", state.settledThings(), placementsOf(axis, side));
  return (
    <Popover anchor={anchor} onClose={onClose}>
      <div className="align-box" role="dialog" aria-label="Align" onPointerLeave={() => inHand.show([])}>
        <div className="align-grid">
          {axes.map((axis) => (
            <div key={axis} className="align-row" role="group" aria-label={`Along ${axis}`}>
              <span className={`letter axis-${axis}`}>{axis}</span>
              {alignSides.map((side) => {
                const Icon = ICONS[axis === "z" ? "horizontal" : "vertical"][side];
                const title = `${SIDE_NAMES[side]} of ${axis}`;
                const show = (): void => inHand.show(placementsOf(axis, side));
                return (
                  <button
                    key={side}
                    type="button"
                    className="tool"
                    aria-label={title}
                    {...tip(title)}
                    disabled={count < 2}
                    onPointerEnter={show}
                    onFocus={(event) => event.currentTarget.matches(":focus-visible") && show()}
                    onBlur={() => inHand.show([])}
                    onClick={() => choose(axis, side)}
                  >
                    <Icon />
                  </button>
                );
              })}
            </div>
          ))}
        </div>
        <div className="chips align-to" role="group" aria-label="Relative to">
          {(["first", "last"] as const).map((which) => (
            <button
              key={which}
              type="button"
              className="text"
              aria-pressed={to === which}
              onClick={() => settings.alignTo.set(which)}
            >
              {which === "first" ? "To the first" : "To the last"}
            </button>
          ))}
        </div>
        <p className="muted align-note">
          {count < 2 ? "Select two things or more" : `${fixed?.name ?? ""} stays where it is`}
        </p>
      </div>
    </Popover>
  );
}

const SIDE_NAMES: Readonly<Record<AlignSide, string>> = { min: "Least", centre: "Centre", max: "Greatest" };
const ICONS: Readonly<Record<"vertical" | "horizontal", Readonly<Record<AlignSide, LucideIcon>>>> = {
  vertical: { min: AlignStartVertical, centre: AlignCenterVertical, max: AlignEndVertical },
  horizontal: { min: AlignEndHorizontal, centre: AlignCenterHorizontal, max: AlignStartHorizontal },
};
