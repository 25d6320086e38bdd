/**
 * Returns the text of a model that worlds take for granted because Gazebo includes or downloads it: the sun and the
 * ground, under `model://` and from Fuel. Used if no resource folder has a model of that name; `undefined` for any
 * other.
 */
export function builtInModel(uri: string): string | undefined {
  const name = BUILT_IN.exec(uri)?.groups?.["name"]?.toLowerCase();
  return name === undefined ? undefined : name === "sun" ? SUN : GROUND_PLANE;
}

/** The world for a model or robot that is run by itself. */
export const DEFAULT_WORLD = `<sdf version="1.11">
  <world name="default">
    <include><uri>model://sun</uri></include>
    <include><uri>model://ground_plane</uri></include>
  </world>
</sdf>`;

const BUILT_IN =
  /^(?:model:\/\/|https?:\/\/(?:fuel|app)\.(?:gazebosim|ignitionrobotics)\.org\/(?:1\.0\/)?openrobotics\/(?:fuel\/)?models\/)(?<name>sun|ground(?:_| |%20)plane)(?:\/(?:\d+|tip))?\/?$/i;

const SUN = `<sdf version="1.11">
  <light name="sun" type="directional">
    <pose>0 0 10 0 0 0</pose>
    <cast_shadows>true</cast_shadows>
    <diffuse>0.8 0.8 0.8 1</diffuse>
    <specular>0.2 0.2 0.2 1</specular>
    <direction>-0.5 0.1 -0.9</direction>
  </light>
</sdf>`;

// Its friction exceeds that of anything on it, so the other thing's friction counts.
const GROUND_PLANE = `<sdf version="1.11">
  <model name="ground_plane">
    <static>true</static>
    <link name="link">
      <collision name="collision">
        <geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry>
        <surface><friction><ode><mu>100</mu><mu2>100</mu2></ode></friction></surface>
      </collision>
      <visual name="visual">
        <cast_shadows>false</cast_shadows>
        <geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry>
        <material>
          <ambient>0.75 0.75 0.73 1</ambient>
          <diffuse>0.75 0.75 0.73 1</diffuse>
          <specular>0.05 0.05 0.05 1</specular>
        </material>
      </visual>
    </link>
  </model>
</sdf>`;
