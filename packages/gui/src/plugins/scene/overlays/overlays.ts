import type { WorldApp } from "../../../shell/app.ts";
import { CollisionLayer } from "../../../render/layers/collision-layer.ts";
import { ContactMarks, whyNoContacts } from "../../../render/layers/contact-marks.ts";
import { entityLooksOf } from "../entity-looks.ts";
import { JointLayer } from "../../../render/layers/joint-layer.ts";
import { InertiaLayer, MassLayer } from "../../../render/layers/mass-layers.ts";
import type { SceneSwitch } from "../scene-options.ts";
import { radiusOf } from "../../../render/camera/scene-bounds.ts";
import type { SceneView } from "../scene-view.ts";
import type { Layer } from "../../../render/world-objects.ts";

/** Shows what can be drawn in addition to the things themselves: lights, collisions, masses, joints, contacts. */
export class Overlays implements Disposable {
  readonly #app: WorldApp;
  readonly #view: SceneView;
  readonly #layers: Readonly<Partial<Record<SceneSwitch, Layer>>>;
  readonly #contacts = new ContactMarks();
  readonly #listening: readonly Disposable[];

  constructor(app: WorldApp, view: SceneView) {
    this.#app = app;
    this.#view = view;
    const { world } = view;
    const { nodes } = view.objects;
    const looks = entityLooksOf(app);
    this.#layers = {
      lights: view.lights,
      collisions: new CollisionLayer({
        world,
        nodes,
        colour: () => view.theme.collision,
        isWanted: (entity) =>
          (view.options.switches.collisions.current || looks.has(entity, "collisions")) && !looks.has(entity, "hidden"),
      }),
      inertia: new InertiaLayer({ world, nodes, colour: () => view.theme.inertia }),
      mass: new MassLayer({ world, nodes }),
      joints: new JointLayer({
        world,
        nodes,
        colours: () => {
          const { axisX, axisY, axisZ, muted } = view.theme;
          return { turning: axisZ, sliding: axisY, free: axisX, fixed: muted };
        },
        sizeOf: (link) =>
          radiusOf(world.childrenOf(link).flatMap((child) => view.objects.shapesOf(child, view.visuals))),
      }),
    };
    view.scene.add(this.#contacts.group);
    const { switches } = view.options;
    const looked: Disposable[] = [];
    this.#listening = [
      ...Object.entries(this.#layers).map(([name, layer]) => {
        const value = switches[name as SceneSwitch];
        const isWanted = (): boolean => value.current || (name === "collisions" && !looks.isPlain);
        const apply = (): void => {
          view.objects.removeLayer(layer);
          if (isWanted()) view.objects.addLayer(layer);
        };
        apply();
        if (name === "collisions") looked.push(looks.changes.on(apply));
        return value.changes.on(apply);
      }),
      ...looked,
      switches.contacts.changes.on((on) => this.#tellOfContacts(on)),
      view.themes.on(() => this.#takeTheme()),
    ];
    this.#takeTheme();
    view.onFrame(() => this.#step());
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    for (const layer of Object.values(this.#layers)) {
      this.#view.objects.removeLayer(layer);
      layer[Symbol.dispose]();
    }
    this.#view.scene.remove(this.#contacts.group);
    this.#contacts[Symbol.dispose]();
  }

  #step(): boolean {
    const { contacts } = this.#view.options.switches;
    const { distance } = this.#view.place;
    this.#contacts.group.visible = contacts.current;
    if (contacts.current) this.#contacts.show(this.#view.world, distance * 0.05);
    this.#view.lights.fit(this.#view.objects.tree, (place) => this.#view.eye.pixelAt(place));
    return false;
  }

  #tellOfContacts(on: boolean): void {
    const reason = on ? whyNoContacts(this.#view.world) : undefined;
    if (reason !== undefined) this.#app.notices.show({ kind: "info", text: reason });
    this.#view.invalidate();
  }

  #takeTheme(): void {
    this.#contacts.setColour(this.#view.theme.collision);
  }
}
