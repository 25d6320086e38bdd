import { composeInto, type Pose } from "@orrery/sim";
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  MeshBasicMaterial,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { writeMatrix } from "../batch.ts";
import { POSE, type PoseTree } from "../pose-tree.ts";
import { linear } from "../surfaces.ts";
import type { ThemeColours } from "../theme-colours.ts";

/** A drawn frame: the node that it moves with, its place there, and its parent's mark. */
export interface FrameMark {
  readonly node: number;
  readonly within: Pose | undefined;
  /** −1 for none. */
  readonly parent: number;
}

/** Draws the axes of many frames in one draw call, and lines from each frame to its parent in another. */
export class FrameMarks implements Disposable {
  readonly group = new Group();
  /** Seven numbers for the pose of each frame; valid after `update`. */
  poses = new Float64Array(0);
  readonly #geometry = axesGeometry();
  readonly #material = new MeshBasicMaterial({ ...LOOK, vertexColors: true });
  readonly #lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ ...LOOK, opacity: 0.7 }));
  #mesh: InstancedMesh | undefined;
  #marks: readonly FrameMark[] = [];
  #within: readonly (Float64Array | undefined)[] = [];

  constructor() {
    this.group.name = "frames";
    this.#lines.frustumCulled = false;
    this.#lines.renderOrder = 12;
    this.group.add(this.#lines);
    this.group.visible = false;
  }

  get count(): number {
    return this.#marks.length;
  }

  setColours({ axisX, axisY, axisZ, text }: ThemeColours): void {
    const corners = this.#geometry.getAttribute("position").count / 3;
    const colours = [axisX, axisY, axisZ].flatMap((axis) => {
      const own = linear(axis).toArray();
      return Array.from({ length: corners }, () => own).flat();
    });
    this.#geometry.setAttribute("color", new BufferAttribute(new Float32Array(colours), 3));
    this.#lines.material.color.copy(linear(text));
  }

  show(marks: readonly FrameMark[]): void {
    this.#marks = marks;
    this.#within = marks.map(({ within }) => within && Float64Array.from(numbersOf(within)));
    this.poses = new Float64Array(marks.length * POSE);
    this.group.visible = false;
    if (marks.length > (this.#mesh?.instanceMatrix.count ?? 0)) this.#grow(marks.length);
    if (this.#mesh !== undefined) this.#mesh.count = marks.length;
    const ends = new BufferAttribute(new Float32Array(marks.filter(({ parent }) => parent >= 0).length * 6), 3);
    this.#lines.geometry.dispose();
    this.#lines.geometry = new BufferGeometry().setAttribute("position", ends.setUsage(DynamicDrawUsage));
  }

  /** Moves all marks to their frames, with the size in metres that `sizeAt` returns. */
  update({ world }: PoseTree, sizeAt: (x: number, y: number, z: number) => number): void {
    const { poses } = this;
    const out = this.#mesh?.instanceMatrix.array as Float32Array | undefined;
    this.group.visible = out !== undefined && this.count > 0;
    if (out === undefined || this.count === 0) return;
    this.#marks.forEach(({ node }, i) => {
      const [from, to] = [node * POSE, i * POSE];
      const within = this.#within[i];
      if (within === undefined) for (let k = 0; k < POSE; k++) poses[to + k] = world[from + k]!;
      else composeInto(poses, to, world, from, within, 0);
      SCALE[0] = SCALE[1] = SCALE[2] = sizeAt(poses[to]!, poses[to + 1]!, poses[to + 2]!);
      writeMatrix(out, i * 16, poses, to, SCALE, 0);
    });
    this.#mesh!.instanceMatrix.needsUpdate = true;
    this.#joinParents();
  }

  [Symbol.dispose](): void {
    this.#mesh?.dispose();
    this.#geometry.dispose();
    this.#material.dispose();
    this.#lines.geometry.dispose();
    this.#lines.material.dispose();
  }

  #joinParents(): void {
    const ends = this.#lines.geometry.getAttribute("position") as BufferAttribute;
    const { poses } = this;
    let next = 0;
    for (const [i, { parent }] of this.#marks.entries()) {
      if (parent < 0) continue;
      for (const frame of [i, parent]) {
        for (let k = 0; k < 3; k++) ends.array[next++] = poses[frame * POSE + k]!;
      }
    }
    ends.needsUpdate = true;
  }

  #grow(count: number): void {
    this.#mesh?.removeFromParent();
    this.#mesh?.dispose();
    const mesh = new InstancedMesh(this.#geometry, this.#material, count);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.renderOrder = 13;
    this.#mesh = mesh;
    this.group.add(mesh);
  }
}

/** Visible through things in front of them. */
const LOOK = { depthTest: false, transparent: true, toneMapped: false, fog: false } as const;

/** Makes three rods of length 1, along x, y and z. */
function axesGeometry(): BufferGeometry {
  const rod = (x: number, y: number, z: number): BufferGeometry =>
    new BoxGeometry(x || THICK, y || THICK, z || THICK).translate(x / 2, y / 2, z / 2);
  return mergeGeometries([rod(1, 0, 0), rod(0, 1, 0), rod(0, 0, 1)]);
}

function numbersOf({ x, y, z, qx, qy, qz, qw }: Pose): readonly number[] {
  return [x, y, z, qx, qy, qz, qw];
}

const THICK = 0.05;
const SCALE = new Float64Array(3);
