import type { gz } from "@orrery/msgs";
import { addWrench, defineSystem, math, numberParam, numeric, vec3 } from "@orrery/sim";
import { Inertial, IsLink, IsStatic, Name } from "@orrery/sim/components";

/**
 * The present gust: m/s² along x and y, and seconds until it ends, or, in a calm, until the next one begins. A
 * component rather than a field of the system, so that undo, saved states and replays include it.
 */
const Gust = numeric("example.Gust", { x: 0, y: 0, left: 0, blowing: 0 });

/** The present strength of gusts, in m/s²: the parameter's, or the one published since. */
const Strength = numeric("example.Strength", { mean: 0 });

/** The message type `example.Gust`, for everybody who listens. */
const proto = {
  file: "example/gust.proto",
  text: `
    syntax = "proto3";
    package example;
    import "gz/msgs/vector3d.proto";

    message Gust {
      bool blowing = 1;
      gz.msgs.Vector3d acceleration = 2; // m/s², world axes
      double seconds = 3;                // until the next change
    }`,
};

declare module "@orrery/msgs" {
  interface MessageTypes {
    "example.Gust": { readonly blowing?: boolean; readonly acceleration?: gz.Vector3d; readonly seconds?: number };
  }
}

/** Wind in gusts from changing directions, which pushes every movable body. */
export default defineSystem({
  name: "wind-gust",
  summary: "Pushes bodies with gusts of wind",
  protos: [proto],
  params: {
    strength: numberParam("strength", 2, "m/s² of an average gust"),
    duration: numberParam("duration", 0.3, "seconds that a gust blows"),
    calm: numberParam("calm", 0.7, "seconds between two gusts, on average"),
  },

  create({ entity, world, node, params, random }) {
    const name = `/world/${world.get(entity, Name)}/gust`;
    const topic = node.advertise(name, "example.Gust");
    node.subscribe(`${name}/strength`, "gz.msgs.Double", ({ value }) =>
      world.set(entity, Strength, { mean: value.data ?? 0 }),
    );

    /** Changes from a calm to a gust of random direction and strength, or from a gust to a calm of random length. */
    function change(blowing: boolean): void {
      const angle = blowing ? random.uniform() * 2 * Math.PI : 0;
      const mean = world.get(entity, Strength)?.mean ?? params.strength;
      const strength = blowing ? mean * (0.5 + random.uniform()) : 0;
      const left = blowing ? params.duration : params.calm * (0.5 + random.uniform());
      const x = strength * math.cos(angle);
      const y = strength * math.sin(angle);
      world.set(entity, Gust, { x, y, left, blowing: blowing ? 1 : 0 });
      topic.publish({ blowing, acceleration: { x, y }, seconds: left });
    }

    return {
      preUpdate({ dt, paused }) {
        if (paused) return;
        const gust = world.get(entity, Gust) ?? Gust.initial();
        if (gust.left > 0) world.set(entity, Gust, { ...gust, left: gust.left - dt });
        else change(gust.blowing === 0);
        const { x, y, blowing } = world.get(entity, Gust)!;
        if (blowing === 0) return;
        for (const [link, , { mass, pose: centre }] of world.query(IsLink, Inertial)) {
          if (world.has(world.parentOf(link), IsStatic)) continue;
          const force = { x: x * mass, y: y * mass, z: 0 };
          addWrench(world, link, { force, torque: vec3.zero, offset: centre });
        }
      },
    };
  },
});
