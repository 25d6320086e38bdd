/**
 * Returns a model with one hinge about z on a base fixed to the world; the arm has 0.05 kg·m² about it, and no gravity.
 */
export function hingeModel(
  name: string,
  { plugins = "", limit = "", y = 0 }: { readonly plugins?: string; readonly limit?: string; readonly y?: number } = {},
): string {
  return `<model name="${name}"><pose>0 ${y} 1 0 0 0</pose>
    <link name="base"><inertial><mass>1</mass></inertial></link>
    <link name="arm"><pose>0 0 0.2 0 0 0</pose>
      <inertial><mass>1</mass><inertia><ixx>0.05</ixx><iyy>0.05</iyy><izz>0.05</izz></inertia></inertial></link>
    <joint name="fix" type="fixed"><parent>world</parent><child>base</child></joint>
    <joint name="j" type="revolute"><parent>base</parent><child>arm</child>
      <axis><xyz>0 0 1</xyz><limit>${limit}</limit></axis></joint>
    ${plugins}</model>`;
}
