import type * as rapier from "@dimforge/rapier3d-simd-compat";
import { BODY_RECORD } from "../../engine.ts";
import { slotOf } from "../slots.ts";
import type { BodyReader } from "./body-reader.ts";

/** Returns whether memory and the package's getters, which are slow, give the same numbers for every body. */
export function agreesWithGetters(world: rapier.World, memory: BodyReader): boolean {
  const awake = awakeSlots(world);
  memory.begin();
  if (memory.awake !== awake.length || awake.some((slot, i) => slot !== memory.awakeSlot(i))) return false;
  const read = new Float64Array(BODY_RECORD);
  const got = new Float64Array(BODY_RECORD);
  let same = true;
  world.bodies.forEach(({ handle }) => {
    memory.read(slotOf(handle), read, 0);
    getRecord(world.bodies.raw, handle, got);
    for (let i = 0; i < BODY_RECORD; i++) same &&= read[i] === got[i];
  });
  return same;
}

function awakeSlots(world: rapier.World): number[] {
  const slots: number[] = [];
  world.islands.raw.forEachActiveRigidBodyHandle((handle: number) => slots.push(slotOf(handle)));
  return slots;
}

function getRecord(bodies: rapier.RigidBodySet["raw"], handle: number, out: Float64Array): void {
  const s = new Float32Array(4);
  bodies.rbTranslation(handle, s);
  const [x, y, z] = [s[0]!, s[1]!, s[2]!];
  bodies.rbRotation(handle, s);
  out.set(s, 3);
  bodies.rbWorldCom(handle, s);
  const [rx, ry, rz] = [x - s[0]!, y - s[1]!, z - s[2]!];
  bodies.rbAngvel(handle, s);
  const [wx, wy, wz] = [s[0]!, s[1]!, s[2]!];
  bodies.rbLinvel(handle, s);
  out.set([x, y, z]);
  out.set([s[0]! + wy * rz - wz * ry, s[1]! + wz * rx - wx * rz, s[2]! + wx * ry - wy * rx, wx, wy, wz], 7);
}
