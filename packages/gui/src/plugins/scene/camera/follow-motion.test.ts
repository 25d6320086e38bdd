import { fromRollPitchYaw, pose, type Pose, type Vec3 } from "@orrery/sim";
import { describe, expect, test } from "vitest";
import { eyeOf, type CameraPlace } from "../../../render/camera/camera-rig.ts";
import { behind, carried, easedHeading, headingOf } from "./follow-motion.ts";

const camera: CameraPlace = { target: { x: 1, y: 2, z: 0.5 }, distance: 10, azimuth: -0.9, elevation: 0.4 };

describe("following", () => {
  test("[FL1] what is followed stays where it is in the picture: the camera keeps its place beside it", () => {
    const from = { place: { x: 1, y: 1, z: 0 }, heading: 0.3 };
    const to = { place: { x: 5, y: -3, z: 2 }, heading: 0.3 };
    expect(carried(camera, from, to)).toEqual({ ...camera, target: { x: 5, y: -2, z: 2.5 } });
  });

  test("[FL1] a camera that chases keeps its place in the axes of what it chases, upright", () => {
    const from = { place: { x: 1, y: 1, z: 0 }, heading: 0.3 };
    const to = { place: { x: 5, y: -3, z: 2 }, heading: 2.1 };
    const next = carried(camera, from, to);
    expect(next.elevation).toBe(camera.elevation);
    expect(next.distance).toBe(camera.distance);
    const before = seenFrom(eyeOf(camera), from.place, from.heading);
    expect(seenFrom(eyeOf(next), to.place, to.heading)).toEqual(closeTo(before));
  });

  test("[FL1] behind is where a thing does not look, a little above it, by the shorter turn", () => {
    const place = behind({ ...camera, azimuth: 7 }, Math.PI / 2);
    const { x, y, z } = eyeOf(place);
    expect(x - place.target.x).toBeCloseTo(0, 12);
    expect(y).toBeLessThan(place.target.y - 5);
    expect(z).toBeGreaterThan(place.target.z);
    expect(Math.abs(place.azimuth - 7)).toBeLessThan(Math.PI);
  });

  test("[FL1] a heading is that of the x axis from above; what looks straight up has none", () => {
    expect(headingOf(turned(0, 0, 2))).toBeCloseTo(2, 12);
    // Pitch and roll do not count.
    expect(headingOf(turned(0.4, -0.8, 2))).toBeCloseTo(2, 12);
    expect(headingOf(turned(0, -Math.PI / 2, 2))).toBeUndefined();
  });

  test("[FL1] a chasing camera turns smoothly, by the shorter way, and arrives", () => {
    let heading = 3;
    const first = easedHeading(heading, -3, 1 / 60);
    // Over π, not back through 0; a small part of the way in one picture.
    expect(first).toBeGreaterThan(3);
    expect(first).toBeLessThan(3.03);
    for (let i = 0; i < 240; i++) heading = easedHeading(heading, -3, 1 / 60);
    expect(heading).toBeCloseTo(2 * Math.PI - 3, 12);
    // Two small steps lead as far as a large one.
    const halves = easedHeading(easedHeading(0, 1, 0.05), 1, 0.05);
    expect(halves).toBeCloseTo(easedHeading(0, 1, 0.1), 12);
  });
});

function turned(roll: number, pitch: number, yaw: number): Pose {
  return pose({ x: 0, y: 0, z: 0 }, fromRollPitchYaw(roll, pitch, yaw));
}

/** Returns a place relative to a point, in axes that are turned about z by `heading`. */
function seenFrom({ x, y, z }: Vec3, from: Vec3, heading: number): Vec3 {
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
  return {
    x: cos * (x - from.x) + sin * (y - from.y),
    y: cos * (y - from.y) - sin * (x - from.x),
    z: z - from.z,
  };
}

function closeTo({ x, y, z }: Vec3): Vec3 {
  return { x: expect.closeTo(x, 12), y: expect.closeTo(y, 12), z: expect.closeTo(z, 12) };
}
