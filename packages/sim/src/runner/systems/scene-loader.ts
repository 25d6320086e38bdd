import type { Log } from "../../base/log.ts";
import { INSERTED, sdfOf, type SceneSource } from "../../scene/scene-source.ts";
import type { Resources } from "../../formats/resources.ts";
import { parseSdf } from "../../formats/sdf/load-sdf.ts";
import { formatProblem, inFileOrder, type Problem } from "../../scene/problem.ts";
import type { Scene } from "../../scene/scene.ts";
import { nextTurn } from "../schedule/next-turn.ts";
import { cutSolids } from "../cut-solids.ts";
import { withPluginsAtHand } from "./plugins-at-hand.ts";
import type { SceneLoadOptions } from "./scene-load-options.ts";
import type { SystemLibrary } from "./system-library.ts";
import { loadAll, pluginsOf } from "./world-plugins.ts";

export interface SceneLoaderOptions {
  readonly resources: Resources;
  /** The world's own file, to which relative names refer. */
  readonly file: string;
  readonly library: SystemLibrary;
  readonly log: Log;
}

/**
 * Reads models and lights while a world runs, with everything that they include, and loads the systems that they name.
 * For callers who are not admins, leaves out systems that would import a module.
 */
export class SceneLoader {
  readonly #options: SceneLoaderOptions;

  constructor(options: SceneLoaderOptions) {
    this.#options = options;
  }

  /** Loads scenes one after another, over several turns of the thread, because a request may have thousands. */
  async loadAll(sources: readonly SceneSource[], options?: SceneLoadOptions): Promise<Scene[]> {
    const scenes: Scene[] = [];
    let characters = 0;
    for (const source of sources) {
      scenes.push(await this.load(source, options));
      characters += "sdf" in source ? source.sdf.length : 0;
      if (characters < PER_TURN) continue;
      characters = 0;
      await nextTurn();
    }
    return scenes;
  }

  /** Loads a scene. Rejects with all its errors. */
  async load(source: SceneSource, { onWarning, role = "admin" }: SceneLoadOptions = {}): Promise<Scene> {
    if ("scene" in source) return source.scene;
    if ("sdf" in source && source.sdf.length > LONGEST)
      throw new Error(
        `what is inserted has at most ${LONGEST} characters, not ${source.sdf.length}: make it several models`,
      );
    const { resources, file, library, log } = this.#options;
    // Relative names start at the world's folder, as if this were a file there, though no such file exists.
    const name = `${file.slice(0, file.lastIndexOf("/") + 1)}${INSERTED}`;
    const { scene: written, problems } = await parseSdf(sdfOf(source), name, resources);
    const textOf = (problem: Problem): string => formatProblem(placedIn(problem, name, source));
    // Only admins may learn where files are on the machine.
    const shownTo = (text: string): string => (role === "admin" ? text : withoutFolders(text));
    const errors = problems.filter(({ severity }) => severity === "error");
    if (errors.length > 0) throw new Error(shownTo(inFileOrder(errors).map(textOf).join("\n")));
    let warnings = 0;
    const warn = (warning: string): void => {
      const shown = warning.replace(name, INSERTED);
      // The caller gets all of them, the log only the first few.
      if (++warnings <= MAX_LOGGED) log.warn(shown);
      onWarning?.(shownTo(shown));
    };
    for (const problem of problems) warn(textOf(problem));
    const scene = role === "admin" ? written : withPluginsAtHand(written, library, warn);
    await loadAll(pluginsOf(scene), library, { warn });
    await cutSolids(scene);
    if (warnings > MAX_LOGGED) log.warn(`${INSERTED}: and ${warnings - MAX_LOGGED} more warnings`);
    return scene;
  }
}

/** Reading a megabyte takes some 50 ms. */
const PER_TURN = 200_000;
const LONGEST = 10_000_000;
/** Largest number of warnings logged per insertion. */
const MAX_LOGGED = 10;

/** Returns a text with `…/model.sdf` in place of absolute paths. */
function withoutFolders(text: string): string {
  return text.replaceAll(/(?<=^|[\s"'(]|file:\/\/)\/(?:[^\s"'():/]+\/)+/g, "…/");
}

/** Gives a problem its place in the inserted text, which is not a file. A text generated around a URI has no place. */
function placedIn(problem: Problem, name: string, source: SceneSource): Problem {
  const { where } = problem;
  if (where?.file !== name) return problem;
  return { ...problem, where: "sdf" in source ? { ...where, file: INSERTED } : undefined };
}
