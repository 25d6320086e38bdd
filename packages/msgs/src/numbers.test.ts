import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import protobuf from "protobufjs";
import { describe, expect, test } from "vitest";
import { messages } from "./index.ts";

/** Returns fields as `name=number type`, with `*` for repeated fields and `map<key,value>` for maps. */
function fieldsOf(type: string): string {
  return messages
    .describe(type)
    .fields.map((field) => {
      const one = field.type?.split(".").at(-1) ?? field.kind;
      const shape = field.mapKey ? `map<${field.mapKey},${one}>` : `${field.repeated ? "*" : ""}${one}`;
      return `${field.name}=${field.number} ${shape}`;
    })
    .join(", ");
}

describe("[MS2] names, numbers and kinds are Gazebo's", () => {
  test.each([
    ["Header", "stamp=1 Time, data=2 *Map"],
    ["Header.Map", "key=1 string, value=2 *string"],
    ["Time", "sec=1 int64, nsec=2 int32"],
    ["Vector3d", "header=1 Header, x=2 double, y=3 double, z=4 double"],
    ["Quaternion", "header=1 Header, x=2 double, y=3 double, z=4 double, w=5 double"],
    ["Pose", "header=1 Header, name=2 string, id=3 uint32, position=4 Vector3d, orientation=5 Quaternion"],
    ["Pose_V", "header=1 Header, pose=2 *Pose"],
    ["Clock", "header=1 Header, system=2 Time, real=3 Time, sim=4 Time"],
    ["StringMsg_V", "header=1 Header, data=2 *string"],
    ["Empty", "unused=1 bool"],
    ["Param", "header=1 Header, params=2 map<string,Any>, children=3 *Param"],
    ["Twist", "header=1 Header, linear=2 Vector3d, angular=3 Vector3d"],
    ["Odometry", "header=1 Header, pose=2 Pose, twist=3 Twist"],
    [
      "WorldControl",
      "header=1 Header, pause=2 bool, step=3 bool, multi_step=4 uint32, reset=5 WorldReset, seed=6 uint32, run_to_sim_time=7 Time",
    ],
    [
      "WorldStatistics",
      "header=1 Header, sim_time=2 Time, pause_time=3 Time, real_time=4 Time, paused=5 bool, iterations=6 uint64, model_count=7 int32, log_playback_stats=8 LogPlaybackStatistics, real_time_factor=9 double, step_size=10 Time, stepping=11 bool",
    ],
    [
      "Scene",
      "header=1 Header, name=2 string, ambient=3 Color, background=4 Color, sky=5 Sky, shadows=6 bool, fog=7 Fog, grid=8 bool, model=9 *Model, light=10 *Light, joint=11 *Joint, origin_visual=12 bool, shadow_caster_material_script=13 Script",
    ],
    [
      "Geometry",
      "header=1 Header, type=2 Type, box=3 BoxGeom, cylinder=4 CylinderGeom, plane=5 PlaneGeom, sphere=6 SphereGeom, image=7 ImageGeom, heightmap=8 HeightmapGeom, mesh=9 MeshGeom, cone=10 ConeGeom, points=11 *Vector3d, polyline=12 *Polyline, capsule=13 CapsuleGeom, ellipsoid=14 EllipsoidGeom",
    ],
    [
      "EntityFactory",
      "header=1 Header, sdf=2 string, sdf_filename=3 string, model=4 Model, light=5 Light, clone_name=6 string, pose=7 Pose, name=8 string, allow_renaming=9 bool, relative_to=10 string, spherical_coordinates=11 SphericalCoordinates",
    ],
    ["EntityPlugin_V", "header=1 Header, entity=2 Entity, plugins=3 *Plugin"],
    [
      "IMU",
      "header=1 Header, entity_name=2 string, orientation=3 Quaternion, orientation_covariance=4 Float_V, angular_velocity=5 Vector3d, angular_velocity_covariance=6 Float_V, linear_acceleration=7 Vector3d, linear_acceleration_covariance=8 Float_V",
    ],
    [
      "LaserScan",
      "header=1 Header, frame=2 string, world_pose=3 Pose, angle_min=4 double, angle_max=5 double, angle_step=6 double, range_min=7 double, range_max=8 double, count=9 uint32, vertical_angle_min=10 double, vertical_angle_max=11 double, vertical_angle_step=12 double, vertical_count=13 uint32, ranges=14 *double, intensities=15 *double",
    ],
    [
      "Image",
      "header=1 Header, width=2 uint32, height=3 uint32, step=4 uint32, data=5 bytes, pixel_format_type=6 PixelFormatType",
    ],
    ["SerializedComponent", "type=1 uint64, component=2 bytes, remove=3 bool"],
    [
      "SerializedStateMap",
      "header=1 Header, entities=2 map<uint64,SerializedEntityMap>, has_one_time_component_changes=3 bool",
    ],
    [
      "JointTrajectoryPoint",
      "positions=1 *double, velocities=2 *double, accelerations=3 *double, effort=4 *double, time_from_start=5 Duration",
    ],
    [
      "Axis",
      "header=1 Header, xyz=2 Vector3d, limit_lower=3 double, limit_upper=4 double, limit_effort=5 double, limit_velocity=6 double, damping=7 double, friction=8 double, position=10 double, velocity=11 double, force=12 double, acceleration=13 double, xyz_expressed_in=14 string",
    ],
    [
      "Marker",
      "header=1 Header, action=2 Action, ns=3 string, id=4 uint64, layer=5 int32, type=6 Type, lifetime=7 Time, pose=8 Pose, scale=9 Vector3d, material=10 Material, point=11 *Vector3d, text=12 string, parent=13 string, visibility=14 Visibility, materials=15 *Material",
    ],
    [
      "Discovery",
      "header=1 Header, version=2 uint32, process_uuid=3 string, type=4 Type, flags=5 Flags, sub=6 Subscriber, pub=7 Publisher",
    ],
  ])("%s", (type, fields) => {
    expect(fieldsOf(`gz.msgs.${type}`)).toBe(fields);
  });

  test("enums", () => {
    const values = (type: string, field: string) =>
      messages.describe(`gz.msgs.${type}`).fields.find(({ name }) => name === field)?.values;
    expect(values("Joint", "type")).toEqual({
      REVOLUTE: 0,
      REVOLUTE2: 1,
      PRISMATIC: 2,
      UNIVERSAL: 3,
      BALL: 4,
      SCREW: 5,
      GEARBOX: 6,
      FIXED: 7,
      CONTINUOUS: 8,
    });
    expect(values("Light", "type")).toEqual({ POINT: 0, SPOT: 1, DIRECTIONAL: 2 });
    expect(values("Marker", "type")).toMatchObject({ LINE_STRIP: 3, LINE_LIST: 4, ELLIPSOID: 15 });
    expect(values("Image", "pixel_format_type")).toMatchObject({ RGB_INT8: 3, R_FLOAT32: 13, BAYER_GRBG8: 18 });
  });
});

const installed = "/usr/include/ignition/msgs8";

describe.skipIf(!existsSync(installed))("[MS2] Fortress' own .proto files agree", () => {
  test("every field that both have", () => {
    const root = new protobuf.Root();
    root.resolvePath = (_, target) => join(installed, target);
    root.loadSync(globSync("ignition/msgs/*.proto", { cwd: installed }), { keepCase: true }).resolveAll();
    const differences: string[] = [];
    for (const type of messages.types().filter((name) => name.startsWith("gz.msgs."))) {
      const theirs = root.lookup(type.replace("gz.", "ignition."), protobuf.Type) as protobuf.Type | null;
      if (type === "gz.msgs.IMU" || theirs === null) continue;
      for (const field of messages.describe(type).fields) {
        const other = theirs.fields[field.name];
        if (other === undefined) continue;
        const kind = field.type?.replace(/^gz\./, ".ignition.") ?? field.kind;
        const otherKind = other.resolvedType?.fullName ?? other.type;
        if (other.id !== field.number || other.repeated !== field.repeated || otherKind !== kind) {
          differences.push(`${type}.${field.name}: ${otherKind} ${other.id}, ours ${kind} ${field.number}`);
        }
      }
    }
    expect(differences).toEqual([]);
  });
});
