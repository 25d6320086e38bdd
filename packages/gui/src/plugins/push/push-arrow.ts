import type { Vec3 } from "@orrery/sim";
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import { linear } from "../../render/surfaces.ts";
import type { SceneView } from "../scene/api.ts";
import { arrowShape } from "./arrow-shape.ts";

/** An arrow for a force in the scene, drawn over everything else. */
export class PushArrow implements Disposable {
  readonly #view: SceneView;
  readonly #group = new Group();
  readonly #material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.9, toneMapped: false });
  readonly #shaft = new Mesh(new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0), this.#material);
  readonly #head = new Mesh(new ConeGeometry(1, 1, 20).translate(0, -0.5, 0), this.#material);

  constructor(view: SceneView) {
    this.#view = view;
    this.#group.name = "force";
    this.#group.visible = false;
    this.#group.add(this.#shaft, this.#head);
    this.#shaft.renderOrder = this.#head.renderOrder = 14;
    view.scene.add(this.#group);
  }

  /**
   * Shows an arrow from `from` by `by`, of exactly that length or at least long enough to show its direction. Hides it
   * if `by` is zero.
   */
  show(from: Vec3, by: Vec3, options: { readonly isExact?: boolean } = {}): void {
    const full = WAY.set(by.x, by.y, by.z).length();
    this.#group.visible = full > 1e-9;
    if (!this.#group.visible) return;
    const { length, head, thickness: thick } = arrowShape(full, this.#view.eye.pixelAt(from), options);
    this.#material.color.copy(linear(this.#view.theme.collision));
    this.#group.position.set(from.x, from.y, from.z);
    this.#group.quaternion.copy(TURN.setFromUnitVectors(UP, WAY.divideScalar(full)));
    this.#shaft.scale.set(thick, length - head, thick);
    this.#head.position.y = length;
    this.#head.scale.set(thick * 2.6, head, thick * 2.6);
  }

  [Symbol.dispose](): void {
    this.#view.scene.remove(this.#group);
    this.#shaft.geometry.dispose();
    this.#head.geometry.dispose();
    this.#material.dispose();
    this.#view.invalidate();
  }
}

/** The axis of three.js's cylinders. */
const UP = new Vector3(0, 1, 0);
const WAY = new Vector3();
const TURN = new Quaternion();
