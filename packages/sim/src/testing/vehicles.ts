/** The floor of test worlds. */
export const floor = `<model name="floor"><static>true</static><link name="link"><collision name="c"><geometry>
  <plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`;

/**
 * Returns a vehicle with wheels of 0.15 m, 0.5 m apart, 0.1 m in front of the origin, and a frictionless ball at the
 * back; the round wheels touch at one point.
 */
export function twoWheeler(plugins: string, pose = "0 0 0 0 0 0"): string {
  return `<model name="vehicle"><pose>${pose}</pose>
    <link name="chassis"><pose>0 0 0.2 0 0 0</pose>
      <inertial><mass>5</mass><inertia><ixx>0.076</ixx><iyy>0.159</iyy><izz>0.217</izz></inertia></inertial>
      <collision name="c"><geometry><box><size>0.6 0.4 0.15</size></box></geometry></collision></link>
    ${wheel("left", "0.1 0.25 0.15")} ${wheel("right", "0.1 -0.25 0.15")}
    <link name="caster"><pose>-0.22 0 0.075 0 0 0</pose>
      <inertial><mass>0.2</mass><inertia><ixx>0.00045</ixx><iyy>0.00045</iyy><izz>0.00045</izz></inertia></inertial>
      <collision name="c"><geometry><sphere><radius>0.075</radius></sphere></geometry>
        <surface><friction><ode><mu>0</mu><mu2>0</mu2></ode></friction></surface></collision></link>
    <joint name="swivel" type="ball"><parent>chassis</parent><child>caster</child></joint>
    ${plugins}</model>`;
}

/** Returns a car with wheels of 0.2 m at the corners of 0.8 by 0.7 m; the front ones can be steered about z. */
export function car(plugins: string): string {
  const steering = (side: string, y: number): string => `<link name="${side}_pivot"><pose>0.4 ${y} 0.2 0 0 0</pose>
      <inertial><mass>0.5</mass><inertia><ixx>0.005</ixx><iyy>0.005</iyy><izz>0.005</izz></inertia></inertial></link>
    <joint name="${side}_steering" type="revolute"><parent>chassis</parent><child>${side}_pivot</child>
      <axis><xyz>0 0 1</xyz></axis></joint>`;
  return `<model name="car">
    <link name="chassis"><pose>0 0 0.35 0 0 0</pose>
      <inertial><mass>12</mass><inertia><ixx>0.29</ixx><iyy>1.04</iyy><izz>1.25</izz></inertia></inertial></link>
    ${steering("left", 0.35)} ${steering("right", -0.35)}
    ${wheel("front_left", "0.4 0.35 0.2", { parent: "left_pivot", radius: 0.2 })}
    ${wheel("front_right", "0.4 -0.35 0.2", { parent: "right_pivot", radius: 0.2 })}
    ${wheel("rear_left", "-0.4 0.35 0.2", { radius: 0.2 })} ${wheel("rear_right", "-0.4 -0.35 0.2", { radius: 0.2 })}
    ${plugins}</model>`;
}

/** Returns a vehicle with mecanum wheels of 0.15 m at the corners of 0.5 by 0.6 m. */
export function mecanumVehicle(plugins: string): string {
  const rollers = (y: number): string => `<surface><friction><ode><mu>1</mu><mu2>0</mu2>
    <fdir1 gz:expressed_in="chassis">1 ${y} 0</fdir1></ode></friction></surface>`;
  return `<model name="vehicle">
    <link name="chassis"><pose>0 0 0.2 0 0 0</pose>
      <inertial><mass>6</mass><inertia><ixx>0.09</ixx><iyy>0.19</iyy><izz>0.26</izz></inertia></inertial></link>
    ${wheel("front_left", "0.25 0.3 0.15", { surface: rollers(-1) })}
    ${wheel("front_right", "0.25 -0.3 0.15", { surface: rollers(1) })}
    ${wheel("back_left", "-0.25 0.3 0.15", { surface: rollers(1) })}
    ${wheel("back_right", "-0.25 -0.3 0.15", { surface: rollers(-1) })}
    ${plugins}</model>`;
}

function wheel(name: string, position: string, { parent = "chassis", radius = 0.15, surface = "" } = {}): string {
  return `<link name="${name}_wheel"><pose>${position} -1.5707963267949 0 0</pose>
      <inertial><mass>0.5</mass><inertia><ixx>0.003</ixx><iyy>0.003</iyy><izz>0.0056</izz></inertia></inertial>
      <collision name="c"><geometry><sphere><radius>${radius}</radius></sphere></geometry>${surface}</collision></link>
    <joint name="${name}" type="revolute"><parent>${parent}</parent><child>${name}_wheel</child>
      <axis><xyz>0 0 1</xyz></axis></joint>`;
}
