import { transformPoint, vec3, worldPose, type Entity } from "@orrery/sim";
import type { WorldApp } from "../../shell/app.ts";
import { sceneSessionOf } from "../scene/api.ts";
import { PushArrow } from "./push-arrow.ts";
import type { PushSession } from "./push-session.ts";
import { massAround } from "./push-target.ts";
import { newtonsPerMetre } from "./push-words.ts";

/** Shows in the scene where and how strongly the selection would be pushed, until the result is disposed of. */
export function showPreview(app: WorldApp, session: PushSession): Disposable {
  const { events, view } = app;
  const arrows = new Map<Entity, PushArrow>();
  const clear = (): void => {
    for (const arrow of arrows.values()) arrow[Symbol.dispose]();
    arrows.clear();
  };
  const draw = (): void => {
    const scene = sceneSessionOf(app).open.current?.view;
    const targets = session.targets();
    const links = scene !== undefined && "links" in targets ? targets.links.slice(0, MOST) : [];
    for (const [link, arrow] of arrows) {
      if (links.includes(link)) continue;
      arrow[Symbol.dispose]();
      arrows.delete(link);
    }
    const { world } = view.mirror;
    for (const link of links) {
      let arrow = arrows.get(link);
      if (arrow === undefined) arrows.set(link, (arrow = new PushArrow(scene!)));
      const from = transformPoint(worldPose(world, link), session.offsetOf(link));
      const metres = 1 / newtonsPerMetre(massAround(world, link));
      arrow.show(from, vec3.scale(session.settings.current.force, metres));
    }
  };
  const redraw = (): void => sceneSessionOf(app).redraw();
  const parts = new DisposableStack();
  parts.defer(clear);
  parts.use(events.on("preRender", draw));
  // The arrows of a closed scene were removed with it.
  parts.use(sceneSessionOf(app).open.changes.on(() => arrows.clear()));
  for (const value of [session.settings, session.point]) parts.use(value.changes.on(redraw));
  parts.use(view.selection.changes.on(redraw));
  redraw();
  return parts;
}

/** More arrows would hide what they push. */
const MOST = 50;
