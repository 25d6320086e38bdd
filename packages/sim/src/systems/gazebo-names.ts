/**
 * Returns the names that world files for Gazebo use for one of its systems: class and library, each under its new name
 * and its old one.
 */
export function gazeboNames(className: string, libraryName: string): string[] {
  return [
    `gz::sim::systems::${className}`,
    `gz-sim-${libraryName}-system`,
    `libgz-sim-${libraryName}-system.so`,
    `ignition::gazebo::systems::${className}`,
    `ignition-gazebo-${libraryName}-system`,
    `libignition-gazebo-${libraryName}-system.so`,
  ];
}
