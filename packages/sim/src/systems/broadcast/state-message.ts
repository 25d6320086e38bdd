import type { gz } from "@orrery/msgs";
import { toSecNsec, type Nanoseconds } from "../../base/time.ts";
import { pack } from "../../ecs/pack.ts";
import type { Component } from "../../ecs/component.ts";
import type { Delta } from "../../ecs/delta.ts";
import type { Step } from "../../runner/systems/system.ts";
import type { RunInfo } from "../../runner/run-info.ts";

type Entities = Record<number, { id: number; components: Record<number, gz.SerializedComponent>; remove?: boolean }>;

/**
 * Returns a change of the world, or all of it, in the form of Gazebo's state messages. Types are the keys of Orrery's
 * components, values the bytes from their serialisers; numbers are packed doubles in the order of the fields.
 */
export function stateMessage(
  { removed, placed, unset, set }: Delta,
  { timeNs, count }: Pick<Step, "timeNs" | "count">,
  { paused, realTimeNs, stepNs }: RunInfo & { readonly stepNs: Nanoseconds },
): gz.SerializedStepMap {
  const entities: Entities = {};
  const of = (id: number): Entities[number] => (entities[id] ??= { id, components: {} });
  for (const entity of removed) of(entity).remove = true;
  for (const { entity } of placed) delete of(entity).remove;
  for (const { entity, component } of unset)
    of(entity).components[component.key] = { type: component.key, remove: true };
  for (const { component, entities: ids, data } of set) {
    ids.forEach((id, i) => {
      of(id).components[component.key] = { type: component.key, component: bytesAt(component, data, i) };
    });
  }
  const stamp = toSecNsec(timeNs);
  return {
    stats: {
      sim_time: stamp,
      real_time: toSecNsec(realTimeNs),
      step_size: toSecNsec(stepNs),
      iterations: count,
      paused,
    },
    state: { header: { stamp }, entities, has_one_time_component_changes: placed.length + removed.length > 0 },
  };
}

function bytesAt(component: Component, data: Float64Array | readonly unknown[], place: number): Uint8Array {
  if (component.kind === "value") return component.serialiser.encode(data[place]);
  const stride = component.fields.length;
  return pack((data as Float64Array).slice(place * stride, (place + 1) * stride));
}
