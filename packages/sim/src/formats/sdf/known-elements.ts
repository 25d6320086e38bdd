import type { Problems } from "../../scene/problem.ts";
import { hasPrefix, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";
import { didYouMean } from "./names.ts";

/**
 * Warns of elements and attributes that SDF does not know, of any version from 1.4: they are mostly misspelt, and would
 * be ignored without a word. What has a prefix (`gz:policies`) belongs to others and is not looked into.
 */
export function checkElements(root: XmlElement, problems: Problems): void {
  const pending: { element: XmlElement; key: string }[] = [{ element: root, key: root.name }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { element, key } = next;
    checkAttributes(element, problems);
    const known = CHILDREN.get(key);
    if (known === undefined) continue;
    const below: { element: XmlElement; key: string }[] = [];
    for (const child of element.children) {
      if (hasPrefix(child.name)) continue;
      if (known.has(child.name)) {
        const inContext = `${element.name}/${child.name}`;
        below.push({ element: child, key: CHILDREN.has(inContext) ? inContext : child.name });
      } else {
        const message = `<${element.name}> knows no <${child.name}>; it is ignored`;
        problems.warn("unknown-element", message, placeOf(child), didYouMean(child.name, known));
      }
    }
    // Reversed, so that problems come in the order of the file.
    for (const child of below.reverse()) pending.push(child);
  }
}

function checkAttributes(element: XmlElement, problems: Problems): void {
  const known = ATTRIBUTES.get(element.name);
  if (known === undefined) return;
  for (const { name } of element.attributes) {
    if (known.has(name) || hasPrefix(name)) continue;
    const message = `<${element.name}> knows no attribute "${name}"; it is ignored`;
    problems.warn("unknown-attribute", message, placeOfAttribute(element, name), didYouMean(name, known));
  }
}

/** By element, or by parent/element where a name means two things. What is not listed is not looked into. */
const CHILDREN = table({
  sdf: "world model light actor include",
  world: `actor atmosphere audio frame gravity gui include joint light magnetic_field model physics plugin population
    road scene spherical_coordinates state wind`,
  wind: "linear_velocity",
  atmosphere: "temperature temperature_gradient pressure",
  spherical_coordinates:
    "surface_model world_frame_orientation latitude_deg longitude_deg elevation heading_deg surface_axis_equatorial surface_axis_polar",
  scene: "ambient background sky shadows fog grid origin_visual",
  sky: "time sunrise sunset clouds cubemap_uri",
  clouds: "speed direction humidity mean_size ambient",
  fog: "color type start end density",
  physics: `max_step_size real_time_factor real_time_update_rate max_contacts gravity magnetic_field simbody bullet ode dart
    update_rate`,
  "physics/ode": "solver constraints",
  "physics/bullet": "solver constraints",
  "physics/dart": "solver collision_detector",
  include: "uri name pose static placement_frame plugin namespace model_state",
  model: `static self_collide allow_auto_disable frame pose link joint plugin gripper include model model_state enable_wind`,
  frame: "pose",
  link: `gravity enable_wind self_collide kinematic must_be_base_link velocity_decay pose inertial collision visual sensor
    projector audio_sink audio_source battery light particle_emitter`,
  velocity_decay: "linear angular",
  inertial: "mass pose inertia density auto_inertia_params fluid_added_mass",
  inertia: "ixx ixy ixz iyy iyz izz",
  collision: "laser_retro max_contacts density auto_inertia_params pose geometry surface",
  visual: "cast_shadows laser_retro transparency visibility_flags meta pose material geometry plugin",
  meta: "layer",
  surface: "bounce friction contact soft_contact",
  bounce: "restitution_coefficient threshold",
  friction: "torsional ode bullet",
  torsional: "coefficient use_patch_radius patch_radius surface_radius ode",
  "torsional/ode": "slip",
  "friction/ode": "mu mu2 fdir1 slip1 slip2",
  "friction/bullet": "friction friction2 fdir1 rolling_friction",
  "surface/contact": `collide_without_contact collide_without_contact_bitmask collide_bitmask category_bitmask
    poissons_ratio elastic_modulus ode bullet`,
  "contact/ode": "soft_cfm soft_erp kp kd max_vel min_depth",
  "contact/bullet": "soft_cfm soft_erp kp kd split_impulse split_impulse_penetration_threshold",
  soft_contact: "dart",
  "soft_contact/dart": "bone_attachment stiffness damping flesh_mass_fraction",
  geometry: "empty box capsule cone cylinder ellipsoid heightmap image mesh plane polyline sphere",
  box: "size",
  capsule: "radius length",
  cone: "radius length",
  cylinder: "radius length",
  ellipsoid: "radii",
  sphere: "radius",
  plane: "normal size",
  mesh: "uri submesh scale convex_decomposition",
  submesh: "name center",
  convex_decomposition: "max_convex_hulls voxel_resolution",
  polyline: "point height",
  heightmap: "uri size pos texture blend use_terrain_paging sampling",
  texture: "size diffuse normal",
  blend: "min_height fade_dist",
  image: "uri scale threshold height granularity",
  material: "script shader render_order lighting ambient diffuse specular shininess emissive double_sided pbr",
  script: "uri name",
  shader: "normal_map",
  pbr: "metal specular",
  "pbr/metal": `albedo_map roughness_map roughness metalness_map metalness environment_map ambient_occlusion_map normal_map
    emissive_map light_map`,
  "pbr/specular": `albedo_map specular_map glossiness_map glossiness environment_map ambient_occlusion_map normal_map
    emissive_map light_map`,
  joint: `parent child gearbox_ratio gearbox_reference_body thread_pitch screw_thread_pitch axis axis2 physics pose sensor`,
  axis: "xyz use_parent_model_frame initial_position dynamics limit mimic",
  axis2: "xyz use_parent_model_frame initial_position dynamics limit mimic",
  dynamics: "damping friction spring_reference spring_stiffness",
  limit: "lower upper effort velocity stiffness dissipation",
  mimic: "multiplier offset reference",
  "joint/physics": "simbody ode provide_feedback",
  "joint/sensor": sensorChildren(),
  light: "cast_shadows light_on visualize intensity pose diffuse specular attenuation direction spot",
  attenuation: "range linear constant quadratic",
  spot: "inner_angle outer_angle falloff",
  sensor: sensorChildren(),
});

const ATTRIBUTES = table({
  sdf: "version xmlns",
  world: "name namespace",
  model: "name canonical_link placement_frame namespace",
  include: "merge",
  frame: "name attached_to",
  link: "name",
  pose: "relative_to frame degrees rotation_format",
  inertial: "auto",
  collision: "name",
  visual: "name",
  joint: "name type",
  mimic: "joint axis",
  light: "name type",
  sensor: "name type",
  plugin: "name filename",
  physics: "name type default",
  mesh: "optimization",
});

function sensorChildren(): string {
  return `always_on update_rate visualize topic enable_metrics frame_id pose plugin air_pressure air_speed altimeter camera
    contact force_torque gps imu lidar logical_camera magnetometer navsat ray rfid rfidtag sonar transceiver`;
}

function table(names: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(names).map(([element, list]) => [element, new Set(list.split(/\s+/))]));
}
