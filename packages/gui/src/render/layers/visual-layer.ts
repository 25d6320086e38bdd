import type { Entity, World } from "@orrery/sim";
import { CastShadows, Geometry, IsVisual, Material, Transparency } from "@orrery/sim/components";
import { BoxGeometry, MeshBasicMaterial, PlaneGeometry, type BufferGeometry } from "three";
import type { Batch, BatchLook, Shape } from "../batch.ts";
import { Batches } from "../batches.ts";
import type { LookName } from "../look-names.ts";
import type { EntityNodes } from "../entity-nodes.ts";
import { fileName, partsKey, type FileGeometry, type MeshFiles, type MeshPart } from "../files/mesh-files.ts";
import { PIECES } from "../surroundings/grid.ts";
import { isGround, primitivesOf, type GeometryData } from "../primitives.ts";
import { isNeutral, meshSurface, worldSurface } from "../world-surface.ts";
import { linearOf, SEEN_THROUGH, surfaceKey, type Rgb, type Surface, type Surfaces } from "../surfaces.ts";

export interface LayerContext {
  readonly world: World;
  readonly nodes: EntityNodes;
  readonly files: Pick<MeshFiles, "parts">;
  readonly surfaces: Surfaces;
  /** Called when the file that these entities need has arrived, has failed, or is requested again. */
  readonly onReady: (entities: readonly Entity[]) => void;
  /** Called when a file cannot be shown, once per file, however many entities use it. */
  readonly onMissing: (geometry: GeometryData, error: unknown) => void;
  /** Returns the colour of neutral ground, which matches the page's theme. */
  readonly groundColour: () => Rgb;
  /** Returns the colour of boxes drawn in place of missing files. */
  readonly missingColour: () => Rgb;
  /** Returns whether the user chose a look for the entity, in addition to its look in the world. */
  readonly hasLook?: (entity: Entity, look: LookName) => boolean;
}

/** A shape and where it is drawn. */
export interface Placed {
  readonly batch: Batch;
  readonly shape: Shape;
}

/** State of a file: its parts once they are read, and until then the entities that wait for it. */
type FileState =
  | { readonly kind: "read"; readonly parts: readonly MeshPart[] }
  | { readonly kind: "waiting"; readonly wanted: Set<Entity> }
  | { readonly kind: "missing"; readonly wanted: Set<Entity>; readonly name: string };

/** Draws the visuals of the world. */
export class VisualLayer implements Disposable {
  readonly batches = new Batches("visuals");
  readonly #context: LayerContext;
  readonly #geometries = new Map<string, BufferGeometry>();
  /** Files by the key of their geometry, which many entities may share. */
  readonly #files = new Map<string, FileState>();
  readonly #missing = new MeshBasicMaterial({ wireframe: true, color: 0xffffff, toneMapped: false });

  constructor(context: LayerContext) {
    this.#context = context;
  }

  /** Builds the shapes of a visual: none for other entities, or while its file is still loading. */
  build(entity: Entity): Placed[] {
    const { world, nodes } = this.#context;
    if (!world.has(entity, IsVisual) || this.#hasLook(entity, "hidden")) return [];
    const geometry = world.get(entity, Geometry);
    if (geometry === undefined || geometry.type === "empty") return [];
    const transparency = world.get(entity, Transparency)?.amount ?? 0;
    if (transparency >= 1) return [];
    const primitives = primitivesOf(geometry);
    if (primitives.length === 0) return this.#buildFile(entity, geometry as FileGeometry, transparency);
    const material = world.get(entity, Material);
    const surface = worldSurface(material, transparency);
    if (isGround(geometry)) return [this.#ground(entity, surface)];
    const shaped = geometry.type === "plane" ? { ...surface, doubleSided: true } : surface;
    return primitives.map(({ key, scale, lift = 0, make, makePlain }) =>
      this.#add(entity, {
        key,
        geometry: () => this.#geometry(key, make),
        plain: makePlain && (() => this.#geometry(`${key} plain`, makePlain)),
        surface: shaped,
        node: lift === 0 ? nodes.of(entity) : nodes.within(entity, [0, 0, lift, 0, 0, 0, 1]),
        scale,
      }),
    );
  }

  [Symbol.dispose](): void {
    this.batches.clear();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#missing.dispose();
  }

  /** Requests all files again that could not be read, because the server may find them now. */
  retryMissing(): void {
    const missing = [...this.#files].filter(([, { kind }]) => kind === "missing");
    const wanted = missing.flatMap(([, state]) => (state.kind === "missing" ? [...state.wanted] : []));
    for (const [key] of missing) this.#files.delete(key);
    if (wanted.length > 0) this.#context.onReady(wanted);
  }

  /**
   * Forgets missing files that no visual shows any more, and returns their names. If such a file is shown again, it is
   * requested again.
   */
  forgetUnused(): ReadonlySet<string> {
    const forgotten = new Set<string>();
    const shown = new Set<string>();
    for (const [key, state] of this.#files) {
      if (state.kind !== "missing") continue;
      if ([...state.wanted].some((entity) => this.#isShownBy(entity, key))) shown.add(state.name);
      else {
        this.#files.delete(key);
        forgotten.add(state.name);
      }
    }
    return new Set([...forgotten].filter((name) => !shown.has(name)));
  }

  #hasLook(entity: Entity, look: LookName): boolean {
    return this.#context.hasLook?.(entity, look) ?? false;
  }

  #ground(entity: Entity, surface: Surface): Placed {
    const neutral = isNeutral(surface);
    return this.#add(entity, {
      key: "ground",
      geometry: () => this.#geometry("ground", () => new PlaneGeometry(1, 1, PIECES, PIECES)),
      plain: undefined,
      surface: {
        ...surface,
        ...(neutral ? { colour: this.#context.groundColour(), roughness: 0.95 } : {}),
        isGround: true,
      },
      node: this.#context.nodes.of(entity),
      scale: [FAR, FAR, 1],
      isGround: true,
    });
  }

  #buildFile(entity: Entity, geometry: FileGeometry, transparency: number): Placed[] {
    const { world, nodes, groundColour } = this.#context;
    const state = this.#fileState(geometry);
    const node = nodes.of(entity);
    if (state.kind !== "read") {
      state.wanted.add(entity);
      return state.kind === "waiting" ? [] : [this.#placeholder(entity, node)];
    }
    const own = world.get(entity, Material);
    const { x, y, z } = geometry.type === "mesh" ? geometry.scale : { x: 1, y: 1, z: 1 };
    const isMirrored = x * y * z < 0;
    return state.parts.map((part) => {
      const given = own === undefined ? meshSurface(part.material, transparency) : worldSurface(own, transparency);
      // A heightmap counts as ground.
      const surface = geometry.type === "heightmap" && own === undefined ? { ...given, colour: groundColour() } : given;
      return this.#add(entity, {
        key: part.key,
        geometry: () => part.geometry,
        plain: undefined,
        surface: isMirrored ? { ...surface, doubleSided: true } : surface,
        node,
        scale: [x, y, z],
      });
    });
  }

