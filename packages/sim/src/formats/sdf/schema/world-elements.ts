/** Worlds and their settings. See schema.ts for how to read an entry. */
export const worldElements: Readonly<Record<string, string>> = {
  world: `@name:s! @namespace:s audio wind include gravity:v3! magnetic_field:v3! atmosphere gui physics scene light frame
    model actor joint plugin road spherical_coordinates state population`,
  audio: "device:s!",
  wind: "linear_velocity:v3",
  atmosphere: "@type:s{adiabatic}! temperature:d pressure:d temperature_gradient:d",
  // gravity, magnetic_field and update_rate were here up to SDF 1.5.
  physics: `@name:s @default:b @type:s! max_step_size:d! real_time_factor:d! real_time_update_rate:d! max_contacts:i dart
    simbody bullet ode gravity:v3 magnetic_field:v3 update_rate:d`,
  "physics/ode": `solver constraints cfm_damping:b implicit_spring_damper:b fudge_factor:d cfm:d erp:d bounce:d max_force:d
    velocity:d limit suspension provide_feedback:b`,
  "ode/solver": `type:s! min_step_size:d island_threads:i iters:i! precon_iters:i sor:d! thread_position_correction:b
    use_dynamic_moi_rescaling:b! friction_model:s dt:d`,
  "ode/constraints": "cfm:d! erp:d! contact_max_correcting_vel:d! contact_surface_layer:d!",
  "physics/bullet": "solver constraints dt:d",
  "bullet/solver": "type:s! min_step_size:d iters:i! sor:d!",
  "bullet/constraints": `cfm:d! erp:d! contact_surface_layer:d! split_impulse:b! split_impulse_penetration_threshold:d!`,
  "physics/dart": "solver collision_detector:s",
  "dart/solver": "solver_type:s!",
  "simbody/contact": `stiffness:d dissipation:d plastic_coef_restitution:d plastic_impact_velocity:d static_friction:d
    dynamic_friction:d viscous_friction:d override_impact_capture_velocity:d override_stiction_transition_velocity:d`,
  scene: "ambient:color! background:color! sky shadows:b! fog grid:b origin_visual:b",
  sky: "cubemap_uri:s time:d sunrise:d sunset:d clouds",
  clouds: "speed:d[0,] direction:d[0,3.1456] humidity:d[0,1] mean_size:d[0,1] ambient:color",
  fog: "color:color type:s start:d[0,] end:d[0,] density:d[0,]",
  gui: "@fullscreen:b plugin camera",
  "gui/camera": "@name:s! view_controller:s projection_type:s track_visual pose:pose",
  track_visual: "name:s min_dist:d max_dist:d static:b use_model_frame:b xyz:v3 inherit_yaw:b",
  spherical_coordinates: `surface_model:s{EARTH_WGS84|MOON_SCS|CUSTOM_SURFACE}! world_frame_orientation:s{ENU}
    latitude_deg:d! longitude_deg:d! elevation:d!
    heading_deg:d! surface_axis_equatorial:d surface_axis_polar:d`,
  road: "@name:s! width:d! point:v3! material",
  population: "@name:s! box cylinder model_count:i! distribution pose:pose model",
  distribution: "type:s! rows:i cols:i step:v3",
  state: `@world_name:s! sim_time:time wall_time:time real_time:time iterations:u! insertions deletions model joint light`,
};
