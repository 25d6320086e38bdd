import type { Entity, World } from "@orrery/sim";
import { CastShadows, Geometry, IsVisual, Material, Transparency } from "@orrery/sim/components";
import { BoxGeometry, MeshBasicMaterial, type BufferGeometry } from "three";
import type { Batch, BatchLook, Shape } from "./batch.ts";
import { Batches } from "./batches.ts";
import type { EntityNodes } from "./entity-nodes.ts";
import type { FileGeometry, MeshFiles } from "./mesh-files.ts";
import { isGround, primitivesOf, type GeometryData, type Primitive } from "./primitives.ts";
import { isNeutral, meshSurface, worldSurface } from "./world-surface.ts";
import { linearOf, surfaceKey, type Rgb, type Surface, type Surfaces } from "./surfaces.ts";

export interface LayerContext {
  readonly world: World;
  readonly nodes: EntityNodes;
  readonly files: MeshFiles;
  readonly surfaces: Surfaces;
  readonly assetUrl: (uri: string, from: string) => string;
  /** Something of an entity has come that was waited for. */
  readonly onReady: (entity: Entity) => void;
  /** A file cannot be shown. */
  readonly onMissing: (entity: Entity, geometry: GeometryData, error: unknown) => void;
  /** Of neutral ground, which goes with the page's theme. */
  readonly groundColour: () => Rgb;
  /** Of what stands in for a file that cannot be had. */
  readonly missingColour: () => Rgb;
}

/** A shape and where it is drawn. */
export interface Placed {
  readonly batch: Batch;
  readonly shape: Shape;
}

/** The visuals of the world, as they look. */
export class VisualLayer {
  readonly batches = new Batches("visuals");
  readonly #context: LayerContext;
  readonly #geometries = new Map<string, BufferGeometry>();
  /** By the component's value, which is another object when it was written. */
  readonly #loaded = new WeakMap<FileGeometry, "waiting" | "missing" | Awaited<ReturnType<MeshFiles["parts"]>>>();
  readonly #missing = new MeshBasicMaterial({ wireframe: true, color: 0xffffff, toneMapped: false });

  constructor(context: LayerContext) {
    this.#context = context;
  }

  /** Nothing for what is no visual, or whose file is still on its way. */
  build(entity: Entity): Placed[] {
    const { world, nodes } = this.#context;
    if (!world.has(entity, IsVisual)) return [];
    const geometry = world.get(entity, Geometry);
    if (geometry === undefined || geometry.type === "empty") return [];
    const transparency = world.get(entity, Transparency)?.amount ?? 0;
    if (transparency >= 1) return [];
    const primitives = primitivesOf(geometry);
    if (primitives.length === 0) return this.#buildFile(entity, geometry as FileGeometry, transparency);
    const material = world.get(entity, Material);
    const surface = worldSurface(material, transparency, this.#context.assetUrl);
    if (isGround(geometry)) return [this.#ground(entity, primitives[0]!, surface)];
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

  dispose(): void {
    this.batches.clear();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#missing.dispose();
  }

  #ground(entity: Entity, { key, make }: Primitive, surface: Surface): Placed {
    const neutral = isNeutral(surface);
    return this.#add(entity, {
      key: `ground ${key}`,
      geometry: () => this.#geometry(key, make),
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
    const { world, nodes, files, onReady, onMissing, assetUrl, groundColour } = this.#context;
    const state = this.#loaded.get(geometry);
    if (state === undefined) {
      this.#loaded.set(geometry, "waiting");
      files.parts(geometry).then(
        (parts) => {
          this.#loaded.set(geometry, parts);
          onReady(entity);
        },
        (error: unknown) => {
          this.#loaded.set(geometry, "missing");
          onReady(entity);
          onMissing(entity, geometry, error);
        },
      );
      return [];
    }
    if (state === "waiting") return [];
    const node = nodes.of(entity);
    if (state === "missing") return [this.#placeholder(entity, node)];
    const own = world.get(entity, Material);
    const { x, y, z } = geometry.type === "mesh" ? geometry.scale : { x: 1, y: 1, z: 1 };
    const isMirrored = x * y * z < 0;
    return state.map((part) => {
      const given =
        own === undefined
          ? meshSurface(part.material, transparency, assetUrl)
          : worldSurface(own, transparency, assetUrl);
      // Hills are ground.
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
      surface,
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

  #geometry(key: string, make: () => BufferGeometry): BufferGeometry {
    let made = this.#geometries.get(key);
    if (made === undefined) this.#geometries.set(key, (made = make()));
    return made;
  }
}

/** Metres; the haze hides its end. */
const FAR = 12_000;
