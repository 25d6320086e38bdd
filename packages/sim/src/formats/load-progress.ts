/** How far a world has been loaded. */
export interface LoadProgress {
  /** What is being done: reading the files of the world, or those of its meshes; starting its systems. */
  readonly stage: "files" | "meshes" | "systems";
  readonly done: number;
  /** 0 where nobody knows. */
  readonly total: number;
}

export type OnLoadProgress = (progress: LoadProgress) => void;
