/** Models and their parts, SDF 1.4 to 1.12. See schema.ts for how to read an entry. */
export const modelElements: Readonly<Record<string, string>> = {
  // readVersion checks the version.
  sdf: "@version world model light actor include",
  model: `@name:s! @canonical_link:s @placement_frame:s @namespace:s static:b self_collide:b allow_auto_disable:b
    enable_wind:b frame pose:pose link joint plugin gripper include model`,
  include: "@merge:b uri:s! name:s static:b pose:pose plugin placement_frame:s namespace:s",
  frame: "@name:s! @attached_to:s pose:pose",
  pose: "@relative_to:s @rotation_format:s @degrees:b @frame:s",
  link: `@name:s! gravity:b enable_wind:b self_collide:b kinematic:b must_be_base_link:b velocity_decay pose:pose inertial
    collision visual sensor projector audio_sink audio_source battery light particle_emitter plugin`,
  velocity_decay: "linear:d angular:d",
  inertial: "@auto:b mass:d pose:pose inertia density:d auto_inertia_params fluid_added_mass",
  inertia: "ixx:d! ixy:d! ixz:d! iyy:d! iyz:d! izz:d!",
  fluid_added_mass: `xx:d! xy:d! xz:d! xp:d! xq:d! xr:d! yy:d! yz:d! yp:d! yq:d! yr:d! zz:d! zp:d! zq:d! zr:d! pp:d!
    pq:d! pr:d! qq:d! qr:d! rr:d!`,
  collision: "@name:s! laser_retro:d max_contacts:i density:d auto_inertia_params pose:pose geometry surface",
  visual: `@name:s! cast_shadows:b laser_retro:d transparency:d visibility_flags:u meta pose:pose material geometry
    plugin`,
  meta: "layer:i!",
  joint: `@name:s! @type:s! parent:s! child:s! gearbox_ratio:d gearbox_reference_body:s thread_pitch:d
    screw_thread_pitch:d axis axis2 physics pose:pose sensor`,
  "joint/parent": "@link:s",
  "joint/child": "@link:s",
  axis: "xyz:v3! initial_position:d use_parent_model_frame:b dynamics limit mimic",
  axis2: "xyz:v3! initial_position:d use_parent_model_frame:b dynamics limit mimic",
  "axis/xyz": "@expressed_in:s",
  "axis2/xyz": "@expressed_in:s",
  dynamics: "damping:d friction:d spring_reference:d! spring_stiffness:d!",
  limit: "lower:d! upper:d! effort:d velocity:d stiffness:d dissipation:d",
  mimic: "@joint:s! @axis:s multiplier:d! offset:d! reference:d!",
  "joint/physics": "simbody ode provide_feedback:b",
  "physics/simbody": `min_step_size:d accuracy:d max_transient_velocity:d contact must_be_loop_joint:b`,
  "ode/limit": "cfm:d! erp:d!",
  suspension: "cfm:d! erp:d!",
  gripper: "@name:s! grasp_check gripper_link:s! palm_link:s!",
  grasp_check: "detach_steps:i attach_steps:i min_contact_count:u",
  projector: "@name:s! texture:s! fov:d near_clip:d far_clip:d visibility_flags:u pose:pose plugin",
  audio_source: "uri:s! pitch:d gain:d contact loop:b pose:pose",
  "audio_source/contact": "collision:s!",
  battery: "@name:s! voltage:d!",
  particle_emitter: `@name:s! @type:s{point|box|cylinder|ellipsoid}! emitting:b duration:d size:v3 particle_size:v3 lifetime:d rate:d[0,]
    min_velocity:d[0,] max_velocity:d[0,] scale_rate:d[0,] color_start:color color_end:color color_range_image:s topic:s
    particle_scatter_ratio:d pose:pose material`,
  // Built-in systems are found by their names alone.
  plugin: "@name:s @filename:s+",
  actor: "@name:s! @static:b pose:pose static:b skin animation script link joint plugin",
  skin: "filename:s! scale:d",
  animation: "@name:s! filename:s! scale:d interpolate_x:b",
  "actor/script": "loop:b delay_start:d auto_start:b trajectory",
  trajectory: "@id:i! @type:s! @tension:d waypoint",
  waypoint: "time:d! pose:pose!",
};
