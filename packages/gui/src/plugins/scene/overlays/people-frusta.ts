import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Vector3 } from "three";
import type { Person } from "../../../client/presence.ts";
import type { WorldApp } from "../../../shell/app.ts";
import { nearFade } from "./near-fade.ts";
import type { SceneView } from "../scene-view.ts";
import { linear } from "../../../render/surfaces.ts";

/** Shows where other people in this world look from: a small frustum in each person's colour, with the name. */
export class PeopleFrusta implements Disposable {
  readonly #view: SceneView;
  readonly #namespace: string;
  readonly #box: HTMLElement;
  readonly #geometry = frustum();
  readonly #marks = new Map<string, Mark>();
  readonly #listening: readonly Disposable[];

  constructor(app: WorldApp, view: SceneView, box: HTMLElement) {
    this.#view = view;
    this.#box = box;
    this.#namespace = app.view.namespace;
    const { people } = app.session.presence;
    this.#listening = [
      people.changes.on((all) => this.#show(all)),
      view.themes.on(() => this.#show(people.current)),
      view.onDrawn(() => this.#placeNames()),
    ];
    this.#show(people.current);
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    this.#show([]);
    this.#geometry.dispose();
  }

  #show(people: readonly Person[]): void {
    const isSeen = ({ isSelf, isConnected, camera, world }: Person): boolean =>
      !isSelf && isConnected && camera !== undefined && world === this.#namespace;
    const others = people.filter(isSeen);
    const ids = new Set(others.map(({ id }) => id));
    for (const [id, { group, lines, tag }] of this.#marks) {
      if (ids.has(id)) continue;
      group.removeFromParent();
      lines.material.dispose();
      tag.remove();
      this.#marks.delete(id);
    }
    for (const person of others) this.#place(person);
    this.#view.invalidate();
  }

  #place({ id, name, colour, camera }: Person): void {
    let mark = this.#marks.get(id);
    if (mark === undefined) {
      const lines = new LineSegments(this.#geometry, new LineBasicMaterial({ toneMapped: false, transparent: true }));
      const group = new Group().add(lines);
      const tag = document.createElement("div");
      tag.className = "scene-tag person";
      mark = { group, lines, tag };
      this.#marks.set(id, mark);
      this.#view.scene.add(group);
      this.#box.append(tag);
    }
    mark.lines.material.color.copy(linear(this.#view.theme.people[colour]!));
    mark.tag.textContent = name;
    mark.tag.style.color = `var(--person-${colour})`;
    const { x, y, z, qx, qy, qz, qw } = camera!;
    mark.group.position.set(x, y, z);
    mark.group.quaternion.set(qx, qy, qz, qw).normalize();
  }

  #placeNames(): void {
    if (this.#marks.size === 0) return;
    const { camera, size } = this.#view;
    let isFading = false;
    for (const { group, lines, tag } of this.#marks.values()) {
      const away = group.position.distanceTo(camera.position);
      const seen = nearFade(away);
      isFading ||= Math.abs(lines.material.opacity - seen) > FADE_STEP;
      lines.material.opacity = seen;
      lines.visible = seen > 0;
      tag.style.opacity = seen.toFixed(2);
      group.scale.setScalar(Math.min(0.6, Math.max(0.15, away * 0.05)));
      const { x, y, z } = PLACE.copy(group.position).project(camera);
      tag.hidden = z > 1 || seen === 0;
      tag.style.transform = `translate(${(((x + 1) / 2) * size.width).toFixed(1)}px, ${(((1 - y) / 2) * size.height).toFixed(1)}px) translate(-50%, -150%)`;
    }
    // The picture just drawn still had the previous opacity.
    if (isFading) this.#view.invalidate();
  }
}

interface Mark {
  readonly group: Group;
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly tag: HTMLElement;
}

const PLACE = new Vector3();
/** A smaller change of opacity is not visible. */
const FADE_STEP = 0.02;

/** Makes a frustum of size 1 that looks along x. */
function frustum(): BufferGeometry {
  const [far, side, up] = [1, 0.6, 0.4];
  const corners = [
    [far, side, up],
    [far, -side, up],
    [far, -side, -up],
    [far, side, -up],
  ];
  const lines = corners.flatMap((corner, i) => [0, 0, 0, ...corner, ...corner, ...corners[(i + 1) % 4]!]);
  const roof = [far, 0.25, up, far, 0, up + 0.22, far, 0, up + 0.22, far, -0.25, up];
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array([...lines, ...roof]), 3));
  return geometry;
}
