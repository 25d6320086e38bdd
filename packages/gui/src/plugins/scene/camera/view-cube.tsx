import { useEffect, useRef } from "react";
import {
  backward,
  rightward,
  standardViews,
  upward,
  type CameraPlace,
  type StandardView,
} from "../../../render/camera/camera-rig.ts";
import type { SceneView } from "../scene-view.ts";
import { tip } from "../../../ui/tip.ts";

const TITLES: Readonly<Record<StandardView, string>> = {
  front: "Front",
  back: "Back",
  left: "Left",
  right: "Right",
  top: "Top",
  bottom: "Bottom",
};

/** Shows a cube that is oriented like the world; its faces are views. */
export function ViewCube({
  view,
  onView,
}: {
  readonly view: SceneView;
  readonly onView: (view: StandardView) => void;
}) {
  const cube = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = cube.current!;
    let last: CameraPlace | undefined;
    const following = view.onDrawn(() => {
      if (view.place === last) return;
      last = view.place;
      element.style.transform = cubeTransform(last);
    });
    view.invalidate();
    return () => following[Symbol.dispose]();
  }, [view]);
  return (
    <div className="view-cube" role="group" aria-label="Views">
      <div className="view-cube-body" ref={cube}>
        {standardViews.map((name) => (
          <button
            key={name}
            type="button"
            className={`view-cube-face ${name}`}
            {...tip(`${TITLES[name]} view`)}
            aria-label={`${TITLES[name]} view`}
            onClick={() => onView(name)}
          >
            {TITLES[name]}
          </button>
        ))}
        {(["x", "y", "z"] as const).map((axis) => (
          <span key={axis} className={`view-cube-axis ${axis}`} aria-hidden="true">
            {axis.toUpperCase()}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Returns the world's axes on the screen, whose y points down and whose z points out of it. */
export function cubeTransform(place: CameraPlace): string {
  const [right, up, back] = [rightward(place), upward(place), backward(place)];
  const columns = [right.x, -up.x, back.x, 0, right.y, -up.y, back.y, 0, right.z, -up.z, back.z, 0, 0, 0, 0, 1];
  return `matrix3d(${columns.map((value) => value.toFixed(5)).join(",")})`;
}
