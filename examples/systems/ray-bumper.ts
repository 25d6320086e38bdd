import {
  compose,
  defineSystem,
  find,
  identityPose,
  math,
  numberParam,
  quat,
  rotationOf,
  textParam,
  toSecNsec,
  worldPose,
} from "@orrery/sim";
import { Name } from "@orrery/sim/components";

/** A distance sensor in front of a vehicle: five rays in a fan, published as a gz.msgs.LaserScan. */
export default defineSystem({
  name: "ray-bumper",
  summary: "Measures how far away obstacles in front of a model are",
  // Physics moves everything in `update`; the engine answers in `postUpdate`, about the poses of this step.
  after: ["physics"],
  params: {
    link: textParam("link", "link", "the link that carries the sensor; rays pass through it"),
    ahead: numberParam("ahead", 0, "m from the link's origin along its x axis to where the rays start"),
    range: numberParam("range", 1, "m that the rays reach"),
    angle: numberParam("angle", 0.8, "rad between the first ray and the last"),
    everySteps: numberParam("every_steps", 20, "steps from one measurement to the next"),
  },

  create({ entity, world, node, params, physics }) {
    const topic = node.advertise(`/model/${world.get(entity, Name)}/bumper`, "gz.msgs.LaserScan");
    const sensor = { ...identityPose, x: params.ahead };
    const step = params.angle / (RAYS - 1);
    // Filled in each measurement, so nothing here needs to survive an undo.
    const directions = new Float64Array(3 * RAYS);
    const origin = new Float64Array(3);
    const hits = { distances: new Float64Array(RAYS), shapes: new Uint32Array(RAYS) };

    return {
      postUpdate({ count, timeNs, paused }) {
        if (paused || count % params.everySteps !== 0 || !topic.hasSubscribers) return;
        const link = find(world, entity, params.link);
        // Nothing while no physics runs.
        const queries = physics();
        if (link === undefined || queries === undefined) return;
        const at = compose(worldPose(world, link), sensor);
        origin.set([at.x, at.y, at.z]);
        for (let i = 0; i < RAYS; i++) {
          const yaw = i * step - params.angle / 2;
          const { x, y, z } = quat.rotate(rotationOf(at), { x: math.cos(yaw), y: math.sin(yaw), z: 0 });
          directions.set([x, y, z], 3 * i);
        }
        queries.castRays(origin, directions, hits, { maxDistance: params.range, ignoredBody: link });
        topic.publish({
          header: { stamp: toSecNsec(timeNs) },
          angle_min: -params.angle / 2,
          angle_max: params.angle / 2,
          angle_step: step,
          range_max: params.range,
          count: RAYS,
          ranges: Array.from(hits.distances),
        });
      },
    };
  },
});

const RAYS = 5;
