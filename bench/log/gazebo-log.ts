import { messages, type gz } from "@orrery/msgs";
import { toSecNsec, type World } from "@orrery/sim";
import { Pose } from "@orrery/sim/components";

/** Returns a number as text with six digits, as a C++ stream prints it. */
function text(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/**
 * The least that Gazebo's recorder writes after each step: the pose of each moved model and link, as text in a message
 * of type SerializedStateMap. Leaves out what its database adds, and everything else that may change.
 */
export class GazeboLog {
  bytes = 0;
  readonly #world: World;
  #version = 0;

  constructor(world: World) {
    this.#world = world;
    this.#version = world.mark();
  }

  stepped(timeNs: number): void {
    const { delta, version } = this.#world.changesSince(this.#version, (component) => component === Pose);
    this.#version = version;
    const entities: Record<number, gz.SerializedEntityMap> = {};
    for (const { entities: ids, data } of delta.set) {
      ids.forEach((id, i) => {
        const [x, y, z, qx, qy, qz] = (data as Float64Array).subarray(i * 7, i * 7 + 6);
        const component = new TextEncoder().encode([x, y, z, qx, qy, qz].map((value) => text(value!)).join(" "));
        entities[id] = { id, components: { [POSE_TYPE]: { type: POSE_TYPE, component } } };
      });
    }
    this.bytes += messages.encode("gz.msgs.SerializedStateMap", {
      header: { stamp: toSecNsec(timeNs) },
      entities,
    }).length;
  }
}

/** Gazebo's types are hashes of 64 bits; one that fits into a JavaScript number takes seven of eight bytes. */
const POSE_TYPE = 2 ** 48 + 1;