  /** Returns the state of a file, and begins to read it on first use. */
  #fileState(geometry: FileGeometry): FileState {
    const key = partsKey(geometry);
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const wanted = new Set<Entity>();
    const waiting: FileState = { kind: "waiting", wanted };
    this.#files.set(key, waiting);
    const { files, onReady, onMissing } = this.#context;
    files.parts(geometry).then(
      (parts) => {
        this.#files.set(key, { kind: "read", parts });
        onReady([...wanted]);
      },
      (error: unknown) => {
        this.#files.set(key, { kind: "missing", wanted, name: fileName(geometry) });
        onReady([...wanted]);
        // The entities that asked for it may be gone, for instance because a different world has been loaded.
        if ([...wanted].some((entity) => this.#isShownBy(entity, key))) onMissing(geometry, error);
      },
    );
    return waiting;
  }

  #isShownBy(entity: Entity, key: string): boolean {
    const geometry = this.#context.world.get(entity, Geometry);
    if (geometry?.type !== "mesh" && geometry?.type !== "heightmap" && geometry?.type !== "polyline") return false;
    return partsKey(geometry) === key;
  }

  #placeholder(entity: Entity, node: number): Placed {
    const colour = linearOf(this.#context.missingColour());
    const shape: Shape = { entity, node, scale: [0.5, 0.5, 0.5], colour };
    const look = (): BatchLook => ({
      key: "missing",
      geometry: this.#geometry("box", () => new BoxGeometry()),
      material: this.#missing,
      castShadow: false,
      receiveShadow: false,
      isPickable: true,
    });
    return { shape, batch: this.batches.add("missing", look, shape) };
  }

  #add(
    entity: Entity,
    {
      key,
      geometry,
      plain,
      surface: plainSurface,
      node,
      scale,
      isGround = false,
    }: {
      readonly key: string;
      readonly geometry: () => BufferGeometry;
      readonly plain: (() => BufferGeometry) | undefined;
      readonly surface: Surface;
      readonly node: number;
      readonly scale: Shape["scale"];
      readonly isGround?: boolean;
    },
  ): Placed {
    const surface = this.#asSeen(entity, plainSurface);
    const castShadow = !isGround && surface.opacity > 0.5 && (this.#context.world.get(entity, CastShadows) ?? true);
    const shape: Shape = { entity, node, scale, colour: linearOf(surface.colour), isEndless: isGround };
    const batchKey = `${key}|${surfaceKey(surface)}|${castShadow}`;
    const look = (): BatchLook => ({
      key: batchKey,
      geometry: geometry(),
      plainGeometry: plain?.(),
      material: this.#context.surfaces.material(surface),
      castShadow,
      receiveShadow: true,
      isPickable: true,
    });
    return { shape, batch: this.batches.add(batchKey, look, shape) };
  }

  #asSeen(entity: Entity, surface: Surface): Surface {
    const isClear = this.#hasLook(entity, "transparent");
    const isWire = this.#hasLook(entity, "wireframe");
    if (!isClear && !isWire) return surface;
    return {
      ...surface,
      ...(isClear && { opacity: Math.min(surface.opacity, SEEN_THROUGH) }),
      ...(isWire && { isWire }),
    };
  }

  #geometry(key: string, make: () => BufferGeometry): BufferGeometry {
    let made = this.#geometries.get(key);
    if (made === undefined) this.#geometries.set(key, (made = make()));
    return made;
  }
}

/** In metres; haze hides the edge. */
const FAR = 12_000;
