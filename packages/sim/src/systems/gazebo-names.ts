/**
 * Returns the names by which world files for Gazebo refer to one of its systems: class and library, each by its new and
 * its old name.
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
