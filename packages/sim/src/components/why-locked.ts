// Reasons why people may not edit a component, shared by several.

export const computed = "Computed by the simulation in every step";
export const structure = "Part of the structure given by the file";
export const systems = "Systems are added and removed in the panel Systems";
