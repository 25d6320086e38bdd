/** How far a world has been loaded. */
export interface LoadProgress {
  /** The stage: reading the files of the world, reading those of its meshes, or starting its systems. */
  readonly stage: "files" | "meshes" | "systems";
  readonly done: number;
  /** 0 if unknown. */
  readonly total: number;
}

export type OnLoadProgress = (progress: LoadProgress) => void;
