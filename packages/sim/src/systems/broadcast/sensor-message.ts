import type { gz } from "@orrery/msgs";
import type { SensorSettings } from "../../components/sensor.ts";
import { groupsParam, numberParam, readParams, textParam, type ParamValues } from "../../runner/systems/params.ts";
import { Problems } from "../../scene/problem.ts";

const camera = {
  fov: numberParam("horizontal_fov", 1.047),
  image: groupsParam("image", {
    width: numberParam("width", 320),
    height: numberParam("height", 240),
    format: textParam("format", "R8G8B8"),
  }),
  clip: groupsParam("clip", { near: numberParam("near", 0.1), far: numberParam("far", 100) }),
};

const scan = {
  samples: numberParam("samples", 640),
  resolution: numberParam("resolution", 1),
  min: numberParam("min_angle", 0),
  max: numberParam("max_angle", 0),
};

const lidar = {
  scan: groupsParam("scan", { across: groupsParam("horizontal", scan), upwards: groupsParam("vertical", scan) }),
  range: groupsParam("range", {
    min: numberParam("min", 0),
    max: numberParam("max", 0),
    resolution: numberParam("resolution", 0),
  }),
};

const settingsParams = {
  camera: groupsParam("camera", camera),
  lidar: groupsParam("lidar", lidar),
  ray: groupsParam("ray", lidar),
};

/**
 * Describes a sensor for viewers, with SDF's defaults: its kind and rate, and the field of view of cameras and lidars.
 */
export function sensorFields(sensor: SensorSettings): gz.Sensor {
  const plugin = { name: "sensor", filename: "", innerXml: sensor.settings };
  const settings = readParams(settingsParams, plugin, undefined, new Problems());
  const [own] = settings.camera;
  const [beams] = [...settings.lidar, ...settings.ray];
  return {
    // The name that Gazebo uses in this message.
    type: sensor.type === "contact" ? "contact_sensor" : sensor.type,
    always_on: sensor.alwaysOn,
    update_rate: sensor.updateRate,
    visualize: sensor.visualize,
    topic: sensor.topic,
    ...(own === undefined ? {} : { camera: cameraMessage(own) }),
    ...(beams === undefined ? {} : { lidar: lidarMessage(beams) }),
  };
}

function cameraMessage({ fov, image, clip }: ParamValues<typeof camera>): gz.CameraSensor {
  const { width = 320, height = 240, format = "R8G8B8" } = image[0] ?? {};
  const { near = 0.1, far = 100 } = clip[0] ?? {};
  return {
    horizontal_fov: fov,
    image_size: { x: width, y: height },
    image_format: format,
    near_clip: near,
    far_clip: far,
  };
}

function lidarMessage({ scan: [scanned], range: [range] }: ParamValues<typeof lidar>): gz.LidarSensor {
  const { samples = 640, resolution = 1, min = 0, max = 0 } = scanned?.across[0] ?? {};
  const upwards = scanned?.upwards[0] ?? { samples: 1, resolution: 1, min: 0, max: 0 };
  return {
    horizontal_samples: samples,
    horizontal_resolution: resolution,
    horizontal_min_angle: min,
    horizontal_max_angle: max,
    vertical_samples: upwards.samples,
    vertical_resolution: upwards.resolution,
    vertical_min_angle: upwards.min,
    vertical_max_angle: upwards.max,
    range_min: range?.min ?? 0,
    range_max: range?.max ?? 0,
    range_resolution: range?.resolution ?? 0,
  };
}
