// Why people may not edit a component, where several have the same reason.

export const computed = "Computed by the simulation in every step";
export const structure = "Part of the structure that the file gave";
export const systems = "Systems are added and removed in the panel Systems";
