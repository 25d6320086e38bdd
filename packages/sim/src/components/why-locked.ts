// Reasons why people may not edit a component or a field, shared by several.

export const computed = "Computed by the simulation in every step";
export const file = "Read from a file when it was loaded";
export const structure = "Part of the structure given by the file";
export const systems = "Systems are added and removed in the panel Systems";
