import type { orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Quaternion, Vector3 } from "three";
import type { App } from "../../shell/app.ts";
import type { SceneView } from "./scene-view.ts";
import { linear } from "./surfaces.ts";

/** Where the others look from: a small frame in each one's colour, with the name. */
export class PeopleFrusta implements Disposable {
  readonly #app: App;
  readonly #view: SceneView;
  readonly #box: HTMLElement;
  readonly #geometry = frustum();
  readonly #marks = new Map<string, Mark>();
  readonly #listening: readonly Disposable[];
  #subscription: Disposable | undefined;
  #ownId: string | undefined;

  constructor(app: App, view: SceneView, box: HTMLElement) {
    this.#app = app;
    this.#view = view;
    this.#box = box;
    this.#listening = [
      app.source.world.changes.on(() => this.#subscribe()),
      app.source.capabilities.changes.on(() => this.#subscribe()),
    ];
    this.#subscribe();
    view.onDrawn(() => this.#placeNames());
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    this.#subscription?.[Symbol.dispose]();
    this.#show([]);
    this.#geometry.dispose();
  }

  #subscribe(): void {
    this.#subscription?.[Symbol.dispose]();
    this.#subscription = undefined;
    const node = this.#app.source.world.current?.node;
    if (node === undefined || !this.#app.source.capabilities.current.has("people")) return this.#show([]);
    this.#ownId = undefined;
    void ownId(node).then((id) => (this.#ownId = id));
    this.#subscription = node.subscribe<orrery.People>(
      "/orrery/people",
      ({ value }) => this.#show((value.people ?? []).filter(isSeen)),
      { queue: "latest" },
    );
  }

  #show(people: readonly orrery.Person[]): void {
    const others = people.filter(({ id }) => id !== this.#ownId);
    const ids = new Set(others.map(({ id = "" }) => id));
    for (const [id, mark] of this.#marks) {
      if (ids.has(id)) continue;
      mark.group.removeFromParent();
      mark.tag.remove();
      this.#marks.delete(id);
    }
    for (const person of others) this.#place(person);
    this.#view.invalidate();
  }

  #place({ id = "", name = "", colour = 0, camera }: orrery.Person): void {
    let mark = this.#marks.get(id);
    if (mark === undefined) {
      const lines = new LineSegments(this.#geometry, new LineBasicMaterial({ toneMapped: false }));
      const group = new Group().add(lines);
      const tag = document.createElement("div");
      tag.className = "scene-tag person";
      mark = { group, lines, tag };
      this.#marks.set(id, mark);
      this.#view.scene.add(group);
      this.#box.append(tag);
    }
    const tint = this.#view.theme.people[colour % 8]!;
    (mark.lines.material as LineBasicMaterial).color.copy(linear(tint));
    mark.tag.textContent = name;
    mark.tag.style.color = `var(--person-${colour % 8})`;
    const { position, orientation } = camera!;
    mark.group.position.set(position?.x ?? 0, position?.y ?? 0, position?.z ?? 0);
    TURN.set(orientation?.x ?? 0, orientation?.y ?? 0, orientation?.z ?? 0, orientation?.w ?? 1);
    mark.group.quaternion.copy(TURN).normalize();
  }

  #placeNames(): void {
    if (this.#marks.size === 0) return;
    const { camera, canvas } = this.#view;
    for (const { group, tag } of this.#marks.values()) {
      const away = group.position.distanceTo(camera.position);
      group.scale.setScalar(Math.min(0.6, Math.max(0.15, away * 0.05)));
      const { x, y, z } = PLACE.copy(group.position).project(camera);
      tag.hidden = z > 1 || away < 0.5;
      tag.style.transform = `translate(${(((x + 1) / 2) * canvas.clientWidth).toFixed(1)}px, ${(((1 - y) / 2) * canvas.clientHeight).toFixed(1)}px) translate(-50%, -150%)`;
    }
  }
}

interface Mark {
  readonly group: Group;
  readonly lines: LineSegments;
  readonly tag: HTMLElement;
}

const TURN = new Quaternion();
const PLACE = new Vector3();

function isSeen({ camera, connected }: orrery.Person): boolean {
  return camera !== undefined && connected === true;
}

async function ownId(node: Node): Promise<string | undefined> {
  try {
    return (await node.request<orrery.Session>("/orrery/session", {})).id;
  } catch {
    // An older server: everybody is shown, oneself among them.
    return undefined;
  }
}

/** Of size 1, looking along x. */
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
