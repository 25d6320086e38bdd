/** The floor that test worlds stand on. */
export const floor = `<model name="floor"><static>true</static><link name="link"><collision name="c"><geometry>
  <plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`;

/** Wheels of 0.15 m, 0.5 m apart, 0.1 m before the origin, and a ball without friction behind; round ones touch at one point. */
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

function wheel(side: string, position: string): string {
  return `<link name="${side}_wheel"><pose>${position} -1.5707963267949 0 0</pose>
      <inertial><mass>0.5</mass><inertia><ixx>0.003</ixx><iyy>0.003</iyy><izz>0.0056</izz></inertia></inertial>
      <collision name="c"><geometry><sphere><radius>0.15</radius></sphere></geometry></collision></link>
    <joint name="${side}" type="revolute"><parent>chassis</parent><child>${side}_wheel</child>
      <axis><xyz>0 0 1</xyz></axis></joint>`;
}
